/** ccxt's unified methods, made fit for reading histories: no markets, no row that loses others. */
import { DecimalError, parseDecimal, subtractDecimals } from '../../domain/decimal.ts';
import type { CcxtExchange } from '../ccxt-client.ts';
import { LIST_NAME, type UnifiedRow } from './rows.ts';

type Rows = readonly UnifiedRow[];

/** The parts of ccxt's base class that are used or replaced here. */
export interface UnifiedExchange extends CcxtExchange {
  accounts: unknown;
  requiredCredentials: Record<string, boolean>;
  setMarkets: (markets: readonly unknown[], currencies: object) => unknown;
  currency: (code: string) => unknown;
  loadMarkets: () => Promise<object>;
  loadAccounts: () => Promise<unknown>;
  currencies: object;
  currencies_by_id: Record<string, unknown>;
  parseBalance: (answer: unknown, ...rest: readonly unknown[]) => unknown;
  parseTransaction: (row: unknown, currency?: unknown) => UnifiedRow;
  parseTransactions: (rows: unknown, currency?: unknown, ...rest: readonly unknown[]) => Rows;
  filterBySinceLimit: (rows: Rows) => Rows;
  filterByValueSinceLimit: (rows: Rows, field: string, value?: unknown) => Rows;
  parsePrecision: (precision: unknown) => unknown;
  safeBalance: (balance: object) => object;
  seconds: () => number;
  microseconds: () => number;
}

/** The field of a row that ccxt could not read, in place of what it would have read. */
const UNREAD = 'tellerUnread';

/** Why ccxt could not read a row; `null` for one that it could. */
export function reasonUnread(row: UnifiedRow): string | null {
  const reason = row[UNREAD];
  return typeof reason === 'string' ? reason : null;
}

/**
 * Replaces what in ccxt's base class asks or throws away more than it should.
 *
 * @param nowMs the exchange's clock, with which requests are stamped.
 */
export function prepareUnified(ccxt: UnifiedExchange, nowMs: () => number): AnswerWatch {
  // A request is signed with what reading needs: a private key is never asked for.
  ccxt.requiredCredentials = { ...ccxt.requiredCredentials, privateKey: false };
  const originals: Originals = new WeakMap();
  keepEveryRow(ccxt, originals);
  nameEveryAsset(ccxt);
  stampRequests(ccxt, nowMs);
  boundNumbers(ccxt);
  // Markets are of no use here and cost up to twelve requests.
  ccxt.loadMarkets = async () => ({});
  askUnknownCurrencies(ccxt);
  const loadAccounts = ccxt.loadAccounts.bind(ccxt);
  ccxt.loadAccounts = async () => {
    if (ccxt.accounts === undefined || ccxt.accounts === null) {
      // What they are for is to name the asset of rows that do not: most do.
      ccxt.accounts = await loadAccounts().catch(() => []);
    }
    return ccxt.accounts;
  };
  return watchAnswers(ccxt, originals);
}

/** Decimal places that a currency may have; real ones have some twenty. */
const PLACES_MAX = 100;

/**
 * ccxt writes an exponent out with all its zeros, so that a number of twelve characters could take
 * minutes: only what may be a real one is given to it.
 */
function boundNumbers(ccxt: UnifiedExchange): void {
  const parsePrecision = ccxt.parsePrecision.bind(ccxt);
  ccxt.parsePrecision = (precision) =>
    Math.abs(Number(precision)) <= PLACES_MAX ? parsePrecision(precision) : undefined;
  ccxt.safeBalance = (balance) => {
    for (const row of Object.values(balance)) fillFreeAmount(row);
    return balance;
  };
}

/** What is free where the exchange tells only the total and what of it is used. */
function fillFreeAmount(row: unknown): void {
  if (typeof row !== 'object' || row === null) return;
  const amounts = row as { free?: unknown; readonly used?: unknown; readonly total?: unknown };
  if (amounts.free !== undefined) return;
  if (typeof amounts.total !== 'string' || typeof amounts.used !== 'string') return;
  try {
    amounts.free = subtractDecimals(parseDecimal(amounts.total), parseDecimal(amounts.used));
  } catch (error) {
    // What is no decimal is none here either: the row is kept raw.
    if (!(error instanceof DecimalError)) throw error;
    amounts.free = `${amounts.total} - ${amounts.used}`;
  }
}

/** Tells whether the last answer had a list in it. */
export type AnswerWatch = { readonly hadList: () => boolean };

/**
 * Classes of ccxt take an answer without a list for an empty one. An exchange that has no rows
 * writes an empty list, or null in its place; what has neither (`{}`, a message) says nothing.
 */
function watchAnswers(ccxt: UnifiedExchange, originals: Originals): AnswerWatch {
  let last: unknown;
  const fetch = ccxt.fetch.bind(ccxt);
  ccxt.fetch = async (...request) => {
    last = await fetch(...request);
    keepOriginals(last, originals, '', LIST_DEPTH_MAX);
    return last;
  };
  return { hadList: () => hasList(last, LIST_DEPTH_MAX) };
}

