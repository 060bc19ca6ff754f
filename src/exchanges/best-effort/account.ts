/** An account at an exchange without a folder of its own, read through ccxt's unified methods. */
import { DAY_MS } from '../../domain/duration.ts';
import type { AccountContext } from '../client/account-context.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import { readExchangeClock } from '../client/exchange-clock.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  type HistorySource,
  type UnreadableRow,
  type WindowReading,
} from '../exchange.ts';
import { HistoryReader } from './history-reader.ts';
import { ListPages, type ListSelection } from './list-pages.ts';
import type { Window } from './list-request.ts';
import { listOf, type HistoryList } from './history-lists.ts';
import { fingerprintOf } from './page-limits.ts';
import { findField, readAnyTime } from './raw-values.ts';
import { isRefusal, quarantineAsset, type RefusedAsset } from './refused-assets.ts';
import { mapUnifiedRows, quarantineRaw, timeOfRow, type UnifiedRow } from './rows.ts';
import { listSources } from './sources.ts';
import { traitsOf } from './traits.ts';
import {
  overrideUnifiedMethods,
  reasonUnread,
  type WatchedResponses,
} from './unified-overrides.ts';
import type { UnifiedExchange } from './unified-exchange.ts';
import { UnifiedBalances } from './unified-balances.ts';
import type { ExchangeTraits } from './exchange-traits.ts';
import type { BestEffortExchange } from './best-effort-exchange.ts';
import { requireBestEffortExchange } from './exchanges.ts';

/** Maximum assets that are requested one by one if an exchange only lists rows by asset. */
const ASSETS_MAX = 40;
/** Assets that most accounts have moved, even if their balance is now zero. */
const COMMON_ASSETS = ['BTC', 'ETH', 'USDT', 'USDC'];

/** The reader of a part of a list, or of one asset of it if the exchange lists assets separately. */
interface PartReader {
  readonly reader: HistoryReader;
  readonly asset: string | undefined;
}

/**
 * Opens an account at an exchange of `exchanges.json`.
 *
 * @throws {UnknownExchangeError} if the file does not list it.
 */
export function openAccount(context: AccountContext): ExchangeAccount {
  return new BestEffortAccount(requireBestEffortExchange(context.client.exchange), context);
}

/** An account at an exchange that is read through ccxt's unified methods. */
export class BestEffortAccount implements ExchangeAccount {
  readonly sources: readonly HistorySource[];
  readonly #client: CcxtClient;
  readonly #exchange: BestEffortExchange;
  readonly #traits: ExchangeTraits;
  readonly #readers = new Map<string, HistoryReader>();
  readonly #responses: WatchedResponses;
  readonly #balances: UnifiedBalances;
  #omitsAssets = false;
  /** The exchange's time when it was last read; constant, so that a list begins at the same time for all windows. */
  #nowMs: number;

  constructor(
    exchange: BestEffortExchange,
    { client }: Pick<AccountContext, 'client'>,
    traits: ExchangeTraits = traitsOf(exchange.name),
  ) {
    this.sources = listSources(exchange, traits);
    this.#client = client;
    this.#nowMs = client.exchangeNowMs();
    this.#exchange = exchange;
    this.#traits = traits;
    this.#responses = overrideUnifiedMethods(this.#ccxt, this.#traits.accountType);
    if (this.#traits.listsByAsset === true) this.#responses.lists.expectListsByAsset();
    this.#balances = new UnifiedBalances(client, exchange, this.#traits, this.#responses.capture);
    this.#ccxt.setMarkets([], {});
  }

  get #ccxt(): UnifiedExchange {
    return this.#client.ccxt as UnifiedExchange;
  }

