/** Maps entries of Crypto.com's ledger and staking rewards. Pure functions. */
import { RecordNumberer } from '../../domain/record-key.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { type BookingKind, directionOf } from '../mapping/booking-types.ts';
import { mapBooking } from '../mapping/booking.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireAmount,
  requireDecimal,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';

/** The kinds of the mapped types, by `journal_type` (exchange-docs.crypto.com, private/get-transactions). */
export const JOURNAL_TYPES: ReadonlyMap<string, BookingKind> = new Map<string, BookingKind>([
  ['SUBACCOUNT_TX', 'transfer'],
  ['ADJUSTMENT', 'booking'],
  ['ADMIN_ADJUSTMENT', 'booking'],
  ['MARGIN_TRADE_INTEREST', 'fee'],
  ['DELIST', 'booking'],
]);

/** Types that only the exchange's own export of transactions (`OEX_TRANSACTION.csv`) contains. */
export const UNDOCUMENTED_TYPES: readonly string[] = [
  'SOFT_STAKE_REWARD',
  'CORRECTION_REWARD',
  'CRYPTO_DUSTING',
  'MANUAL_ADJUSTMENT',
];

/** The documented types of trading and its settlement. */
const TRADING: ReadonlySet<string> = new Set([
  'TRADING',
  'TRADE_FEE',
  'FUNDING',
  'REALIZED_PNL',
  'INSURANCE_FUND',
  'SOCIALIZED_LOSS',
  'LIQUIDATION_FEE',
  'SESSION_RESET',
  'SESSION_SETTLE',
  'UNCOVERED_LOSS',
  'SETTLEMENT_FEE',
  'AUTO_CONVERSION',
  'MANUAL_CONVERSION',
]);

/**
 * Matches types of rows that other lists contain: deposits and withdrawals, with their fees and cancellations
 * (`OFFCHAIN_DEPOSIT`, `FIAT_WITHDRAWAL_CANCEL`; older names in ccxt's `parseLedgerEntryType`), and rewards of
 * staking on a chain. A soft stake stays in the account, so its rewards are only here.
 */
const LISTED_ELSEWHERE = /DEPOSIT|WITHDRAW|(?<!SOFT_)STAK(?:E|ING)_REWARD$/;

/**
 * Matches names of contracts, which have a hyphen (`BTCUSD-PERP`) and whose entries are trading, and of coins that are
 * staked on a chain (`SOL.staked`), whose rewards another list contains.
 */
const NOT_A_COIN = /-|\.staked$/i;

/**
 * Maps entries of `private/get-transactions`; `transaction_qty` is negative if the amount leaves the account.
 * Entries of an isolated position (`isolation_id`) are skipped: they change the margin of the position, which
 * does not count for the balance, and may repeat the `journal_id` of an entry of the account.
 */
export function mapLedger(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction | undefined => {
    if (readText(row, 'isolation_id') !== null) return undefined;
    const kind = kindOf(requireText(row, 'journal_type'));
    const instrument = requireText(row, 'instrument_name');
    if (kind === undefined || NOT_A_COIN.test(instrument)) return undefined;
    const change = requireDecimal(row, 'transaction_qty');
    return mapBooking({
      key: `ledger:${requireText(row, 'journal_id')}`,
      kind,
      direction: directionOf(change),
      asset: toSymbol(instrument),
      amount: change,
      timestampMs: requireTimestampMs(row, 'event_timestamp_ms'),
    });
  };
  return mapRows('ledger', rows, map, (row) => keyById('ledger', 'journal_id', row));
}

/** Returns the kind of a type; `undefined` for trading, and for rows that other lists contain. */
function kindOf(type: string): BookingKind | undefined {
  if (TRADING.has(type) || LISTED_ELSEWHERE.test(type)) return undefined;
  return JOURNAL_TYPES.get(type) ?? (type.endsWith('_REWARD') ? 'reward' : 'booking');
}

/**
 * Maps rewards of `private/staking/get-reward-history`, which name the staked coin (`SOL.staked`). They have
 * no identifier: each is identified by its content and by its ordinal among equal rows, which have the same
 * time and are therefore always in one response.
 */
export function mapRewards(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const numberer = new RecordNumberer();
  const map = (row: RawRow): ExchangeTransaction => {
    const content = {
      asset: toSymbol(requireText(row, 'reward_inst_name').replace(/\.staked$/i, '')),
      amount: requireAmount(row, 'reward_quantity'),
      timestampMs: requireTimestampMs(row, 'event_timestamp_ms'),
    };
    const record = { ...content, type: 'reward', txid: null, address: null } as const;
    const key = `reward:${numberer.keyOf(record)}`;
    return mapBooking({ ...content, key, kind: 'reward', direction: 'in' });
  };
  return mapRows('staking-rewards', rows, map, () => undefined);
}
