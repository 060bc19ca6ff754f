/** Maps balances and networks of Bitstamp. Pure functions. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances } from '../mapping/join-balances.ts';
import type { ToSymbol } from '../mapping/map-rows.ts';
import { mapOpenNetwork } from '../mapping/network.ts';
import { type RawRow, readText, requireText } from '../mapping/raw-row.ts';

/** Codes of networks that the vocabulary does not contain; ccxt's codes for them are wrong. */
const NETWORK_CODES: ReadonlyMap<string, string> = new Map([['casper', 'CSPR']]);

/** The value of `withdrawal` of a currency or network that is open for withdrawal. */
const ENABLED = 'Enabled';

/**
 * Maps the `available` amount of each currency (`account_balances`; there is one account, and `available`
 * excludes `reserved`) with its networks (`currencies`).
 *
 * @param currencies `undefined` if the exchange does not return them.
 */
export function mapBalances(
  balances: readonly unknown[],
  currencies: readonly unknown[] | undefined,
  toSymbol: ToSymbol,
): BalanceReading {
  const reading = joinBalances({
    balances,
    assetField: 'currency',
    amountField: 'available',
    coins: currencies,
    coinField: 'currency',
    toSymbol,
    isFiat,
    networksOf,
    networkField: 'network',
    mapNetwork,
  });
  // Bitstamp only documents the amount that is available for trading.
  return { ...reading, withdrawableUnverified: true };
}

/** `type` is `crypto` or `fiat` (bitstamp.net/api, Currencies). Fiat is withdrawn to a bank. */
function isFiat(row: RawRow): boolean | null {
  const type = readText(row, 'type');
  return type === null ? null : type === 'fiat';
}

/** Returns the networks. The currency has a `withdrawal` of its own, which closes all of its networks. */
function networksOf(row: RawRow): unknown {
  return (readText(row, 'withdrawal') ?? ENABLED) === ENABLED ? row['networks'] : [];
}

/** Maps a network that is `Enabled` for withdrawal, with the minimum; no maximum is reported. */
function mapNetwork(network: RawRow, asset: string): Network | undefined {
  if (readText(network, 'withdrawal') !== ENABLED) return undefined;
  const id = requireText(network, 'network');
  const minWithdrawal = readText(network, 'withdrawal_minimum_amount');
  const mapped = mapOpenNetwork(asset, { id, minWithdrawal });
  return { ...mapped, code: NETWORK_CODES.get(id) ?? mapped.code };
}
