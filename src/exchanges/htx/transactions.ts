/** Maps deposits and withdrawals of HTX. Pure functions. */
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { readFeeIn } from '../mapping/fee.ts';
import type { HeldDeposit } from '../mapping/held-deposits.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireAmount,
  requireText,
  requireTimestampMs,
  UnreadableRowError,
} from '../mapping/raw-row.ts';
import { readStatus, type StatusTable } from '../mapping/status-table.ts';
import { CREDITED, DEPOSIT_STATUSES, WITHDRAWAL_STATUSES } from './statuses.ts';

/** The two kinds of row of `query/deposit-withdraw`, by the exchange's own name of them. */
const KINDS = {
  deposit: { source: 'deposits', type: 'deposit', statuses: DEPOSIT_STATUSES },
  withdraw: { source: 'withdrawals', type: 'withdrawal', statuses: WITHDRAWAL_STATUSES },
} as const satisfies Readonly<
  Record<string, { source: string; type: string; statuses: StatusTable }>
>;

/** The parameter `type` of `query/deposit-withdraw`. */
export type RecordKind = keyof typeof KINDS;

/**
 * Maps the rows of `query/deposit-withdraw` that are of a kind; rows of the other kind are skipped.
 * `amount` is what arrives, without a withdrawal's fee. The fee is in the asset.
 */
export function mapRecords(
  kind: RecordKind,
  rows: readonly unknown[],
  toSymbol: ToSymbol,
): WindowReading {
  const { source, type, statuses } = KINDS[kind];
  const map = (row: RawRow): ExchangeTransaction | undefined => {
    if (readKind(row, kind) !== kind) return undefined;
    const asset = toSymbol(requireText(row, 'currency'));
    return {
      key: `${type}:${requireText(row, 'id')}`,
      type,
      asset,
      amount: requireAmount(row, 'amount'),
      timestampMs: requireTimestampMs(row, 'created-at'),
      status: readStatus(row, 'state', statuses),
      txid: readTxid(row),
      address: readText(row, 'address'),
      ...readFeeIn(asset, row, 'fee'),
    };
  };
  return mapRows(source, rows, map, (row) => keyById(type, 'id', row));
}

/**
 * Returns a deposit that is credited and cannot be withdrawn yet. A block is safe within hours: a
 * deposit that was created before `fromMs` (Unix ms) and is still not safe is ignored.
 */
export function mapHeldDeposit(
  row: RawRow,
  fromMs: number,
  toSymbol: ToSymbol,
): HeldDeposit | undefined {
  const credited = readText(row, 'state') === CREDITED && readKind(row, 'deposit') === 'deposit';
  if (!credited || requireTimestampMs(row, 'created-at') < fromMs) return undefined;
  return { asset: toSymbol(requireText(row, 'currency')), amount: requireAmount(row, 'amount') };
}

/** Returns the kind of a row; the requested one if the row has none. @throws {UnreadableRowError} */
function readKind(row: RawRow, requested: RecordKind): RecordKind {
  const kind = readText(row, 'type') ?? requested;
  if (Object.hasOwn(KINDS, kind)) return kind as RecordKind;
  throw new UnreadableRowError(`type is neither deposit nor withdraw: ${kind.slice(0, 40)}`);
}

/** A text of digits is the exchange's own number: the page's example has `16382690` on Ethereum. */
const OWN_NUMBER = /^\d{1,20}$/;

/**
 * Reads the transaction on the chain. A transfer between customers (`sub-type` FAST; ccxt 4.5.84,
 * `parseTransaction`) has none, and its `tx-hash` is the exchange's own.
 */
function readTxid(row: RawRow): string | null {
  const hash = readText(row, 'tx-hash');
  const internal = readText(row, 'sub-type') === 'FAST';
  return internal || hash === null || OWN_NUMBER.test(hash) ? null : hash;
}
