/** Maps balances and networks of HTX. Pure functions. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances } from '../mapping/join-balances.ts';
import { lookUp } from '../mapping/look-up.ts';
import type { ToSymbol } from '../mapping/map-rows.ts';
import { mapOpenNetwork } from '../mapping/network.ts';
import { type RawRow, readText, requireText } from '../mapping/raw-row.ts';

/**
 * Maps the amounts that the spot account can trade, and therefore withdraw (`account/accounts/{id}/balance`,
 * rows of type `trade`; other types are frozen, locked, lent or owed amounts), with the networks of each
 * currency (`reference/currencies`; fiat has none).
 *
 * @param currencies `undefined` if the exchange does not return them.
 */
export function mapBalances(
  balances: readonly unknown[],
  currencies: readonly unknown[] | undefined,
  toSymbol: ToSymbol,
): BalanceReading {
  return joinBalances({
    balances: balances.filter((row) => typeof row !== 'object' || typeOf(row) === 'trade'),
    assetField: 'currency',
    amountField: 'balance',
    coins: currencies,
    coinField: 'currency',
    toSymbol,
    isFiat,
    networksOf: (currency) => currency['chains'],
    networkField: 'chain',
    mapNetwork,
  });
}

function typeOf(row: object | null): unknown {
  return (row as RawRow | null)?.['type'];
}

/** `assetType` is 1 for a coin and 2 for fiat (huobiapi.github.io, APIv2 - Currency & Chains). */
function isFiat(currency: RawRow): boolean | null {
  return lookUp(FIAT_BY_TYPE, readText(currency, 'assetType')) ?? null;
}

const FIAT_BY_TYPE: Readonly<Record<string, boolean>> = { 1: false, 2: true };

/**
 * Maps a network that is open for withdrawal. `chain` identifies the pair of currency and chain (`trc20usdt`),
 * `baseChain` only the chain; a currency on its own chain only has a `displayName`.
 */
function mapNetwork(chain: RawRow, asset: string): Network | undefined {
  if (readText(chain, 'withdrawStatus') !== 'allowed') return undefined;
  const id = requireText(chain, 'chain');
  const [name = id] = listNames(chain, asset);
  const chainId = readText(chain, 'baseChain') ?? name;
  return mapOpenNetwork(asset, {
    id,
    name,
    displayName: readText(chain, 'fullName') ?? name,
    chainId,
    minWithdrawal: readText(chain, 'minWithdrawAmt'),
    maxWithdrawal: readText(chain, 'maxWithdrawAmt'),
  });
}

/** Returns the names of a chain, the best one first. The `displayName` of a token can be that of the token itself: `SOLO`. */
function listNames(chain: RawRow, asset: string): readonly string[] {
  const names = [readText(chain, 'displayName'), readText(chain, 'baseChain')];
  const known = names.filter((name) => name !== null);
  return known[0]?.toUpperCase() === asset ? known.toReversed() : known;
}
