/** Rows of Kraken, mapped and joined. Pure. */
import { absoluteDecimal, type Decimal, isNegativeDecimal } from '../../domain/decimal.ts';
import type { TransactionStatus, TransactionType } from '../../domain/transaction.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { type MappedRows, mapEach, mapRows } from '../map-rows.ts';
import {
  type RawRow,
  readFee,
  readText,
  requireAmount,
  requireDecimal,
  requireText,
  requireTimestampSeconds,
} from '../raw-row.ts';
import type { KrakenAssets } from './assets.ts';
import { readKrakenStatus } from './statuses.ts';

/** What one reading of a window holds: ledger entries by id, and the two status lists. */
export interface KrakenRows {
  readonly ledger: ReadonlyMap<string, RawRow>;
  readonly deposits: readonly RawRow[];
  readonly withdrawals: readonly RawRow[];
}

/** Ledger types that are trading and never a transaction of the wallet. */
const TRADING_TYPES = new Set([
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

/** Ledger types other than deposit and withdrawal, in the vocabulary of the contract. */
const LEDGER_TYPES: Readonly<Record<string, TransactionType>> = {
  transfer: 'transfer',
  custodytransfer: 'transfer',
  staking: 'reward',
  reward: 'reward',
  dividend: 'reward',
  'invite bonus': 'reward',
  invite_bonus: 'reward',
  airdrop: 'reward',
  adjustment: 'adjustment',
  credit: 'adjustment',
  reserve: 'adjustment',
  fee: 'fee',
};

/**
 * A transfer between two products is booked once where it leaves and once where it arrives, staking
 * under two references (support.kraken.com, Ledger entries): it is told by the entry where it leaves.
 */
const ARRIVING_SUBTYPES = new Set(['stakingfromspot', 'spotfromstaking']);

/** Moves between a balance and Earn, booked as the two sides of one reference. */
const EARN_MOVES = new Set([
  'allocation',
  'deallocation',
  'autoallocate',
  'autoallocation',
  'migration',
]);

type Funding = 'deposit' | 'withdrawal';

/**
 * Joins the ledger, which holds what was settled (to its full depth), with the status lists,
 * which know of pending and failed rows, of txid and address. `refid` is common to them.
 */
export function joinKrakenRows(rows: KrakenRows, assets: KrakenAssets): WindowReading {
  const { values: entries, unreadable } = checkLedger(rows.ledger);
  const readings = [
    joinFunding('deposit', entries, rows.deposits, assets),
    joinFunding('withdrawal', entries, rows.withdrawals, assets),
    mapRows('ledgers', entries, (entry) => mapLedgerEntry(entry, assets), ledgerKey),
  ];
  return {
    transactions: readings.flatMap((reading) => reading.transactions),
    unreadable: [...unreadable, ...readings.flatMap((reading) => reading.unreadable)],
  };
}

/** The entries of which everything can be read that they are joined by. */
function checkLedger(ledger: ReadonlyMap<string, RawRow>): MappedRows<RawRow> {
  const rows = [...ledger].map(([id, entry]): RawRow => Object.assign({ id }, entry));
  const check = (entry: RawRow): RawRow => {
    requireText(entry, 'type');
    readText(entry, 'refid');
    readText(entry, 'time');
    return entry;
  };
  return mapEach('ledgers', rows, check, ({ id }) => `ledger:${String(id)}`);
}

function joinFunding(
  type: Funding,
  entries: readonly RawRow[],
  statuses: readonly RawRow[],
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
    (row) => mapStatusRow(type, row, settled.get(readText(row, 'refid')) ?? [], assets),
    keyOf,
  );
  // A status row that cannot be read does not hide what the ledger booked.
  const told = new Set(fromStatuses.transactions.map(({ key }) => key));
  const ledgerOnly = [...settled.values()].filter(
    (group) => !told.has(fundingKey(type, firstEntry(group)) ?? ''),
  );
  const fromLedger = mapRows(
    type,
    ledgerOnly.map((group) => Object.assign({ group }, firstEntry(group))),
    (row) => mapSettledGroup(type, row['group'] as RawRow[], assets),
    keyOf,
  );
  return {
    transactions: [...fromStatuses.transactions, ...fromLedger.transactions],
    unreadable: [...fromStatuses.unreadable, ...fromLedger.unreadable],
  };
}

/** A row of a status list tells when it was created; what the ledger booked of it counts. */
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
  return {
    key: `${type}:${requireText(row, 'refid')}`,
    type,
    asset,
    amount: assets.writeAmount(assetId, amount),
    timestampMs: requireTimestampSeconds(row, 'time'),
    status: readKrakenStatus(row),
    txid: readText(row, 'txid'),
    address: readText(row, 'info'),
    feeCost,
    feeCurrency: feeCost === null ? null : asset,
  };
}

