/** Requests the data of an account at Kraken. */
import { DAY_MS, SECOND_MS } from '../../domain/duration.ts';
import type { AccountContext } from '../client/account-context.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import { readExchangeClock } from '../client/exchange-clock.ts';
import { appendTo } from '../client/long-lists.ts';
import { tooManyPages } from '../client/window-rows.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  ExchangeError,
  type HistorySource,
  type KeyPermissions,
  type WindowReading,
  WindowOverflowError,
} from '../exchange.ts';
import {
  expectList,
  expectListIn,
  expectObject,
  isRow,
  type RawRow,
  readText,
} from '../mapping/raw-row.ts';
import { KrakenAssets } from './assets.ts';
import {
  mapBalances,
  mapUsedNetworks,
  mapWithdrawMethods,
  type WithdrawNetworks,
} from './balances.ts';
import { isPermissionDenied } from './errors.ts';
import { mapPermissions } from './permissions.ts';
import { FUNDING } from './profile.ts';
import { joinKrakenRows } from './transactions.ts';

/** A window with its rows of the ledger, and of one status list, which begins before it. */
interface WindowRows {
  readonly source: HistorySource;
  readonly window: { readonly fromMs: number; readonly toMs: number };
  readonly ledger: ReadonlyMap<string, RawRow>;
  readonly statuses: readonly RawRow[];
}

const LEDGER_PAGE = 50;
/** Maximum pages of a window that can be divided, so that rows are stored in steps. */
const WINDOW_PAGES_MAX = 20;
/** Maximum pages of a window that cannot be divided. */
const PAGES_MAX = 1000;
const STATUS_PAGE = 500;
/** A withdrawal may settle long after its request, so statuses are read from this time before a window. */
const STATUS_LOOKBACK_MS = 30 * DAY_MS;

/** The ledger may book a withdrawal after its request, so its entry is read up to this time after a window. */
const BOOKED_LATER_MS = DAY_MS;

/** Opens an account at Kraken. */
export function openAccount(context: AccountContext): ExchangeAccount {
  return new KrakenAccount(context);
}

class KrakenAccount implements ExchangeAccount {
  readonly sources = [FUNDING];
  readonly #client: CcxtClient;
  #assets: Promise<KrakenAssets> | undefined;
  /** The exchange's time when its clock was read; a window up to this time has no later entries. */
  #clockMs = Number.POSITIVE_INFINITY;
  /** Rows of `WithdrawStatus` of recent successful withdrawals, by reference. */
  readonly #withdrawals = new Map<unknown, RawRow>();

  constructor({ client }: AccountContext) {
    this.#client = client;
  }

