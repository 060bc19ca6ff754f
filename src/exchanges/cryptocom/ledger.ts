/** Entries of Crypto.com's ledger and staking rewards, mapped. Pure. */
import { absoluteDecimal } from '../../domain/decimal.ts';
import { RecordNumberer } from '../../domain/record-key.ts';
import { type BookingKind, directionOf, typeOfBooking } from '../mapping/booking-types.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  requireAmount,
  requireDecimal,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';

/**
 * The entries that are told, by their `journal_type` (exchange-docs.crypto.com,
 * private/get-transactions). The others are trading and its settlement, or deposits and withdrawals.
 */
export const JOURNAL_TYPES: ReadonlyMap<string, BookingKind> = new Map<string, BookingKind>([
  ['SUBACCOUNT_TX', 'transfer'],
  ['ADJUSTMENT', 'booking'],
  ['ADMIN_ADJUSTMENT', 'booking'],
  ['MARGIN_TRADE_INTEREST', 'fee'],
  ['DELIST', 'booking'],
]);

/** Contracts, whose entries are trading, have a hyphen: `BTCUSD-PERP`. */
const CONTRACT = /-/;

const NOTHING_BESIDE = {
  status: 'completed',
  txid: null,
  address: null,
  feeCost: null,
  feeCurrency: null,
} as const;

/** Entries of `private/get-transactions`; `transaction_qty` is negative for what leaves the account. */
export function mapLedger(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction | undefined => {
    const kind = JOURNAL_TYPES.get(requireText(row, 'journal_type'));
    const instrument = requireText(row, 'instrument_name');
    if (kind === undefined || CONTRACT.test(instrument)) return undefined;
    const change = requireDecimal(row, 'transaction_qty');
    return {
      key: `ledger:${requireText(row, 'journal_id')}`,
      type: typeOfBooking(kind, directionOf(change)),
      asset: toSymbol(instrument),
      amount: absoluteDecimal(change),
      timestampMs: requireTimestampMs(row, 'event_timestamp_ms'),
      ...NOTHING_BESIDE,
    };
  };
  return mapRows('ledger', rows, map, ({ journal_id: id }) =>
    typeof id === 'string' && id !== '' ? `ledger:${id}` : undefined,
  );
}

/**
 * Rewards of `private/staking/get-reward-history`, told of the coin that is staked (`SOL.staked`).
 * They have no identifier: each is known by its content and by its ordinal among equals, which have
 * the same time and are therefore always in one response.
 */
export function mapRewards(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const numberer = new RecordNumberer();
  const map = (row: RawRow): ExchangeTransaction => {
    const reward: Omit<ExchangeTransaction, 'key'> = {
      type: 'reward',
      asset: toSymbol(requireText(row, 'reward_inst_name').replace(/\.staked$/i, '')),
      amount: requireAmount(row, 'reward_quantity'),
      timestampMs: requireTimestampMs(row, 'event_timestamp_ms'),
      ...NOTHING_BESIDE,
    };
    return { ...reward, key: `reward:${numberer.keyOf(reward)}` };
  };
  return mapRows('staking-rewards', rows, map, () => undefined);
}