/** What only the ledger knows of: settled, or booked back. */
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
    feeCost,
    feeCurrency: feeCost === null ? null : asset,
  };
}

function readLedgerFee(row: RawRow, assetId: string, assets: KrakenAssets): Decimal | null {
  const fee = readFee(row, 'fee');
  return fee === null ? null : assets.writeAmount(assetId, fee);
}

/** An entry against the direction of its type books the movement back. */
function settledStatus(type: Funding, group: readonly RawRow[]): TransactionStatus {
  const reversed = group.some((entry) => {
    const amount = requireDecimal(entry, 'amount');
    return isNegativeDecimal(amount) === (type === 'deposit');
  });
  return reversed ? 'failed' : 'completed';
}

/** A ledger entry that is neither funding nor trading. */
function mapLedgerEntry(entry: RawRow, assets: KrakenAssets): ExchangeTransaction | undefined {
  const ledgerType = requireText(entry, 'type');
  if (ledgerType === 'deposit' || ledgerType === 'withdrawal') return undefined;
  if (TRADING_TYPES.has(ledgerType)) return undefined;
  const subtype = readText(entry, 'subtype');
  const amount = requireDecimal(entry, 'amount');
  if (arrives(ledgerType, subtype, amount)) return undefined;
  const asset = assets.read(requireText(entry, 'asset')).symbol;
  const feeCost = readFee(entry, 'fee');
  return {
    key: ledgerKey(entry),
    type: readLedgerType(ledgerType, subtype),
    asset,
    amount: absoluteDecimal(amount),
    timestampMs: requireTimestampSeconds(entry, 'time'),
    status: 'completed',
    txid: null,
    address: null,
    feeCost,
    feeCurrency: feeCost === null ? null : asset,
  };
}

/** Whether an entry is the arriving side of a transfer whose leaving side is an entry of its own. */
function arrives(type: string, subtype: string | null, amount: Decimal): boolean {
  if (subtype === null) return false;
  if (type === 'transfer') return ARRIVING_SUBTYPES.has(subtype);
  return type === 'earn' && EARN_MOVES.has(subtype) && !isNegativeDecimal(amount);
}

/** Earn books rewards and moves between its products under one type, told apart by subtype. */
function readLedgerType(type: string, subtype: string | null): TransactionType {
  if (type === 'earn' && subtype === 'reward') return 'reward';
  if (type === 'earn') return EARN_MOVES.has(subtype ?? '') ? 'transfer' : 'other';
  return (Object.hasOwn(LEDGER_TYPES, type) ? LEDGER_TYPES[type] : undefined) ?? 'other';
}

/** The earliest entry of a group, by time and then by id. */
function firstEntry(group: readonly RawRow[]): RawRow {
  const timeOf = (entry: RawRow): number => Number(readText(entry, 'time'));
  const sorted = group.toSorted(
    (a, b) => timeOf(a) - timeOf(b) || (String(a['id']) < String(b['id']) ? -1 : 1),
  );
  return sorted[0] ?? {};
}

function fundingKey(type: Funding, row: RawRow): string | undefined {
  const refid = readText(row, 'refid');
  return refid === null ? undefined : `${type}:${refid}`;
}

function ledgerKey(entry: RawRow): string {
  return `ledger:${requireText(entry, 'id')}`;
}
