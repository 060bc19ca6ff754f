/**
 * Changes ccxt's unified methods for reading histories: no markets are loaded, and an invalid row does not
 * affect others.
 */
import { DecimalError, parseDecimal, subtractDecimals } from '../../domain/decimal.ts';
import { UNVERIFIED } from './balances.ts';
import { replaceNonObjects } from './replace-non-objects.ts';
import { type ResponseCapture, captureResponses } from './response-capture.ts';
import { ResponseWatch } from './response-watch.ts';
import { LIST_NAME, type UnifiedRow } from './rows.ts';
import type { UnifiedExchange } from './unified-exchange.ts';

/** The field of a row that ccxt could not read; it contains the reason. */
const UNREAD = 'tellerUnread';

/** Returns why ccxt could not read a row; `null` if it could. */
export function reasonUnread(row: UnifiedRow): string | null {
  const reason = row[UNREAD];
  return typeof reason === 'string' ? reason : null;
}

/** The unchanged responses of an exchange. */
export interface WatchedResponses {
  /** For lists of a history. */
  readonly lists: ResponseWatch;
  /** For readers of raw rows. */
  readonly capture: ResponseCapture;
}

/**
 * Replaces methods of ccxt's base class that request too much data or discard rows.
 *
 * @param accountType the type of the account that is read, if the owner has several.
 */
export function overrideUnifiedMethods(
  ccxt: UnifiedExchange,
  accountType?: string,
): WatchedResponses {
  // Reading never requires a private key.
  ccxt.requiredCredentials = { ...ccxt.requiredCredentials, privateKey: false };
  const responses = new ResponseWatch();
  returnEveryRow(ccxt, responses);
  acceptOddUpdates(ccxt);
  nameEveryAsset(ccxt);
  numberRequests(ccxt);
  boundNumbers(ccxt);
  encodePaths(ccxt);
  // Markets are not needed, and take up to twelve requests.
  ccxt.loadMarkets = async () => ({});
  acceptUnknownCurrencies(ccxt);
  loadAccountsOnce(ccxt, responses, accountType);
  const fetch = ccxt.fetch.bind(ccxt);
  ccxt.fetch = async (...request) => {
    const response: unknown = await fetch(...request);
    replaceNonObjects(response);
    responses.add(request[0], response);
    return response;
  };
  return { lists: responses, capture: captureResponses(ccxt) };
}

/**
 * Makes classes load the list of accounts once, with the requested account first: classes read the first
 * account of any type.
 */
function loadAccountsOnce(
  ccxt: UnifiedExchange,
  responses: ResponseWatch,
  accountType: string | undefined,
): void {
  const loadAccounts = ccxt.loadAccounts.bind(ccxt);
  const isWanted = (account: unknown): boolean =>
    accountType !== undefined && (account as { type?: unknown } | null)?.type === accountType;
  ccxt.loadAccounts = async () => {
    if (ccxt.accounts === undefined || ccxt.accounts === null) {
      // Accounts are only needed for rows that do not name their asset.
      const accounts: unknown = await responses.ignore(loadAccounts).catch(() => []);
      ccxt.accounts = Array.isArray(accounts)
        ? accounts.toSorted((one, other) => Number(isWanted(other)) - Number(isWanted(one)))
        : accounts;
    }
    return ccxt.accounts;
  };
}

/** Characters that a path must not contain unencoded (RFC 3986, `pchar`). */
const PATH_UNSAFE = /[^\w.~!$&'()*+,;=:@-]+/g;

/**
 * Encodes identifiers in paths. ccxt does not, so an identifier with a `/` or `?` would be another request.
 */
function encodePaths(ccxt: UnifiedExchange): void {
  const implode = ccxt.implodeParams.bind(ccxt);
  ccxt.implodeParams = (path, parameters) =>
    implode(path, Array.isArray(parameters) ? parameters : encodeTexts(parameters));
}

function encodeTexts(parameters: object): object {
  const entries = Object.entries(parameters).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? value.replaceAll(PATH_UNSAFE, encodeURIComponent) : value,
  ]);
  return Object.fromEntries(entries) as object;
}

/** Maximum decimal places of a currency; real ones have some twenty. */
const PLACES_MAX = 100;

