/** Transactions of Bitvavo's account history, mapped. Pure. */
import { parseInstantCeiling } from '../../domain/instant.ts';
import type { TransactionType } from '../../domain/transaction.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { mapRows, type ToSymbol } from '../map-rows.ts';
import {
  type RawRow,
  readFee,
  readText,
  requireAmount,
  requireText,
  requireTimestampMs,
} from '../raw-row.ts';

/** `type` of a transaction (docs.bitvavo.com, Get transaction history), in our vocabulary. */
const TYPES: Readonly<Record<string, TransactionType>> = {
  staking: 'reward',
  fixed_staking: 'reward',
  affiliate: 'reward',
  distribution: 'reward',
  rebate: 'reward',
  internal_transfer: 'transfer',
  external_transferred_funds: 'transfer',
  loan: 'other',
  manually_assigned: 'adjustment',
  manually_assigned_bitvavo: 'adjustment',
};

/** What is trading, or told by the lists of deposits and withdrawals. */
const LEFT_OUT = new Set(['buy', 'sell', 'deposit', 'withdrawal', 'withdrawal_cancelled']);

/** Those that can be asked for by type; the last one cannot. */
export const HISTORY_TYPES = Object.keys(TYPES).filter((type) => !type.endsWith('_bitvavo'));

/** Transactions of `account/history` that are neither deposits, withdrawals nor trades. */
export function mapHistory(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  return mapRows(
    'history',
    rows,
    (row) => mapTransaction(row, toSymbol),
    ({ transactionId: id }) => (typeof id === 'string' && id !== '' ? `history:${id}` : undefined),
  );
}

function mapTransaction(row: RawRow, toSymbol: ToSymbol): ExchangeTransaction | undefined {
  const type = requireText(row, 'type');
  if (LEFT_OUT.has(type)) return undefined;
  const side = readText(row, 'receivedAmount') === null ? 'sent' : 'received';
  const asset = toSymbol(requireText(row, `${side}Currency`));
  const feeCost = readFee(row, 'feesAmount');
  const feeId = readText(row, 'feesCurrency');
  const executedAt = requireText(row, 'executedAt');
  return {
    key: `history:${requireText(row, 'transactionId')}`,
    type: (Object.hasOwn(TYPES, type) ? TYPES[type] : undefined) ?? 'other',
    status: 'completed',
    asset,
    amount: requireAmount(row, `${side}Amount`),
    timestampMs: requireTimestampMs(
      { executedAt: parseInstantCeiling(executedAt) ?? executedAt },
      'executedAt',
    ),
    txid: null,
    address: readText(row, 'address'),
    feeCost,
    feeCurrency: feeCost === null || feeId === null ? null : toSymbol(feeId),
  };
}
