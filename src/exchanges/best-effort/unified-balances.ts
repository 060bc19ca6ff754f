/** Coins, networks and withdrawable amounts of one account at an exchange. */
import { isZeroDecimal } from '../../domain/decimal.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import { type BalanceReading, ExchangeError, type UnreadableRow } from '../exchange.ts';
import { type MappedRows, quarantineRow } from '../mapping/map-rows.ts';
import { expectObject, type RawRow } from '../mapping/raw-row.ts';
import {
  areVerified,
  type AssetAmount,
  joinNetworks,
  listHeldAssets,
  readRawAmounts,
  readUnifiedAmounts,
} from './balances.ts';
import { createNetworkMapper } from './networks.ts';
import { type CoinList, readCoins, readUnifiedCoins, type UnifiedCurrency } from './raw-coins.ts';
import { findField } from './raw-values.ts';
import { sendRequests } from './raw-requests.ts';
import type { ResponseCapture, CapturedResponses } from './response-capture.ts';
import type { UnifiedExchange } from './unified-exchange.ts';
import type { RawRequest, ExchangeTraits } from './exchange-traits.ts';
import type { BestEffortExchange } from './best-effort-exchange.ts';

type Currencies = Readonly<Record<string, UnifiedCurrency>>;

/** The result of ccxt's `fetchCurrencies`. */
interface ReportedCurrencies {
  readonly currencies: Currencies;
  readonly captured: CapturedResponses;
}

/** Returns the exchange's identifiers of the coins for which a {@link RawRequest.forHeld} is sent. */
type ListHeldCoins = () => Promise<readonly string[]>;

/** Maximum quarantined rows of one reading; a wholly invalid response may have thousands. */
const UNREADABLE_MAX = 500;
/** The key of the quarantined row for a list of currencies that could not be read. */
const ALL_NETWORKS = 'networks:*';
const NO_COINS: CoinList = { coins: new Map(), unreadable: [] };
const NONE_HELD: ListHeldCoins = () => Promise.resolve([]);

/** Reads the withdrawable balances of an exchange and the networks of each asset. */
export class UnifiedBalances {
  readonly #client: CcxtClient;
  readonly #exchange: BestEffortExchange;
  readonly #traits: ExchangeTraits;
  readonly #capture: ResponseCapture;
  #currencies: Promise<ReportedCurrencies> | undefined;
  #listedCoins: Promise<CoinList> | undefined;
  #coins: Promise<CoinList> | undefined;
  #failure: ExchangeError | undefined;
  #held: Promise<readonly string[]> | undefined;
  #heldCoins: Promise<readonly string[]> | undefined;

  constructor(
    client: CcxtClient,
    exchange: BestEffortExchange,
    traits: ExchangeTraits,
    capture: ResponseCapture,
  ) {
    this.#client = client;
    this.#exchange = exchange;
    this.#traits = traits;
    this.#capture = capture;
  }

