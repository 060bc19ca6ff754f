/** Entries of Kraken's ledger that are neither deposits, withdrawals nor trades, mapped. Pure. */
import { absoluteDecimal, type Decimal, isNegativeDecimal } from '../../domain/decimal.ts';
import type { TransactionType } from '../../domain/transaction.ts';
import {
  type BookingKind,
  type Direction,
  directionOf,
  typeOfBooking,
} from '../mapping/booking-types.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { mapRows } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readFee,
  readText,
  requireDecimal,
  requireText,
  requireTimestampSeconds,
} from '../mapping/raw-row.ts';
import type { KrakenAssets } from './assets.ts';

/** Types of entries that other lists report, and of trading, which is no transaction of the wallet. */
const LEFT_OUT = new Set([
  'deposit',
  'withdrawal',
  'trade',
  'spend',
  'receive',
  'margin',
  'rollover',
  'settled',
  'sale',
  'conversion',
  'nfttrade',
  'nft_rebate',
]);

/** What the other types mean; one that is not listed is any booking. */
const KINDS: Readonly<Record<string, BookingKind>> = {
  transfer: 'transfer',
  custodytransfer: 'transfer',
  staking: 'reward',
  reward: 'reward',
  dividend: 'reward',
  'invite bonus': 'reward',
  invite_bonus: 'reward',
  airdrop: 'reward',
  fee: 'fee',
};

/**
 * A transfer between two products is booked once where it leaves and once where it arrives, staking
 * under two references (support.kraken.com, Ledger entries): the entry where it leaves stands for both.
 */
const ARRIVING_SUBTYPES = new Set(['stakingfromspot', 'spotfromstaking']);
const FROM_STAKING = 'stakingtospot';

/** Moves between a balance and Earn, booked as the two sides of one reference. */
const EARN_MOVES = new Set([
  'allocation',
  'deallocation',
  'autoallocate',
  'autoallocation',
  'migration',
]);
const FROM_EARN = 'deallocation';

/** The bookings of entries that can be joined; see {@link LEFT_OUT}. */
export function mapBookings(entries: readonly RawRow[], assets: KrakenAssets): WindowReading {
  const byReference = Map.groupBy(entries, (entry) => readText(entry, 'refid'));
  const map = (entry: RawRow): ExchangeTransaction | undefined => {
    const refid = readText(entry, 'refid');
    const group = refid === null ? [] : (byReference.get(refid) ?? []);
    return mapBooking(entry, group, assets);
  };
  return mapRows('ledgers', entries, map, ledgerKey);
}

/** The key of an entry. @throws {UnreadableRowError} */
export function ledgerKey(entry: RawRow): string {
  return `ledger:${requireText(entry, 'id')}`;
}

function mapBooking(
  entry: RawRow,
  group: readonly RawRow[],
  assets: KrakenAssets,
): ExchangeTransaction | undefined {
  const ledgerType = requireText(entry, 'type');
  if (LEFT_OUT.has(ledgerType)) return undefined;
  const subtype = readText(entry, 'subtype');
  const amount = requireDecimal(entry, 'amount');
  if (arrives(ledgerType, subtype, amount)) return undefined;
  const asset = assets.read(requireText(entry, 'asset')).symbol;
  const feeCost = readFee(entry, 'fee');
  return {
    key: ledgerKey(entry),
    type: typeOfEntry(entry, group, assets),
    asset,
    amount: absoluteDecimal(amount),
    timestampMs: requireTimestampSeconds(entry, 'time'),
    status: 'completed',
    txid: null,
    address: null,
    feeCost,
    feeCurrency: feeCost === null ? null : asset,
  };
}

/** Whether an entry is the arriving side of a transfer whose leaving side is an entry of its own. */
function arrives(type: string, subtype: string | null, amount: Decimal): boolean {
  if (subtype === null) return false;
  if (type === 'transfer') return ARRIVING_SUBTYPES.has(subtype);
  return type === 'earn' && EARN_MOVES.has(subtype) && !isNegativeDecimal(amount);
}

/** Earn books rewards and moves between its products under one type; the subtype distinguishes them. */
function typeOfEntry(
  entry: RawRow,
  group: readonly RawRow[],
  assets: KrakenAssets,
): TransactionType {
  const type = requireText(entry, 'type');
  const subtype = readText(entry, 'subtype') ?? '';
  const direction = directionOf(requireDecimal(entry, 'amount'));
  if (type === 'earn' && EARN_MOVES.has(subtype)) {
    return typeOfBooking('transfer', directionOfEarnMove(entry, group, assets));
  }
  if (type === 'earn') return typeOfBooking(subtype === 'reward' ? 'reward' : 'booking', direction);
  // What leaves the staked balance arrives in the one that is reported.
  if (type === 'transfer' && subtype === FROM_STAKING) return typeOfBooking('transfer', 'in');
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  return typeOfBooking(kind ?? 'booking', direction);
}

/**
 * Which way a move goes by the entry where it leaves, seen from the balance that is reported; without
 * the other side in the same reading, by its name.
 */
function directionOfEarnMove(
  leaving: RawRow,
  group: readonly RawRow[],
  assets: KrakenAssets,
): Direction | undefined {
  const other = group.find(
    (entry) =>
      entry['type'] === 'earn' &&
      arrives('earn', readText(entry, 'subtype'), requireDecimal(entry, 'amount')),
  );
  const isLeft = assets.isSpendable(requireText(leaving, 'asset'));
  const isReached =
    other === undefined
      ? readText(leaving, 'subtype') === FROM_EARN
      : assets.isSpendable(requireText(other, 'asset'));
  if (isLeft === isReached) return undefined;
  return isLeft ? 'out' : 'in';
}