  async fetchTimeMs(): Promise<number> {
    const read = async (): Promise<number> =>
      readAnyTime((await this.#client.callUnified('fetchTime')) as string | number) ?? Number.NaN;
    this.#nowMs = this.#exchange.reportsTime
      ? await readExchangeClock(this.#client, read)
      : await this.#readServerTime();
    return this.#nowMs;
  }

  async #readServerTime(): Promise<number> {
    await this.#balances.loadListedCoins();
    return this.#client.setExchangeTime(undefined);
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    const list = listOf(this.#exchange, source.name, this.#traits);
    const window = this.#limitWindow(fromMs, toMs);
    if (window.fromMs >= toMs) return { transactions: [], unreadable: [], completeFromMs: toMs };
    await this.#balances.loadCoins();
    if (this.#traits.numbersAssets !== undefined) this.#balances.requireCoins();
    // An exchange that ignores the asset returns the same rows for each asset.
    const responses = new Map<string, readonly UnifiedRow[]>();
    const refused: RefusedAsset[] = [];
    const starts: number[] = [];
    for (const { reader, asset } of await this.#readersOf(list)) {
      try {
        const { rows, completeFromMs = fromMs } = await reader.read(source, window);
        responses.set(fingerprintOf(rows), rows);
        starts.push(completeFromMs);
      } catch (error) {
        if (asset === undefined || !isRefusal(error)) throw error;
        refused.push({ asset, error });
      }
    }
    const [first] = refused;
    if (first !== undefined && responses.size === 0) throw first.error;
    const reading = this.#mapRows(list, [...responses.values()].flat());
    const unread = refused.flatMap((each) => quarantineAsset(source, window, each, this.#nowMs));
    const completeFromMs = Math.max(window.fromMs, ...starts);
    return {
      ...reading,
      unreadable: [...reading.unreadable, ...unread],
      ...(completeFromMs > fromMs && { completeFromMs }),
      ...(this.#omitsAssets && { mayMissAssets: true }),
    };
  }

  readBalances(): Promise<BalanceReading> {
    return this.#balances.read();
  }

  checkBalances(): Promise<void> {
    return this.#balances.check();
  }

  /** Returns the part of a window that the exchange lists: it refuses a window that begins earlier. */
  #limitWindow(fromMs: number, toMs: number): Window {
    const { listedDays } = this.#traits;
    if (listedDays === undefined) return { fromMs, toMs };
    const listedFromMs = this.#nowMs - listedDays * DAY_MS;
    return { fromMs: Math.max(fromMs, listedFromMs), toMs };
  }

  #mapRows({ method }: HistoryList, rows: readonly UnifiedRow[]): WindowReading {
    const unread = rows.flatMap((row): UnreadableRow[] => {
      const reason = reasonUnread(row);
      return reason === null ? [] : [quarantineRaw(row, method.name, reason)];
    });
    const { transactions, unreadable } = mapUnifiedRows(
      rows.filter((row) => reasonUnread(row) === null),
      {
        method: method.name,
        sharedList: this.#exchange.sharedList,
        onlyAsset: this.#traits.onlyAsset ?? null,
        listsByAsset: this.#traits.listsByAsset === true,
        ...(this.#traits.rows === undefined ? {} : { traits: this.#traits.rows }),
        assetOf: (coinId) => assetOfCoin(this.#ccxt, coinId),
      },
    );
    return { transactions, unreadable: [...unread, ...unreadable] };
  }

  /** Returns a reader for each part of a list, and for each asset that the exchange lists separately. */
  async #readersOf(list: HistoryList): Promise<readonly PartReader[]> {
    const readers: PartReader[] = [];
    for (const [index, part] of (list.traits.parts ?? [{}]).entries()) {
      const isPerAsset = list.method.perAsset && part.endpoint === undefined;
      const assets = isPerAsset && part.asset === undefined ? await this.#listAssets() : [];
      for (const asset of isPerAsset && part.asset === undefined ? assets : [part.asset]) {
        const key = `${list.name}:${index}:${asset ?? ''}`;
        readers.push({ reader: this.#readerOf(key, { list, part, asset }), asset });
      }
    }
    return readers;
  }

  #readerOf(key: string, selection: Omit<ListSelection, 'timeOf'>): HistoryReader {
    const known = this.#readers.get(key);
    if (known !== undefined) return known;
    const timeOf = (row: UnifiedRow): number | null => timeOfRow(row, this.#traits.rows);
    const pages = new ListPages(this.#client, this.#responses.lists, { ...selection, timeOf });
    const reader = new HistoryReader(pages);
    this.#readers.set(key, reader);
    return reader;
  }

  /** Returns all coins if they are listed and few; else the coins with a balance, and common coins. */
  async #listAssets(): Promise<readonly string[]> {
    const { coins } = await this.#balances.loadCoins();
    const listsAll = coins.size > 0 && this.#traits.coins?.listsHeldOnly !== true;
    if (listsAll && coins.size <= ASSETS_MAX) return [...coins.keys()];
    this.#omitsAssets = true;
    const held = await this.#balances.listHeld();
    return [...new Set([...held, ...COMMON_ASSETS])].slice(0, ASSETS_MAX);
  }
}

/** Returns the asset of a listed coin by its identifier; `null` if no coin has it. */
function assetOfCoin({ currencies_by_id: coins }: UnifiedExchange, coinId: string): string | null {
  return Object.hasOwn(coins, coinId) ? findField(coins[coinId], ['code']) : null;
}
