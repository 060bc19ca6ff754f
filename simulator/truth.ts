import type { TransactionStatus, TransactionType } from '../src/domain/transaction.ts';

/** Kinds of transaction that wallet-teller reports. */
export type TruthKind = TransactionType;

/** The kinds that reduce a balance. */
export const OUTGOING_KINDS: ReadonlySet<TruthKind> = new Set<TruthKind>([
  'withdrawal',
  'transfer_out',
  'fee',
  'debit',
]);

/** Statuses that wallet-teller reports. */
export type TruthStatus = TransactionStatus;

/** A status of a record, its first time, and the exchange's code for it. */
export interface TruthState {
  /** Unix milliseconds. */
  readonly fromMs: number;
  readonly status: TruthStatus;
  /** The exchange's code: `6`, `Success`, `Successful`. */
  readonly code: string;
  /** Kraken's `status-prop`, if it has one. */
  readonly property?: string;
}

/** The true values of one record at an exchange, independent of its wire format. */
interface TruthRecord {
  /** The exchange's own identifier; undefined if the exchange gives none. */
  readonly recordId: string | undefined;
  readonly kind: TruthKind;
  /** False for records (trades) that must not become a transaction. */
  readonly listed: boolean;
  /** The asset symbol that wallet-teller reports: `BTC` for Kraken's `XXBT`. */
  readonly asset: string;
  /**
   * Never negative, in plain notation, with every digit that the exchange writes, including trailing zeros.
   */
  readonly amount: string;
  /** Like `amount`; `null` if the exchange reports no fee. */
  readonly fee: string | null;
  /** Unix milliseconds from which the exchange reports the fee. Default always. */
  readonly feeFromMs?: number;
  /** Unix milliseconds. */
  readonly timestampMs: number;
  /** Null for a transfer inside the exchange. */
  readonly txid: string | null;
  /** Unix milliseconds from which the exchange reports the txid. */
  readonly txidFromMs: number;
  readonly address: string | null;
  /** Memo or destination tag, on chains that have one. */
  readonly tag: string | null;
  /** True if the exchange sends the record in a malformed form. */
  readonly malformed: boolean;
  /** Oldest first, at least one. */
  readonly states: readonly TruthState[];
  /** Unix milliseconds, without the end, in which the lists of the exchange omit the record. */
  readonly hidden?: { readonly fromMs: number; readonly toMs: number };
}

/** The kind of malformation of a record. */
export type Malformation = 'missing-time' | 'garbage-time' | 'garbage-amount';

/** A record of a Binance account. */
export interface BinanceTruthRow extends TruthRecord {
  readonly exchange: 'binance';
  readonly source:
    | 'deposit'
    | 'withdrawal'
    | 'fiat-deposit'
    | 'fiat-withdrawal'
    | 'dividend'
    | 'transfer';
  readonly wire: {
    readonly network: string;
    readonly amountText: string;
    /** The amount of a fiat order with its fee. */
    readonly indicatedText?: string;
    readonly feeText: string | null;
    readonly txidText: string;
    /** `number`: the amount is a JSON number with all of its digits. */
    readonly amountForm: 'text' | 'number';
    readonly malformation: Malformation | null;
    readonly internal: boolean;
    /** The account's own address of a deposit with a known sender. */
    readonly ownAddress?: string;
    /** Fiat payment method, direction of a dividend, type of a transfer; empty for crypto. */
    readonly method: string;
  };
}

/** One entry of a Kraken ledger. */
export interface KrakenLedgerEntry {
  readonly ledgerId: string;
  readonly refid: string;
  /** Unix time in tenths of a millisecond: Kraken writes seconds with four decimals. */
  readonly ticks: number;
  readonly type: string;
  readonly subtype: string;
  readonly assetId: string;
  /** Signed. */
  readonly amountText: string;
  readonly feeText: string;
  readonly balanceText: string;
}

/** A record of a Kraken account. */
export interface KrakenTruthRow extends TruthRecord {
  readonly exchange: 'kraken';
  readonly source: 'ledger' | 'deposit' | 'withdrawal';
  readonly wire: {
    /** Kraken's own asset name: `XXBT`, `ZEUR`, `DOT.S`. */
    readonly assetId: string;
    readonly refid: string;
    /** Unix milliseconds (a whole second) at which the transfer was requested. */
    readonly requestedAtMs: number;
    /** Its entries in the ledger; each appears at its own time. */
    readonly ledgers: readonly KrakenLedgerEntry[];
    readonly amountText: string;
    readonly feeText: string;
    readonly method: string;
    readonly network: string;
  };
}

