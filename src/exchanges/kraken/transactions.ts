/** Maps deposits and withdrawals of Kraken, and joins them with its other bookings. Pure functions. */
import { absoluteDecimal, type Decimal, isNegativeDecimal } from '../../domain/decimal.ts';
import type { TransactionStatus } from '../../domain/transaction.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { feeOf } from '../mapping/fee.ts';
import { keyById, type MappedRows, mapEach, mapRows } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readFee,
  readText,
  requireAmount,
  requireDecimal,
  requireText,
  requireTimestampSeconds,
} from '../mapping/raw-row.ts';
import type { KrakenAssets } from './assets.ts';
import { ledgerKey, mapBookings, rereadRange } from './ledger.ts';
import { readKrakenStatus } from './statuses.ts';

/** The rows of a window: ledger entries by id, and the two status lists, which begin before it and may end after it. */
export interface KrakenRows {
  /** The window `[fromMs, toMs)` (Unix ms). */
  readonly fromMs: number;
  readonly toMs: number;
  readonly ledger: ReadonlyMap<string, RawRow>;
  readonly deposits: readonly RawRow[];
  readonly withdrawals: readonly RawRow[];
}

type Funding = 'deposit' | 'withdrawal';

/**
 * Joins the ledger, which contains all settled rows since the beginning, with the status lists, which contain
 * pending and failed rows, txid and address. `refid` links them.
 *
 * A row of a status list that was created outside of the window and has no entry in it is omitted: it would replace the
 * ledger's amount and fee, which another window contains, by its own rounded ones. While it is not final, it is
 * re-read by its own time.
 */
export function joinKrakenRows(rows: KrakenRows, assets: KrakenAssets): WindowReading {
  const { values: entries, unreadable } = checkLedger(rows.ledger);
  const readings = [
    joinFunding('deposit', { ...rows, entries, statuses: rows.deposits }, assets),
    joinFunding('withdrawal', { ...rows, entries, statuses: rows.withdrawals }, assets),
    mapBookings(entries, assets),
  ];
  return {
    transactions: readings.flatMap((reading) => reading.transactions),
    unreadable: [...unreadable, ...readings.flatMap((reading) => reading.unreadable)],
  };
}

/** Returns the entries with readable links, and quarantines the others. */
function checkLedger(ledger: ReadonlyMap<string, RawRow>): MappedRows<RawRow> {
  const rows = [...ledger].map(([id, entry]): RawRow => Object.assign({ id }, entry));
  const check = (entry: RawRow): RawRow => {
    requireText(entry, 'type');
    readText(entry, 'refid');
    readText(entry, 'time');
    return entry;
  };
  const keyOf = ({ id }: RawRow): string => `ledger:${String(id)}`;
  return mapEach('ledgers', rows, check, keyOf, (row) => rereadRange([row]));
}

interface FundingRows {
  readonly fromMs: number;
  readonly toMs: number;
  readonly entries: readonly RawRow[];
  readonly statuses: readonly RawRow[];
}

function joinFunding(
  type: Funding,
  { fromMs, toMs, entries, statuses }: FundingRows,
  assets: KrakenAssets,
): WindowReading {
  const settled = Map.groupBy(
    entries.filter((entry) => entry['type'] === type),
    (entry) => readText(entry, 'refid') ?? readText(entry, 'id'),
  );
  const keyOf = (row: RawRow): string | undefined => fundingKey(type, row);
  const fromStatuses = mapRows(
    type,
    statuses,
    (row) => {
      const group = settled.get(readText(row, 'refid')) ?? [];
      if (group.length === 0) {
        const timeMs = requireTimestampSeconds(row, 'time');
        if (timeMs < fromMs || timeMs >= toMs) return undefined;
      }
      return mapStatusRow(type, row, group, assets);
    },
    keyOf,
    (row) => rereadRange([row, ...(settled.get(String((row as RawRow | null)?.['refid'])) ?? [])]),
  );
  // If a status row cannot be read, the ledger's entry is mapped instead.
  const mapped = new Set(fromStatuses.transactions.map(({ key }) => key));
  const ledgerOnly = [...settled.values()].filter(
    (group) => !mapped.has(fundingKey(type, firstEntry(group)) ?? ''),
  );
  const fromLedger = mapRows(
    type,
    ledgerOnly.map((group) => Object.assign({ group }, firstEntry(group))),
    (row) => mapSettledGroup(type, row['group'] as RawRow[], assets),
    keyOf,
    (row) => rereadRange((row as { group: RawRow[] }).group),
  );
  return {
    transactions: [...fromStatuses.transactions, ...fromLedger.transactions],
    unreadable: [...fromStatuses.unreadable, ...fromLedger.unreadable],
  };
}

/** Maps a row of a status list, which has the time of creation, with amount and fee of the ledger. */
function mapStatusRow(
  type: Funding,
  row: RawRow,
  group: readonly RawRow[],
  assets: KrakenAssets,
): ExchangeTransaction {
  const booked = group.length === 0 ? row : firstEntry(group);
  const assetId = requireText(row, 'asset');
  const asset = assets.read(assetId).symbol;
  const amount =
    booked === row
      ? requireAmount(row, 'amount')
      : absoluteDecimal(requireDecimal(booked, 'amount'));
  const feeCost = readLedgerFee(booked, assetId, assets);
  const status = readKrakenStatus(row, group.length > 0);
  return {
    key: `${type}:${requireText(row, 'refid')}`,
    type,
    asset,
    amount: assets.writeAmount(assetId, amount),
    timestampMs: requireTimestampSeconds(row, 'time'),
    status: status === 'completed' ? settledStatus(type, group) : status,
    txid: readText(row, 'txid'),
    address: readText(row, 'info'),
    ...feeOf(feeCost, asset),
  };
}

/** Maps entries that are only in the ledger: settled or reversed. */
function mapSettledGroup(
  type: Funding,
  group: readonly RawRow[],
  assets: KrakenAssets,
): ExchangeTransaction {
  const entry = firstEntry(group);
  const assetId = requireText(entry, 'asset');
  const asset = assets.read(assetId).symbol;
  const feeCost = readLedgerFee(entry, assetId, assets);
  return {
    key: fundingKey(type, entry) ?? ledgerKey(entry),
    type,
    asset,
    amount: assets.writeAmount(assetId, absoluteDecimal(requireDecimal(entry, 'amount'))),
    timestampMs: requireTimestampSeconds(entry, 'time'),
    status: settledStatus(type, group),
    txid: null,
    address: null,
    ...feeOf(feeCost, asset),
  };
}

function readLedgerFee(row: RawRow, assetId: string, assets: KrakenAssets): Decimal | null {
  const fee = readFee(row, 'fee');
  return fee === null ? null : assets.writeAmount(assetId, fee);
}

/** An entry against the direction of its type reverses the movement. */
function settledStatus(type: Funding, group: readonly RawRow[]): TransactionStatus {
  const reversed = group.some((entry) => {
    const amount = requireDecimal(entry, 'amount');
    return isNegativeDecimal(amount) === (type === 'deposit');
  });
  return reversed ? 'failed' : 'completed';
}

/** Returns the earliest entry of a group, by time and then by id. */
function firstEntry(group: readonly RawRow[]): RawRow {
  const timeOf = (entry: RawRow): number => Number(readText(entry, 'time'));
  const sorted = group.toSorted(
    (a, b) => timeOf(a) - timeOf(b) || (String(a['id']) < String(b['id']) ? -1 : 1),
  );
  return sorted[0] ?? {};
}

function fundingKey(type: Funding, row: RawRow): string | undefined {
  return keyById(type, 'refid', row);
}