/**
 * Passes only plausible numbers to ccxt. It expands exponents into zeros, so that a number of twelve
 * characters could take minutes.
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

/** Computes the free amount if the exchange reports only the total and the amount in use. */
function fillFreeAmount(row: unknown): void {
  if (typeof row !== 'object' || row === null) return;
  const amounts = row as {
    free?: unknown;
    [UNVERIFIED]?: true;
    readonly used?: unknown;
    readonly total?: unknown;
  };
  if (amounts.free !== undefined || typeof amounts.total !== 'string') return;
  // The amount in use may be zero, or not reported.
  if (amounts.used === undefined) amounts[UNVERIFIED] = true;
  const used = amounts.used ?? '0';
  if (typeof used !== 'string') return;
  try {
    amounts.free = subtractDecimals(parseDecimal(amounts.total), parseDecimal(used));
  } catch (error) {
    // If the text is not a decimal, the row is quarantined unchanged.
    if (!(error instanceof DecimalError)) throw error;
    amounts.free = `${amounts.total} - ${used}`;
  }
}

/**
 * Makes ccxt return every row; the caller selects. Otherwise ccxt drops rows that are before `since` or have
 * no time, limits the list to `limit`, and loses all rows if its parser throws for one.
 */
function returnEveryRow(ccxt: UnifiedExchange, responses: ResponseWatch): void {
  const parse = ccxt.parseTransaction.bind(ccxt);
  ccxt.parseTransaction = (changed, currency) => {
    const isObject = typeof changed === 'object' && changed !== null;
    const original = isObject ? responses.originalOf(changed) : undefined;
    const info = original?.row ?? changed;
    try {
      const row = parse(isObject ? restoreFields(changed, info) : changed, currency);
      return { ...row, info, [LIST_NAME]: original?.listName };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { info, [UNREAD]: reason.slice(0, 200) };
    }
  };
  ccxt.parseTransactions = (rows, currency, _since, _limit, parameters) =>
    listRows(rows).map((row) => fillFields(ccxt.parseTransaction(row, currency), parameters));
  ccxt.filterBySinceLimit = (rows) => rows;
  ccxt.filterByValueSinceLimit = (rows, field, value) =>
    value === undefined || value === null
      ? rows
      : rows.filter((row) => row[field] === undefined || row[field] === value);
}

/**
 * Adds the fields that a class passes for every row of a list (its type). Some classes pass the parameters of
 * the request, which are not fields of rows.
 */
function fillFields(row: UnifiedRow, parameters: unknown): UnifiedRow {
  const { type } = (parameters ?? {}) as { readonly type?: unknown };
  return type === 'deposit' || type === 'withdrawal' ? { ...row, type } : row;
}

/**
 * Makes Hyperliquid's class accept updates without a type: it reads all types first, and fails for all
 * updates if one has no type. Such an update is read as a deposit, and therefore quarantined.
 */
function acceptOddUpdates(ccxt: UnifiedExchange): void {
  const extract = ccxt.extractTypeFromDelta?.bind(ccxt);
  if (extract === undefined) return;
  ccxt.extractTypeFromDelta = (updates) =>
    extract(
      updates.map((update) => {
        const { delta } = (update ?? {}) as { readonly delta?: unknown };
        const isTyped = typeof delta === 'object' && delta !== null;
        return isTyped ? update : { delta: { type: 'deposit' }, update };
      }),
    );
}

/**
 * Restores fields that a class has overwritten with an empty value (Coinbase Exchange: the currency, if there
 * are no accounts).
 */
function restoreFields(changed: object, original: unknown): object {
  if (Array.isArray(changed)) return changed;
  const defined = Object.entries(changed).filter(([, value]) => value !== undefined);
  return { ...(original as object), ...Object.fromEntries(defined) };
}

function listRows(rows: unknown): readonly unknown[] {
  if (Array.isArray(rows)) return rows;
  // Some classes pass a map of rows. An object with other values is a message, not a list.
  const values: unknown[] = typeof rows === 'object' && rows !== null ? Object.values(rows) : [];
  return values.every((value) => isMapRow(value)) ? values : [];
}

function isMapRow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.keys(value).length > 0;
}

/** Makes classes request an asset by its code if the list of currencies is missing. */
function acceptUnknownCurrencies(ccxt: UnifiedExchange): void {
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
 * Adds the assets of a balance to the currencies of the class. Classes that iterate over their currencies
 * omit balances of unknown ones: all balances if the list of currencies is missing (Coincheck, HollaEx).
 */
function nameEveryAsset(ccxt: UnifiedExchange): void {
  const parse = ccxt.parseBalance.bind(ccxt);
  ccxt.parseBalance = (response, ...rest) => {
    const names = typeof response === 'object' && response !== null ? Object.keys(response) : [];
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
    return parse(response, ...rest);
  };
}

/** Makes the numbers of requests increase, which classes take from the time. */
function numberRequests(ccxt: UnifiedExchange): void {
  const nonce = ccxt.nonce.bind(ccxt);
  let last = 0;
  ccxt.nonce = () => {
    last = Math.max(nonce(), last + 1);
    return last;
  };
}