/** The list of the exchange that contains a record; internal transfers are between its customers. */
export type RoutedSource = 'deposit' | 'internal-deposit' | 'withdrawal' | 'internal-withdrawal';

/** A record of an account at an exchange that is described by a table of routes. */
export interface RoutedTruthRow extends TruthRecord {
  /** ccxt's id of the exchange. */
  readonly exchange: string;
  /** `ledger`: an entry other than a deposit or withdrawal. */
  readonly source: RoutedSource | 'ledger';
  readonly wire: {
    /** A network of the common coins; empty for an internal transfer. */
    readonly network: string;
    /** Identifier on the chain, or the exchange's own identifier of an internal transfer. */
    readonly txidText: string;
    readonly malformation: Malformation | null;
    /** The account's own address of a deposit with a known sender. */
    readonly ownAddress?: string;
  };
}

/** A record of any simulated exchange. */
export type TruthRow = BinanceTruthRow | KrakenTruthRow | RoutedTruthRow;

/** A change of one balance. */
export interface BalanceChange {
  /** Unix milliseconds. */
  readonly atMs: number;
  /** The exchange's own asset name. */
  readonly assetId: string;
  /** Signed plain decimal. */
  readonly delta: string;
}

/** Everything that an exchange account contains. */
export interface History<Row extends TruthRow = TruthRow> {
  readonly exchange: Row['exchange'];
  /** Ascending by `timestampMs`. */
  readonly rows: readonly Row[];
  /** Ascending by `atMs`. */
  readonly balanceChanges: readonly BalanceChange[];
  /** The share of a balance that open orders lock, in whole percent, by the exchange's asset name. */
  readonly lockedPercents: Readonly<Record<string, number>>;
}

/** A record as wallet-teller should report it at a moment. */
export interface ReportedTransaction {
  readonly recordId: string | undefined;
  readonly kind: TruthKind;
  readonly asset: string;
  readonly amount: string;
  readonly fee: string | null;
  readonly timestampMs: number;
  readonly status: TruthStatus;
  readonly txid: string | null;
  readonly address: string | null;
}

/** Returns the state of a record at a Unix time in milliseconds; `undefined` before the record exists. */
export function stateAt(row: TruthRow, nowMs: number): TruthState | undefined {
  return row.states.findLast((state) => state.fromMs <= nowMs);
}

/** Returns true while the lists of the exchange omit a record (Unix milliseconds). */
export function isHidden({ hidden }: TruthRow, nowMs: number): boolean {
  return hidden !== undefined && hidden.fromMs <= nowMs && nowMs < hidden.toMs;
}

/**
 * Returns a record as wallet-teller should report it at a moment; `undefined` if it should not be reported:
 * the record does not exist yet, is not a transaction, is malformed, or no endpoint lists it. At Kraken, only
 * the status endpoints list transfers without a ledger entry, txids and addresses; they contain the last
 * `statusReachMs` (default: no limit). In that period, the time is that of the request, which created the
 * transfer; before it, the ledger's.
 */
export function reportedAt(
  row: TruthRow,
  nowMs: number,
  statusReachMs = Number.POSITIVE_INFINITY,
): ReportedTransaction | undefined {
  const state = stateAt(row, nowMs);
  if (state === undefined || !row.listed || row.malformed) return undefined;
  const reported = {
    recordId: row.recordId,
    kind: row.kind,
    asset: row.asset,
    amount: row.amount,
    fee: nowMs >= (row.feeFromMs ?? 0) ? row.fee : null,
    timestampMs: row.timestampMs,
    status: state.status,
    txid: nowMs >= row.txidFromMs ? row.txid : null,
    address: row.address,
  };
  return isOfKraken(row) ? reportedByKraken(row, reported, nowMs, statusReachMs) : reported;
}

function reportedByKraken(
  row: KrakenTruthRow,
  reported: ReportedTransaction,
  nowMs: number,
  statusReachMs: number,
): ReportedTransaction | undefined {
  if (row.source === 'ledger') return reported;
  const inLedger = row.wire.ledgers.some(({ ticks }) => ticks <= nowMs * 10 + 9);
  const withinReach = row.wire.requestedAtMs >= nowMs - statusReachMs;
  if (!inLedger && !withinReach) return undefined;
  return {
    ...reported,
    timestampMs: withinReach ? row.wire.requestedAtMs : row.timestampMs,
    txid: withinReach ? reported.txid : null,
    address: withinReach ? reported.address : null,
  };
}

/** Returns true for a record of a Kraken account. */
export function isOfKraken(row: TruthRow): row is KrakenTruthRow {
  return row.exchange === 'kraken';
}
