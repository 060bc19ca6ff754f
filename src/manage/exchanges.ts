/** The supported exchanges, by the name that a person or a program gives. */
import { closestName, isNearName } from '../domain/closest-name.ts';
import { CERTIFIED_EXCHANGES, EXCHANGE_CATALOGUE, findExchange } from '../exchanges/catalogue.ts';
import { UNSUPPORTED_EXCHANGES } from '../exchanges/best-effort/reviewed-endpoints.ts';
import { lookUp } from '../exchanges/mapping/look-up.ts';
import type { ExchangeProfile } from '../exchanges/profile.ts';
import { ManageError } from './errors.ts';

/** Maximum edits of a suggested exchange, as a part of the length of the given name. */
const EXCHANGE_EDITS_MAX = 1 / 3;
/** A name of another form may be a secret in the wrong place, so it is not shown. */
const SHOWN_EXCHANGE = /^[A-Za-z]{1,20}$/;

/**
 * Returns the profile of an exchange.
 *
 * @throws {ManageError} `unknown_exchange` if it is not supported; names the most similar exchange.
 */
export function requireExchangeProfile(name: string): ExchangeProfile {
  const entry = findExchange(name);
  if (entry !== undefined) return entry;
  const reason = lookUp(UNSUPPORTED_EXCHANGES, name);
  if (reason !== undefined) {
    throw new ManageError(
      'unknown_exchange',
      `${name} is not supported: ${reason.replaceAll('`', '')}. docs/exchanges.md lists the supported exchanges`,
    );
  }
  const known = EXCHANGE_CATALOGUE.map((candidate) => candidate.name);
  const shown = SHOWN_EXCHANGE.test(name) ? JSON.stringify(name) : '(its name is not shown)';
  throw new ManageError(
    'unknown_exchange',
    `unknown exchange ${shown}; ${suggestExchange(name, known)} ` +
      `docs/exchanges.md lists the ${known.length} supported exchanges: those whose deposits and withdrawals ccxt reads`,
  );
}

function suggestExchange(name: string, known: readonly string[]): string {
  return isNearName(name, known, Math.ceil(name.length * EXCHANGE_EDITS_MAX))
    ? `did you mean ${closestName(name, known)}?`
    : `${listCertifiedExchanges()}.`;
}

/** Returns the names of the exchanges that most users look for. */
export function listCertifiedExchanges(): string {
  return `certified are ${CERTIFIED_EXCHANGES.map(({ name }) => name).join(', ')}`;
}
