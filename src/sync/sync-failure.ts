import { SealedCredentialsError } from '../domain/sealed-credentials.ts';
import { trimEndCharacters } from '../domain/trim.ts';
import {
  ExchangeError,
  type ExchangeErrorCode,
  UnknownExchangeError,
} from '../exchanges/exchange.ts';
import { PowerfulKeyError } from '../exchanges/key-rights.ts';
import { NodeUnavailableError, StoreUnavailableError } from '../store/errors.ts';
import type { SyncFailure } from '../store/records.ts';

/** Not "it is retried": nothing is retried after `sync --once`, unless a worker runs. */
const RETRY = 'A running "teller serve" or "teller sync" retries it.';
/** The next step after a refusal of the time of a request, if it is not retried. */
export const CLOCK_ADVICE = 'Check the time of this machine and that it is synchronised (NTP).';
/** Kraken's support page on "EAPI:Invalid nonce" names these causes and the nonce window of a key. */
const NONCE_ADVICE =
  'If the key was used while a clock was ahead, or is used by another program, the exchange refuses it until its ' +
  'own time has passed the highest nonce: create a new key for wallet-teller, or widen the nonce window of the key.';

/** The next step for the operator, by error code. */
const ADVICE: Readonly<Record<ExchangeErrorCode, string>> = {
  exchange_unavailable: RETRY,
  exchange_rate_limited: RETRY,
  exchange_clock: `${CLOCK_ADVICE} ${RETRY}`,
  exchange_key_refused:
    'Create a new key at the exchange and store it with "teller wallet credentials".',
  exchange_permission_denied:
    'Allow the key to read funds and history (and this address, if the key is bound to addresses), or run the service ' +
    'in a region that the exchange serves.',
  exchange_request_refused:
    'The exchange may have changed its API; check for a newer version of wallet-teller.',
};

/** Returns a failure in the form that is stored and shown: a code, what happened, and what to do. */
export function describeSyncFailure(error: unknown, atMs: number): SyncFailure {
  if (error instanceof ExchangeError) {
    return { code: error.code, message: explainExchangeError(error), atMs };
  }
  if (error instanceof SealedCredentialsError) {
    const advice =
      'Check TELLER_MASTER_KEY, or replace the credentials with "teller wallet credentials".';
    return { code: error.code, message: `${endSentence(error.message)} ${advice}`, atMs };
  }
  if (error instanceof PowerfulKeyError) {
    const message = `${endSentence(error.message)} Store it with "teller wallet credentials".`;
    return { code: error.code, message, atMs };
  }
  if (error instanceof UnknownExchangeError) {
    return {
      code: error.code,
      message: `${endSentence(error.message)} Check for a newer version of wallet-teller.`,
      atMs,
    };
  }
  if (error instanceof StoreUnavailableError) {
    const cause =
      error instanceof NodeUnavailableError
        ? // Webhooks show this text: no users and addresses of the cluster's connections.
          `the node ${error.address} of the database cluster is unavailable`
        : error.message;
    const message = `The rows of the wallet are unavailable: ${endSentence(cause)} ${RETRY}`;
    return { code: error.code, message, atMs };
  }
  return { code: 'internal', message: 'Internal error. The log contains its cause.', atMs };
}

/** Returns the failure of a synchronisation that ended because the process stops, or before it started. */
export function describeInterruption(atMs: number): SyncFailure {
  return { code: 'interrupted', message: 'The synchronisation was interrupted.', atMs };
}

/**
 * Returns what happened at the exchange, and what to do.
 *
 * @param advice sentences for the operator; those of the code of the error by default.
 */
export function explainExchangeError(
  { code, message }: ExchangeError,
  advice: readonly string[] = [ADVICE[code]],
): string {
  const isNonce = code === 'exchange_clock' && /\bnonce\b/i.test(message);
  return [endSentence(message), ...advice, ...(isNonce ? [NONCE_ADVICE] : [])].join(' ');
}

/** Returns an exchange's message with punctuation at its end. */
function endSentence(text: string): string {
  const sentence = trimEndCharacters(text.trim(), ' \t\n,;:');
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Returns true if only the operator can repair the cause. */
export function needsOperator(error: unknown): boolean {
  if (error instanceof ExchangeError) return error.permanent;
  return (
    error instanceof PowerfulKeyError ||
    error instanceof SealedCredentialsError ||
    error instanceof UnknownExchangeError
  );
}