  async fetchTimeMs(): Promise<number> {
    this.#clockMs = await readExchangeClock(this.#client, async () => {
      const result = expectObject(await this.#result('publicGetTime'), 'Time');
      return Number(result['unixtime']) * SECOND_MS;
    });
    return this.#clockMs;
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    const assets = await this.#readAssets();
    const isDivisible = toMs - fromMs > source.windowMsMin;
    const ledger = await this.#readLedger(source, secondsAround(fromMs, toMs), isDivisible);
    const statusFromMs = fromMs - STATUS_LOOKBACK_MS;
    const deposits = await this.#readStatuses('privatePostDepositStatus', statusFromMs, toMs);
    const withdrawals = await this.#readStatuses('privatePostWithdrawStatus', statusFromMs, toMs);
    this.#recordSucceeded(withdrawals);
    const window = { fromMs, toMs };
    const booked = [
      ...ledger,
      ...(await this.#readBookedLater('deposit', { source, window, ledger, statuses: deposits })),
      ...(await this.#readBookedLater('withdrawal', {
        source,
        window,
        ledger,
        statuses: withdrawals,
      })),
    ];
    return joinKrakenRows({ ...window, ledger: new Map(booked), deposits, withdrawals }, assets);
  }

  /** Returns the entries after a window that book what was requested in it. */
  async #readBookedLater(
    type: 'deposit' | 'withdrawal',
    { source, window: { fromMs, toMs }, ledger, statuses }: WindowRows,
  ): Promise<[string, RawRow][]> {
    if (toMs >= this.#clockMs) return [];
    const missing = new Set(
      statuses.flatMap((row) => {
        const timeMs = Number(row?.['time']) * SECOND_MS;
        return timeMs >= fromMs && timeMs < toMs ? [row['refid']] : [];
      }),
    );
    for (const entry of ledger.values()) missing.delete(entry?.['refid']);
    if (missing.size === 0) return [];
    const parameters = { type, ...secondsAround(toMs, toMs + BOOKED_LATER_MS) };
    const later = await this.#readLedger(source, parameters, false);
    return [...later].filter(([, entry]) => missing.has(entry?.['refid']));
  }

  async readBalances(): Promise<BalanceReading> {
    const assets = await this.#readAssets();
    const balances = expectObject(await this.#result('privatePostBalanceEx'), 'BalanceEx');
    return mapBalances(balances, await this.#readNetworks(assets), assets);
  }

  async readPermissions(): Promise<KeyPermissions> {
    return mapPermissions(await this.#result('privatePostGetApiKeyInfo'));
  }

  async #readAssets(): Promise<KrakenAssets> {
    this.#assets ??= this.#fetchAssets();
    return this.#assets;
  }

  async #fetchAssets(): Promise<KrakenAssets> {
    const assets = expectObject(await this.#result('publicGetAssets'), 'Assets');
    return new KrakenAssets(assets, this.#client.toSymbol);
  }

  /**
   * Records successful withdrawals. Every refresh reads the last {@link STATUS_LOOKBACK_MS}, so all
   * withdrawals of that time are recorded.
   */
  #recordSucceeded(withdrawals: readonly unknown[]): void {
    const fromSeconds = (this.#client.exchangeNowMs() - STATUS_LOOKBACK_MS) / 1000;
    for (const row of withdrawals) {
      if (!isRow(row)) continue;
      const { refid, status, time } = row;
      const isRecent = Number(time) >= fromSeconds;
      if (isRecent && status === 'Success') this.#withdrawals.set(refid, row);
    }
  }

  /** Returns the networks; if the key may not list them, the recently used networks. */
  async #readNetworks(assets: KrakenAssets): Promise<WithdrawNetworks> {
    try {
      const methods = expectList(
        await this.#result('privatePostWithdrawMethods'),
        'WithdrawMethods',
      );
      return mapWithdrawMethods(methods, assets);
    } catch (error) {
      if (!isPermissionDenied(error)) throw error;
      return mapUsedNetworks([...this.#withdrawals.values()], assets);
    }
  }

  /**
   * Reads the ledger by id. A page is a map without order, and entries may arrive while pages are
   * read. So the pages are only complete if they have as many entries as `count`. With a type, `count` may
   * include the entries of all types, so the first page that is not full is the last one: entries that arrive
   * meanwhile move older ones to later pages, and none to a page that was read.
   */
  async #readLedger(
    source: HistorySource,
    parameters: Record<string, string | number>,
    isDivisible: boolean,
  ): Promise<ReadonlyMap<string, RawRow>> {
    const entries = new Map<string, RawRow>();
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const result = expectObject(
        await this.#result('privatePostLedgers', {
          ...parameters,
          ofs: page * LEDGER_PAGE,
        }),
        'Ledgers',
      );
      const found = Object.entries(expectObject(result['ledger'], 'Ledgers'));
      const knownBefore = entries.size;
      for (const [id, entry] of found) entries.set(id, entry as RawRow);
      const isLast = found.length < LEDGER_PAGE;
      const reported = 'type' in parameters ? undefined : result['count'];
      const count = Number(reported ?? (isLast ? entries.size : Infinity));
      const known = Number.isFinite(count) ? count : entries.size;
      const overflows = isDivisible && known > WINDOW_PAGES_MAX * LEDGER_PAGE;
      if (overflows) throw new WindowOverflowError(source.name);
      if (entries.size >= count) return entries;
      if (entries.size === knownBefore) break;
    }
    throw new ExchangeError(
      'exchange_unavailable',
      'Ledgers: the pages did not add up to their count',
    );
  }

  /** Reads all pages of `DepositStatus` or `WithdrawStatus`. */
  async #readStatuses(endpoint: string, fromMs: number, toMs: number): Promise<RawRow[]> {
    const rows: RawRow[] = [];
    let cursor: string | true = true;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const result = await this.#result(endpoint, {
        ...secondsAround(fromMs, toMs),
        limit: STATUS_PAGE,
        cursor,
      });
      appendTo(rows, readStatusRows(result, endpoint) as RawRow[]);
      const next = readText(result as RawRow, 'next_cursor');
      if (next === null || next === cursor) return rows;
      cursor = next;
    }
    throw tooManyPages(endpoint, PAGES_MAX);
  }

  async #result(
    endpoint: string,
    parameters: Record<string, string | number | boolean> = {},
  ): Promise<unknown> {
    return expectObject(await this.#client.call(endpoint, parameters), endpoint)['result'];
  }
}

/**
 * Returns the rows of a response: a paged response has them under the name of their kind, an unpaged response
 * is the list.
 */
function readStatusRows(result: unknown, endpoint: string): readonly unknown[] {
  if (Array.isArray(result)) return result;
  const paged = expectObject(result, endpoint);
  return expectListIn(paged, ['deposits', 'deposit', 'withdrawals', 'withdrawal'], endpoint);
}

/** Returns bounds in seconds that contain the window: `start` is exclusive and `end` inclusive. */
function secondsAround(fromMs: number, toMs: number): { start: number; end: number } {
  return { start: Math.max(0, Math.ceil(fromMs / 1000) - 1), end: Math.ceil(toMs / 1000) };
}