  get #ccxt(): UnifiedExchange {
    return this.#client.ccxt as UnifiedExchange;
  }

  /**
   * Returns the withdrawable amounts with their networks.
   *
   * @throws {ExchangeError} if the amounts cannot be requested.
   */
  async read(): Promise<BalanceReading> {
    const { coins, unreadable } = await this.loadCoins();
    if (this.#traits.numbersAssets === 'history and balances') this.requireCoins();
    const { amounts } = await this.#readAmounts(this.#listHeldCoins);
    const reading = joinNetworks(amounts, createNetworkMapper(coins));
    const all = { ...reading, unreadable: limit([...reading.unreadable, ...unreadable]) };
    const isDocumented = typeof this.#traits.withdrawable?.source === 'string';
    return isDocumented && areVerified(amounts.values)
      ? all
      : { ...all, withdrawableUnverified: true };
  }

  /**
   * Requests the amounts like {@link read}, without the requests for each coin with a balance.
   *
   * @throws {ExchangeError} if the amounts cannot be requested.
   */
  async check(): Promise<void> {
    await this.loadListedCoins();
    if (this.#traits.numbersAssets === 'history and balances') this.requireCoins();
    await this.#readAmounts(NONE_HELD);
  }

  /**
   * Returns the coins, which are loaded once for each opened account. If the key may not read them, or they
   * cannot be read, the list is empty, and a quarantined row has the reason.
   *
   * @throws {ExchangeError} `exchange_rate_limited` if the exchange limits requests.
   */
  loadCoins(): Promise<CoinList> {
    this.#coins ??= this.#fetchCoins(this.#listHeldCoins).finally(() => {
      // The responses may have several megabytes.
      this.#currencies = undefined;
    });
    return this.#coins;
  }

  /**
   * Returns the coins like {@link loadCoins}, without what the exchange only returns for each coin separately: these
   * requests may take minutes.
   *
   * @throws {ExchangeError} `exchange_rate_limited` if the exchange limits requests.
   */
  loadListedCoins(): Promise<CoinList> {
    const further = this.#traits.coins?.further ?? [];
    if (further.every(({ forHeld }) => forHeld === undefined)) return this.loadCoins();
    this.#listedCoins ??= this.#fetchCoins(NONE_HELD);
    return this.#listedCoins;
  }

  /** @throws {ExchangeError} if the coins could not be loaded, with the reason. */
  requireCoins(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /**
   * Returns the assets with a balance, which are read once for each opened account.
   *
   * @throws {ExchangeError} if the request fails.
   */
  listHeld(): Promise<readonly string[]> {
    this.#held ??= this.#readAmounts(this.#listHeldCoins).then(({ amounts, balance }) => {
      const withdrawable = amounts.values.filter(({ amount }) => !isZeroDecimal(amount));
      return [...listHeldAssets(balance), ...withdrawable.map(({ asset }) => asset)];
    });
    return this.#held;
  }

  async #fetchCoins(listHeld: ListHeldCoins): Promise<CoinList> {
    const { coins: reader } = this.#traits;
    if (!this.#exchange.listsCurrencies && reader?.requests === undefined) return NO_COINS;
    try {
      const { currencies, captured } =
        reader?.requests === undefined
          ? await (this.#currencies ??= this.#fetchCurrencies())
          : {
              currencies: {},
              captured: await sendRequests(this.#client, reader.requests, listHeld),
            };
      const further = await this.#requestFurther(reader?.further ?? [], listHeld);
      const responses = [...captured.responses, ...further.responses];
      const list =
        reader === undefined
          ? readUnified(currencies, captured)
          : readCoins(reader, listRows(reader, { ...captured, responses }), this.#toAsset);
      // A reader of raw rows reads the rows that ccxt could not read, but not refused coins.
      const refused = [
        ...(reader?.requests === undefined ? [] : listUnparsed('networks', captured)),
        ...listUnparsed('networks', further),
      ];
      this.#nameCoins(list);
      const whole = { ...list, unreadable: [...list.unreadable, ...refused] };
      return list.coins.size > 0 ? whole : addFailure(whole, captured, 'the list names no coin');
    } catch (error) {
      if (!(error instanceof ExchangeError) || error.code === 'exchange_rate_limited') throw error;
      this.#failure = error;
      return { ...NO_COINS, unreadable: [quarantineList(null, error.message)] };
    }
  }

  async #fetchCurrencies(): Promise<ReportedCurrencies> {
    const reported = await this.#client.callUnified('fetchCurrencies');
    const captured = this.#capture.take('fetchCurrencies');
    const currencies = expectObject(reported, 'fetchCurrencies') as Currencies;
    this.#ccxt.setMarkets([], currencies);
    this.#ccxt.options['currenciesByNumericId'] = indexByNumber(currencies);
    if (captured.failure !== null) this.#failure = unreadableResponse(captured.failure);
    return { currencies, captured };
  }

  /** Adds coins to ccxt's currencies, by which ccxt names assets in rows and balances. */
  #nameCoins({ coins }: CoinList): void {
    const known = this.#ccxt.currencies_by_id;
    const added = [...coins].flatMap(([code, { ids }]) =>
      ids.filter((id) => !Object.hasOwn(known, id)).map((id) => ({ id, code })),
    );
    if (added.length === 0) return;
    this.#ccxt.currencies = {
      ...Object.fromEntries(added.map((each) => [each.code, each])),
      ...this.#ccxt.currencies,
    };
    this.#ccxt.currencies_by_id = {
      ...known,
      ...Object.fromEntries(added.map((each) => [each.id, each])),
    };
  }

  /**
   * Returns the withdrawable amounts, and ccxt's reading of the balance (empty if ccxt did not request it).
   */
  async #readAmounts(
    listHeld: ListHeldCoins,
  ): Promise<{ amounts: MappedRows<AssetAmount>; balance: RawRow }> {
    const { reader } = this.#traits.withdrawable ?? {};
    const { balance, captured } =
      reader?.requests === undefined
        ? await this.#fetchBalance()
        : { balance: {}, captured: await sendRequests(this.#client, reader.requests, listHeld) };
    if (reader !== undefined) {
      const further = await this.#requestFurther(reader.further ?? [], listHeld);
      const responses = [...captured.responses, ...further.responses];
      const rows = listRows(reader, { ...captured, responses });
      const amounts = readRawAmounts(reader, rows, this.#toAsset);
      const refused = [...listUnparsed('balances', captured), ...listUnparsed('balances', further)];
      return { amounts: { ...amounts, unreadable: [...amounts.unreadable, ...refused] }, balance };
    }
    if (captured.failure !== null) throw unreadableResponse(captured.failure);
    return { amounts: readUnifiedAmounts(balance), balance };
  }

  /** Sends further requests. If they fail, the coins are known without the details in these responses. */
  async #requestFurther(
    requests: readonly RawRequest[],
    listHeld: ListHeldCoins,
  ): Promise<CapturedResponses> {
    try {
      return await sendRequests(this.#client, requests, listHeld);
    } catch (error) {
      if (!(error instanceof ExchangeError) || error.code === 'exchange_rate_limited') throw error;
      const unparsed = [{ raw: { coin: '*' }, reason: error.message }];
      return { responses: [], failure: null, unparsed };
    }
  }

  /** Returns the exchange's identifiers of the coins with a balance, by ccxt's reading of the balance. */
  readonly #listHeldCoins: ListHeldCoins = () => {
    this.#heldCoins ??= this.#fetchBalance().then(({ balance }) =>
      listHeldAssets(balance).map((asset) => (this.#ccxt.currency(asset) as { id: string }).id),
    );
    return this.#heldCoins;
  };

  async #fetchBalance(): Promise<{ balance: RawRow; captured: CapturedResponses }> {
    const { request = {} } = this.#traits.withdrawable ?? {};
    const reported = await this.#client.callUnified('fetchBalance', request);
    const captured = this.#capture.take('fetchBalance');
    return { balance: expectObject(reported, 'fetchBalance'), captured };
  }

  readonly #toAsset = (coinId: string): string => this.#ccxt.safeCurrencyCode(coinId);
}

/**
 * Returns the rows that a reader finds in the responses.
 *
 * @throws {ExchangeError} if there is no list of rows.
 */
function listRows(
  reader: { readonly rows: (responses: readonly unknown[]) => readonly unknown[] },
  { responses }: CapturedResponses,
): readonly unknown[] {
  try {
    return reader.rows(responses);
  } catch (error) {
    if (error instanceof ExchangeError) throw error;
    throw unreadableResponse(error instanceof Error ? error.message : String(error));
  }
}

function readUnified(currencies: Currencies, captured: CapturedResponses): CoinList {
  const list = readUnifiedCoins(currencies);
  const unparsed = listUnparsed('networks', captured);
  const whole = { ...list, unreadable: [...list.unreadable, ...unparsed] };
  return captured.failure === null ? whole : addFailure(whole, captured, captured.failure);
}

const COIN_FIELDS = ['_coin_id', 'id', 'code', 'coin', 'currency', 'asset', 'symbol', 'name'];

/** Returns the rows that could not be read or requested, under the name of the coin. */
function listUnparsed(source: string, { unparsed }: CapturedResponses): readonly UnreadableRow[] {
  return unparsed.map(({ raw, reason }) =>
    quarantineRow(source, raw, reason, (row) => {
      const name = findField(row, COIN_FIELDS);
      return name === null ? undefined : `${source}:${name}`;
    }),
  );
}

function addFailure(list: CoinList, { responses }: CapturedResponses, reason: string): CoinList {
  return { ...list, unreadable: [...list.unreadable, quarantineList(responses, reason)] };
}

function quarantineList(responses: unknown, reason: string): UnreadableRow {
  return { ...quarantineRow('networks', responses, reason, () => undefined), key: ALL_NETWORKS };
}

function unreadableResponse(reason: string): ExchangeError {
  return new ExchangeError('exchange_unavailable', `the response cannot be read: ${reason}`);
}

/** Returns at most {@link UNREADABLE_MAX} rows; the last one has their number. */
function limit(rows: readonly UnreadableRow[]): readonly UnreadableRow[] {
  if (rows.length <= UNREADABLE_MAX) return rows;
  const left = rows.length - UNREADABLE_MAX;
  const rest = { key: 'balances:*', raw: 'null', reason: `${left} further rows cannot be read` };
  return [...rows.slice(0, UNREADABLE_MAX), rest];
}

/** Returns currencies by their numbers, which rows of Extended contain. */
function indexByNumber(currencies: Currencies): Currencies {
  const numbered = Object.values(currencies).map((each) => [String(each['numericId']), each]);
  return Object.fromEntries(numbered) as Currencies;
}
