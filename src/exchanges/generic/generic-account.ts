/** An account at an exchange that has no profile of its own, read through ccxt's unified methods. */
import { isZeroDecimal } from '../../domain/decimal.ts';
import type { CcxtClient } from '../ccxt-client.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  ExchangeError,
  type HistorySource,
  type UnreadableRow,
  type WindowReading,
} from '../exchange.ts';
import { readExchangeClock } from '../exchange-clock.ts';
import type { ProfileContext } from '../profile.ts';
import { expectObject, type RawRow } from '../raw-row.ts';
import { mapUnifiedBalances } from './balances.ts';
import { HistoryReader } from './history-reader.ts';
import type { UnifiedCurrency } from './networks.ts';
import { fingerprintOf } from './page-limits.ts';
import { readAnyTime } from './raw-leaves.ts';
import { mapUnifiedRows, quarantineRaw, type UnifiedRow } from './rows.ts';
import { listSources, methodOf } from './sources.ts';
import { traitsOf, type VenueTraits } from './traits.ts';
import {
  type AnswerWatch,
  prepareUnified,
  reasonUnread,
  type UnifiedExchange,
} from './unified-exchange.ts';
import type { Venue } from './venue.ts';

type Currencies = Readonly<Record<string, UnifiedCurrency>>;

/** Assets that are asked one by one where a venue tells rows by asset alone. */
const ASSETS_MAX = 40;
/** Assets that most accounts have moved, whether or not any is left. */
const COMMON_ASSETS = ['BTC', 'ETH', 'USDT', 'USDC'];

export class GenericAccount implements ExchangeAccount {
  readonly sources: readonly HistorySource[];
  readonly #client: CcxtClient;
  readonly #venue: Venue;
  readonly #traits: VenueTraits;
  readonly #nowMs: () => number;
  readonly #readers = new Map<string, HistoryReader>();
  readonly #answers: AnswerWatch;
  #aheadMs = 0;
  #currencies: Promise<Currencies | null> | undefined;
  #currenciesFailure: unknown;
  #balance: RawRow | undefined;

  constructor(venue: Venue, { client, clock }: ProfileContext) {
    this.sources = listSources(venue);
    this.#client = client;
    this.#venue = venue;
    this.#traits = traitsOf(venue.name);
    this.#nowMs = clock.nowMs;
    this.#answers = prepareUnified(this.#ccxt, () => clock.nowMs() + this.#aheadMs);
    this.#ccxt.setMarkets([], {});
  }

  get #ccxt(): UnifiedExchange {
    return this.#client.ccxt as UnifiedExchange;
  }

  async fetchTimeMs(): Promise<number> {
    if (!this.#venue.tellsTime) return this.#nowMs();
    const read = async (): Promise<number> =>
      readAnyTime((await this.#client.callUnified('fetchTime')) as string | number) ?? Number.NaN;
    const timeMs = await readExchangeClock(this.#client, read);
    // Every clock of the class goes by it already: a difference would count twice.
    this.#ccxt.options['timeDifference'] = 0;
    this.#aheadMs = timeMs - this.#nowMs();
    return timeMs;
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    const method = methodOf(this.#venue, source);
    await this.#loadCurrencies();
    if (this.#traits.numbersAssets !== undefined) this.#requireCurrencies();
    // A venue that ignores the asset tells the same rows for each of them.
    const answers = new Map<string, readonly UnifiedRow[]>();
    for (const asset of method.perAsset ? await this.#listAssets() : [undefined]) {
      const found = await this.#readerOf(source, asset).read(source, { fromMs, toMs }, asset);
      answers.set(fingerprintOf(found), found);
    }
    return this.#mapRows(source, [...answers.values()].flat());
  }

  async readBalances(): Promise<BalanceReading> {
    const currencies = await this.#loadCurrencies();
    if (this.#traits.numbersAssets === 'history and balances') this.#requireCurrencies();
    return mapUnifiedBalances(await this.#fetchBalance(), currencies ?? {});
  }

  #mapRows(source: HistorySource, rows: readonly UnifiedRow[]): WindowReading {
    const method = methodOf(this.#venue, source);
    const unread = rows.flatMap((row): UnreadableRow[] => {
      const reason = reasonUnread(row);
      return reason === null ? [] : [quarantineRaw(row, method.name, reason)];
    });
    const { transactions, unreadable } = mapUnifiedRows(
      rows.filter((row) => reasonUnread(row) === null),
      {
        method: method.name,
        sharedList: this.#venue.sharedList,
        onlyAsset: this.#traits.onlyAsset ?? null,
        listsByAsset: this.#traits.listsByAsset === true,
      },
    );
    return { transactions, unreadable: [...unread, ...unreadable] };
  }

  #readerOf(source: HistorySource, asset: string | undefined): HistoryReader {
    const key = `${source.name}:${asset ?? ''}`;
    const known = this.#readers.get(key);
    if (known !== undefined) return known;
    const reader = new HistoryReader(
      this.#client,
      methodOf(this.#venue, source),
      this.#traits,
      this.#answers,
    );
    this.#readers.set(key, reader);
    return reader;
  }

  /** All currencies where they are few; else those of the balance, and common ones. */
  async #listAssets(): Promise<readonly string[]> {
    const currencies = Object.keys((await this.#loadCurrencies()) ?? {});
    if (currencies.length > 0 && currencies.length <= ASSETS_MAX) return currencies;
    this.#balance ??= await this.#fetchBalance();
    const held = mapUnifiedBalances(this.#balance, {}).balances;
    const moved = held.filter(({ amount }) => !isZeroDecimal(amount)).map(({ asset }) => asset);
    return [...new Set([...moved, ...COMMON_ASSETS])].slice(0, ASSETS_MAX);
  }

  async #fetchBalance(): Promise<RawRow> {
    const balance = await this.#client.callUnified('fetchBalance', this.#traits.balance ?? {});
    return expectObject(balance, 'fetchBalance');
  }

  /** The currencies by code, once for each opening; `null` where the key or the venue tells none. */
  async #loadCurrencies(): Promise<Currencies | null> {
    this.#currencies ??= this.#fetchCurrencies();
    return this.#currencies;
  }

  async #fetchCurrencies(): Promise<Currencies | null> {
    if (!this.#venue.tellsCurrencies) return null;
    try {
      const told = await this.#client.callUnified('fetchCurrencies');
      const currencies = expectObject(told, 'fetchCurrencies') as Currencies;
      this.#ccxt.setMarkets([], currencies);
      this.#ccxt.options['currenciesByNumericId'] = indexByNumber(currencies);
      return currencies;
    } catch (error) {
      const limited = error instanceof ExchangeError && error.code === 'exchange_rate_limited';
      if (limited) throw error;
      this.#currenciesFailure = error;
      return null;
    }
  }

  #requireCurrencies(): void {
    if (this.#currenciesFailure !== undefined) throw this.#currenciesFailure;
  }
}

/** Currencies by the numbers by which rows of Extended name them. */
function indexByNumber(currencies: Currencies): Currencies {
  const numbered = Object.values(currencies).map((each) => [String(each['numericId']), each]);
  return Object.fromEntries(numbered) as Currencies;
}
