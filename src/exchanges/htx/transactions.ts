/** Rows of HTX, mapped. Pure. */
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import type { HeldDeposit } from '../mapping/held-deposits.ts';
import { mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readFee,
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

/** What `type` of `query/deposit-withdraw` asks for. */
export type RecordKind = keyof typeof KINDS;

/**
 * The rows of `query/deposit-withdraw` that are of a kind; one of the other kind is left out.
 * `amount` is what arrives, and a withdrawal's fee is taken beside it. The fee is in the asset.
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
    const feeCost = readFee(row, 'fee');
    return {
      key: `${type}:${requireText(row, 'id')}`,
      type,
      asset,
      amount: requireAmount(row, 'amount'),
      timestampMs: requireTimestampMs(row, 'created-at'),
      status: readStatus(row, 'state', statuses),
      txid: readTxid(row),
      address: readText(row, 'address'),
      feeCost,
      feeCurrency: feeCost === null ? null : asset,
    };
  };
  return mapRows(source, rows, map, ({ id }) => (isId(id) ? `${type}:${id}` : undefined));
}

/**
 * A deposit that is credited and cannot be withdrawn yet. A block is safe within hours: one that
 * was created before `fromMs` (Unix ms) and is still not safe is not waited for.
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

function isId(id: unknown): id is string | number {
  return typeof id === 'number' || (typeof id === 'string' && id !== '');
}

/** The kind that a row tells of itself, or the one that was asked for. @throws {UnreadableRowError} */
function readKind(row: RawRow, asked: RecordKind): RecordKind {
  const told = readText(row, 'type') ?? asked;
  if (Object.hasOwn(KINDS, told)) return told as RecordKind;
  throw new UnreadableRowError(`type is neither deposit nor withdraw: ${told.slice(0, 40)}`);
}

/** Digits alone are the exchange's own number: the page's example has `16382690` on Ethereum. */
const OWN_NUMBER = /^\d{1,20}$/;

/**
 * The transaction on the chain. A transfer between customers (`sub-type` FAST; ccxt 4.5.84,
 * `parseTransaction`) has none, and its `tx-hash` is the exchange's own.
 */
function readTxid(row: RawRow): string | null {
  const hash = readText(row, 'tx-hash');
  const internal = readText(row, 'sub-type') === 'FAST';
  return internal || hash === null || OWN_NUMBER.test(hash) ? null : hash;
}
