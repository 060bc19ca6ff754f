/** Maps deposits and withdrawals of Bybit. Pure functions. */
import { RecordNumberer, type UnidentifiedRecord } from '../../domain/record-key.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { NO_FEE, readFeeIn } from '../mapping/fee.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireAmount,
  requireText,
  requireTimestampMs,
  requireTimestampSeconds,
} from '../mapping/raw-row.ts';
import { readStatus } from '../mapping/status-table.ts';
import { DEPOSIT_STATUSES, INTERNAL_DEPOSIT_STATUSES, WITHDRAWAL_STATUSES } from './statuses.ts';

const ON_CHAIN = '0';

/**
 * Maps deposits of `deposit/query-record`, all pages of a window together, because rows without `id` are
 * numbered among equal rows. `successAt`, the only time of a row, changes with its status. `fromAddress` is
 * the sender's, "only shown when … from address is unique"; `toAddress` is the account's.
 */
export function mapDeposits(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const numberer = new RecordNumberer();
  const map = (row: RawRow): ExchangeTransaction => {
    const asset = toSymbol(requireText(row, 'coin'));
    const record = {
      type: 'deposit',
      asset,
      amount: requireAmount(row, 'amount'),
      timestampMs: requireTimestampMs(row, 'successAt'),
      txid: readText(row, 'txID'),
      address: readText(row, 'toAddress'),
    } as const;
    const id = readText(row, 'id');
    return {
      ...record,
      address: readText(row, 'fromAddress') ?? record.address,
      key: id === null ? keyByContent(numberer, row, record) : `deposit:${id}`,
      status: readStatus(row, 'status', DEPOSIT_STATUSES),
      ...readFeeIn(asset, row, 'depositFee'),
    };
  };
  return mapRows('deposits', rows, map, (row) => keyById('deposit', 'id', row));
}

/**
 * Maps deposits of `deposit/query-internal-record`: from another customer, not on a chain. `txID` is the
 * exchange's own number, and `address` a masked e-mail address or phone number. The time is in seconds.
 */
export function mapInternalDeposits(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction => ({
    key: `internal-deposit:${requireText(row, 'id')}`,
    type: 'deposit',
    asset: toSymbol(requireText(row, 'coin')),
    amount: requireAmount(row, 'amount'),
    timestampMs: requireTimestampSeconds(row, 'createdTime'),
    status: readStatus(row, 'status', INTERNAL_DEPOSIT_STATUSES),
    txid: null,
    address: null,
    ...NO_FEE,
  });
  return mapRows('internal-deposits', rows, map, (row) => keyById('internal-deposit', 'id', row));
}

/**
 * Maps withdrawals of `withdraw/query-record`; a withdrawal to another customer (type 1) is not on a chain.
 */
export function mapWithdrawals(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction => {
    const asset = toSymbol(requireText(row, 'coin'));
    const onChain = (readText(row, 'withdrawType') ?? ON_CHAIN) === ON_CHAIN;
    return {
      key: `withdrawal:${requireText(row, 'withdrawId')}`,
      type: 'withdrawal',
      asset,
      amount: requireAmount(row, 'amount'),
      timestampMs: requireTimestampMs(row, 'createTime'),
      status: readStatus(row, 'status', WITHDRAWAL_STATUSES),
      txid: onChain ? readText(row, 'txID') : null,
      address: readText(row, 'toAddress'),
      ...readFeeIn(asset, row, 'withdrawFee'),
    };
  };
  return mapRows('withdrawals', rows, map, (row) => keyById('withdrawal', 'withdrawId', row));
}

/**
 * Returns the key of a row without `id`. A row on a chain is identified by its place on the chain, because
 * its time changes with its status.
 */
function keyByContent(numberer: RecordNumberer, row: RawRow, record: UnidentifiedRecord): string {
  if (record.txid === null) return `deposit:${numberer.keyOf(record)}`;
  const place = `${record.txid}:${readText(row, 'txIndex') ?? ''}`;
  return `deposit:${numberer.keyOf({ ...record, txid: place, timestampMs: 0 })}`;
}
