/** Maps deposits and withdrawals of HTX. Pure functions. */
import type { RereadWindow } from '../client/list-scan.ts';
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

/** The two kinds of rows of `query/deposit-withdraw`, by the exchange's names. */
const KINDS = {
  deposit: { source: 'deposits', type: 'deposit', statuses: DEPOSIT_STATUSES },
  withdraw: { source: 'withdrawals', type: 'withdrawal', statuses: WITHDRAWAL_STATUSES },
} as const satisfies Readonly<
  Record<string, { source: string; type: string; statuses: StatusTable }>
>;

/** The parameter `type` of `query/deposit-withdraw`. */
export type RecordKind = keyof typeof KINDS;

/**
 * Maps the rows of one kind of `query/deposit-withdraw`; rows of the other kind are skipped. `amount` is the
 * amount that arrives, without the fee of a withdrawal. The fee is in the asset.
 *
 * @param windowOf returns the range that is re-read for a row that cannot be mapped.
 */
export function mapRecords(
  kind: RecordKind,
  rows: readonly unknown[],
  toSymbol: ToSymbol,
  windowOf?: (row: unknown) => RereadWindow,
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
  return mapRows(source, rows, map, (row) => keyById(type, 'id', row), windowOf);
}

/**
 * Returns a credited deposit that cannot be withdrawn yet; `undefined` for any other row. A block is safe
 * within hours, so a deposit that was created before `fromMs` (Unix ms) is ignored even if it is not safe.
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

/**
 * Returns the kind of a row; the requested kind if the row has none.
 *
 * @throws {UnreadableRowError} if it is unknown.
 */
function readKind(row: RawRow, requested: RecordKind): RecordKind {
  const kind = readText(row, 'type') ?? requested;
  if (Object.hasOwn(KINDS, kind)) return kind as RecordKind;
  throw new UnreadableRowError(`type is neither deposit nor withdraw: ${kind.slice(0, 40)}`);
}

/**
 * Matches the exchange's own number, which only has digits: the example of the documentation has `16382690`
 * on Ethereum.
 */
const OWN_NUMBER = /^\d{1,20}$/;

/**
 * Returns the transaction on the chain; `null` for a transfer between customers (`sub-type` FAST; ccxt
 * 4.5.84, `parseTransaction`), which has the exchange's own number in `tx-hash`.
 */
function readTxid(row: RawRow): string | null {
  const hash = readText(row, 'tx-hash');
  const internal = readText(row, 'sub-type') === 'FAST';
  return internal || hash === null || OWN_NUMBER.test(hash) ? null : hash;
}
