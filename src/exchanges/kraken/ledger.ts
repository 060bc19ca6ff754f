/** Maps entries of Kraken's ledger that are neither deposits, withdrawals nor trades. Pure functions. */
import { isNegativeDecimal } from '../../domain/decimal.ts';
import { SECOND_MS } from '../../domain/duration.ts';
import { TIMESTAMP_MS_MAX } from '../../domain/instant.ts';
import type { RereadWindow } from '../client/list-scan.ts';
import { largest, smallest } from '../client/long-lists.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { type Direction, directionOf } from '../mapping/booking-types.ts';
import { mapBooking } from '../mapping/booking.ts';
import { readFeeIn } from '../mapping/fee.ts';
import { mapRows } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireDecimal,
  requireText,
  requireTimestampSeconds,
} from '../mapping/raw-row.ts';
import type { KrakenAssets } from './assets.ts';
import { type LedgerPurpose, purposeOf } from './ledger-types.ts';
import { FUNDING } from './profile.ts';

/**
 * A transfer between two products has an outgoing and an incoming entry; for staking they have two references
 * (support.kraken.com, Ledger entries). The outgoing entry represents both.
 */
const ARRIVING_SUBTYPES = new Set(['stakingfromspot', 'spotfromstaking']);
const FROM_STAKING = 'stakingtospot';

const FROM_EARN = 'deallocation';

/** Maps the entries that are neither funding nor trading. */
export function mapBookings(entries: readonly RawRow[], assets: KrakenAssets): WindowReading {
  const byReference = Map.groupBy(entries, (entry) => readText(entry, 'refid'));
  const map = (entry: RawRow): ExchangeTransaction | undefined => {
    const refid = readText(entry, 'refid');
    const group = refid === null ? [] : (byReference.get(refid) ?? []);
    return mapEntry(entry, group, assets);
  };
  return mapRows('ledgers', entries, map, ledgerKey, (row) => rereadRange([row]));
}

/**
 * Returns the range that is re-read for a row that cannot be mapped: from the first to the last of the rows that it
 * consists of. A re-read of the whole window would map a withdrawal as completed that an entry after the window
 * reverses. Returns `undefined`, which means that window, if a time cannot be read.
 */
export function rereadRange(rows: readonly unknown[]): RereadWindow | undefined {
  const times = rows.map((row) => Number((row as RawRow | null)?.['time']) * SECOND_MS);
  const fromMs = Math.floor(smallest(times));
  const toMs = Math.floor(largest(times)) + SECOND_MS;
  return fromMs >= FUNDING.startMs && toMs <= TIMESTAMP_MS_MAX ? { fromMs, toMs } : undefined;
}

/** Returns the key of an entry. @throws {UnreadableRowError} if its identifier cannot be read. */
export function ledgerKey(entry: RawRow): string {
  return `ledger:${requireText(entry, 'id')}`;
}

function mapEntry(
  entry: RawRow,
  group: readonly RawRow[],
  assets: KrakenAssets,
): ExchangeTransaction | undefined {
  const purpose = purposeOf(entry);
  if (purpose === 'funding' || purpose === 'trading') return undefined;
  if (arrives(entry, purpose)) return undefined;
  const asset = assets.read(requireText(entry, 'asset')).symbol;
  const booked =
    purpose === 'earn move'
      ? { kind: 'transfer' as const, direction: directionOfEarnMove(entry, group, assets) }
      : {
          kind: isMoneyTransfer(entry, asset, assets) ? ('booking' as const) : purpose,
          direction: directionOfEntry(entry),
        };
  return mapBooking({
    key: ledgerKey(entry),
    ...booked,
    asset,
    amount: requireDecimal(entry, 'amount'),
    timestampMs: requireTimestampSeconds(entry, 'time'),
    fee: readFeeIn(asset, entry, 'fee'),
  });
}

/** Returns true for the incoming entry of a transfer that also has an outgoing entry. */
function arrives(entry: RawRow, purpose: LedgerPurpose): boolean {
  if (purpose === 'earn move') return !isNegativeDecimal(requireDecimal(entry, 'amount'));
  return purpose === 'transfer' && ARRIVING_SUBTYPES.has(readText(entry, 'subtype') ?? '');
}

/**
 * Returns true for a transfer of fiat without a subtype. Fiat is neither airdropped nor forked: it comes from the
 * OTC desk or goes there (support.kraken.com, How to interpret ledger history fields).
 */
function isMoneyTransfer(entry: RawRow, asset: string, assets: KrakenAssets): boolean {
  const isUnnamed = entry['type'] === 'transfer' && readText(entry, 'subtype') === null;
  return isUnnamed && assets.isFiat(asset);
}

function directionOfEntry(entry: RawRow): Direction | undefined {
  // An amount that leaves the staked balance arrives in the reported balance.
  if (readText(entry, 'subtype') === FROM_STAKING) return 'in';
  return directionOf(requireDecimal(entry, 'amount'));
}

/**
 * Returns the direction of a move, from the view of the reported balance, for its outgoing entry. If the
 * other entry is not in the same reading, the subtype determines the direction.
 */
function directionOfEarnMove(
  leaving: RawRow,
  group: readonly RawRow[],
  assets: KrakenAssets,
): Direction | undefined {
  const other = group.find(
    (entry) => purposeOf(entry) === 'earn move' && arrives(entry, 'earn move'),
  );
  const isLeft = assets.isSpendable(requireText(leaving, 'asset'));
  const isReached =
    other === undefined
      ? readText(leaving, 'subtype') === FROM_EARN
      : assets.isSpendable(requireText(other, 'asset'));
  if (isLeft === isReached) return undefined;
  return isLeft ? 'out' : 'in';
}