const LIST_DEPTH_MAX = 5;

/** The parts of an answer as they came, and the name of the list that each was in. */
type Originals = WeakMap<object, { readonly told: object; readonly list: string }>;

/** Remembers the rows of an answer as they came, before a class changes them. */
function keepOriginals(answer: unknown, originals: Originals, list: string, depth: number): void {
  if (typeof answer !== 'object' || answer === null || depth === 0) return;
  const isList = Array.isArray(answer);
  for (const [name, part] of Object.entries(answer)) {
    keepOriginals(part, originals, isList ? list : name, depth - 1);
  }
  originals.set(answer, { told: isList ? [...(answer as unknown[])] : { ...answer }, list });
}

function hasList(answer: unknown, depth: number): boolean {
  if (Array.isArray(answer) || answer === null) return true;
  if (typeof answer !== 'object' || depth === 0) return false;
  return Object.values(answer).some((part) => hasList(part, depth - 1));
}

/**
 * ccxt drops rows that are before `since` or have no time, cuts the list to `limit`, and loses all
 * of it with a row on which its parser throws. Every row is kept here; the caller judges.
 */
function keepEveryRow(ccxt: UnifiedExchange, originals: Originals): void {
  const parse = ccxt.parseTransaction.bind(ccxt);
  ccxt.parseTransaction = (changed, currency) => {
    const isObject = typeof changed === 'object' && changed !== null;
    const original = isObject ? originals.get(changed) : undefined;
    const info = original?.told ?? changed;
    try {
      const row = parse(isObject ? restoreFields(changed, info) : changed, currency);
      return { ...row, info, [LIST_NAME]: original?.list };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { info, [UNREAD]: reason.slice(0, 200) };
    }
  };
  ccxt.parseTransactions = (rows, currency, _since, _limit, parameters) =>
    listRows(rows).map((row) => Object.assign(ccxt.parseTransaction(row, currency), parameters));
  ccxt.filterBySinceLimit = (rows) => rows;
  ccxt.filterByValueSinceLimit = (rows, field, value) =>
    value === undefined || value === null
      ? rows
      : rows.filter((row) => row[field] === undefined || row[field] === value);
}

/** A class may overwrite a field with nothing (Coinbase Exchange the currency, without accounts). */
function restoreFields(changed: object, original: unknown): object {
  if (Array.isArray(changed)) return changed;
  const told = Object.entries(changed).filter(([, value]) => value !== undefined);
  return { ...(original as object), ...Object.fromEntries(told) };
}

function listRows(rows: unknown): readonly unknown[] {
  if (Array.isArray(rows)) return rows;
  // Some classes pass a map of rows; an object of anything else is a message, not a list.
  const values: unknown[] = typeof rows === 'object' && rows !== null ? Object.values(rows) : [];
  return values.every((value) => typeof value === 'object' && value !== null) ? values : [];
}

/** Where the list of currencies is not told, an asset is asked for by its code. */
function askUnknownCurrencies(ccxt: UnifiedExchange): void {
  const known = ccxt.currency.bind(ccxt);
  ccxt.currency = (code) => {
    try {
      return known(code);
    } catch {
      return { id: code, code, networks: {} };
    }
  };
}

const AMOUNT_OF_ASSET = /^([a-z0-9]+)_(available|reserved)$/;

/**
 * Classes that go through their currencies tell no balance of one that they do not know: of none at
 * all where the list of currencies is not told (Coincheck, HollaEx).
 */
function nameEveryAsset(ccxt: UnifiedExchange): void {
  const parse = ccxt.parseBalance.bind(ccxt);
  ccxt.parseBalance = (answer, ...rest) => {
    const names = typeof answer === 'object' && answer !== null ? Object.keys(answer) : [];
    const ids = names.flatMap((name) => AMOUNT_OF_ASSET.exec(name)?.[1] ?? []);
    const unknown = ids.filter((id) => !Object.hasOwn(ccxt.currencies_by_id, id));
    const added = unknown.map((id) => ({ id, code: ccxt.safeCurrencyCode(id) }));
    ccxt.currencies = {
      ...ccxt.currencies,
      ...Object.fromEntries(added.map((each) => [each.code, each])),
    };
    ccxt.currencies_by_id = {
      ...ccxt.currencies_by_id,
      ...Object.fromEntries(added.map((each) => [each.id, each])),
    };
    return parse(answer, ...rest);
  };
}

/** Classes stamp requests by several clocks, and some number them: a number has to rise. */
function stampRequests(ccxt: UnifiedExchange, nowMs: () => number): void {
  ccxt.milliseconds = nowMs;
  ccxt.seconds = () => Math.floor(nowMs() / 1000);
  ccxt.microseconds = () => nowMs() * 1000;
  const nonce = ccxt.nonce.bind(ccxt);
  let last = 0;
  ccxt.nonce = () => {
    last = Math.max(nonce(), last + 1);
    return last;
  };
}
