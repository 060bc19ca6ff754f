/** Maps entries of Crypto.com's ledger and staking rewards. Pure functions. */
import { RecordNumberer } from '../../domain/record-key.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { type BookingKind, directionOf } from '../mapping/booking-types.ts';
import { mapBooking } from '../mapping/booking.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  requireAmount,
  requireDecimal,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';

/**
 * The kinds of the mapped entries, by `journal_type` (exchange-docs.crypto.com, private/get-transactions).
 * The other types are trading and its settlement, or deposits and withdrawals.
 */
export const JOURNAL_TYPES: ReadonlyMap<string, BookingKind> = new Map<string, BookingKind>([
  ['SUBACCOUNT_TX', 'transfer'],
  ['ADJUSTMENT', 'booking'],
  ['ADMIN_ADJUSTMENT', 'booking'],
  ['MARGIN_TRADE_INTEREST', 'fee'],
  ['DELIST', 'booking'],
]);

/** Matches names of contracts, which have a hyphen (`BTCUSD-PERP`). Their entries are trading. */
const CONTRACT = /-/;

/**
 * Maps entries of `private/get-transactions`; `transaction_qty` is negative if the amount leaves the account.
 */
export function mapLedger(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction | undefined => {
    const kind = JOURNAL_TYPES.get(requireText(row, 'journal_type'));
    const instrument = requireText(row, 'instrument_name');
    if (kind === undefined || CONTRACT.test(instrument)) return undefined;
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
