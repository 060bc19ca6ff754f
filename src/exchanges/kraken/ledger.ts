/** Maps entries of Kraken's ledger that are neither deposits, withdrawals nor trades. Pure functions. */
import { type Decimal, isNegativeDecimal } from '../../domain/decimal.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import {
  type BookingKind,
  type BookingKinds,
  type Direction,
  directionOf,
  kindOfBooking,
} from '../mapping/booking-types.ts';
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

/** Types of entries that other lists contain, and of trading, which is not a transaction of the wallet. */
const SKIPPED = new Set([
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

/** The other types. */
const KINDS: BookingKinds = {
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
 * A transfer between two products has an outgoing and an incoming entry; for staking they have two references
 * (support.kraken.com, Ledger entries). The outgoing entry represents both.
 */
const ARRIVING_SUBTYPES = new Set(['stakingfromspot', 'spotfromstaking']);
const FROM_STAKING = 'stakingtospot';

/** Moves between a balance and Earn, with two entries of one reference. */
const EARN_MOVES = new Set([
  'allocation',
  'deallocation',
  'autoallocate',
  'autoallocation',
  'migration',
]);
const FROM_EARN = 'deallocation';

/** Maps the entries that are not {@link SKIPPED}. */
export function mapBookings(entries: readonly RawRow[], assets: KrakenAssets): WindowReading {
  const byReference = Map.groupBy(entries, (entry) => readText(entry, 'refid'));
  const map = (entry: RawRow): ExchangeTransaction | undefined => {
    const refid = readText(entry, 'refid');
    const group = refid === null ? [] : (byReference.get(refid) ?? []);
    return mapEntry(entry, group, assets);
  };
  return mapRows('ledgers', entries, map, ledgerKey);
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
  const ledgerType = requireText(entry, 'type');
  if (SKIPPED.has(ledgerType)) return undefined;
  const subtype = readText(entry, 'subtype');
  const amount = requireDecimal(entry, 'amount');
  if (arrives(ledgerType, subtype, amount)) return undefined;
  const asset = assets.read(requireText(entry, 'asset')).symbol;
  return mapBooking({
    key: ledgerKey(entry),
    ...readPurpose(entry, group, assets),
    asset,
    amount,
    timestampMs: requireTimestampSeconds(entry, 'time'),
    fee: readFeeIn(asset, entry, 'fee'),
  });
}

/** Returns true for the incoming entry of a transfer that also has an outgoing entry. */
function arrives(type: string, subtype: string | null, amount: Decimal): boolean {
  if (subtype === null) return false;
  if (type === 'transfer') return ARRIVING_SUBTYPES.has(subtype);
  return type === 'earn' && EARN_MOVES.has(subtype) && !isNegativeDecimal(amount);
}

/**
 * Returns kind and direction of an entry of Earn, which has one type for rewards and moves between products.
 * The subtype distinguishes them.
 */
function readPurpose(
  entry: RawRow,
  group: readonly RawRow[],
  assets: KrakenAssets,
): { readonly kind: BookingKind; readonly direction: Direction | undefined } {
  const type = requireText(entry, 'type');
  const subtype = readText(entry, 'subtype') ?? '';
  const direction = directionOf(requireDecimal(entry, 'amount'));
  if (type === 'earn' && EARN_MOVES.has(subtype)) {
    return { kind: 'transfer', direction: directionOfEarnMove(entry, group, assets) };
  }
  if (type === 'earn') return { kind: subtype === 'reward' ? 'reward' : 'booking', direction };
  // An amount that leaves the staked balance arrives in the reported balance.
  if (type === 'transfer' && subtype === FROM_STAKING) return { kind: 'transfer', direction: 'in' };
  return { kind: kindOfBooking(type, KINDS), direction };
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
