/**
 * Kraken's asset names. `Assets` lists each id with its `altname`. Some ids have an X or Z before the altname
 * (`XXBT`, `ZUSD`), but in others this letter is part of the name (`XTZ`, `ZRX`), so ids are looked up and
 * not shortened. An extension names the product of a balance (docs.kraken.com, Get Account Balance): `.S`
 * staked, `.M` opt-in rewards, `.B` bonded, `.F` earning automatically, `.T` tokenized (`AAPLx.T`, which other
 * lists call `AAPLx`), `.HOLD` held; some carry a number of days (`DOT28.S`).
 */
import { type Decimal, withDecimals } from '../../domain/decimal.ts';
import { trimEndCharacters } from '../../domain/trim.ts';
import { readText, type RawRow } from '../mapping/raw-row.ts';

/** The asset of an id of Kraken. */
export interface KrakenAsset {
  /** The asset's symbol, without the extension. */
  readonly symbol: string;
  /** `null` for the plain asset. */
  readonly extension: string | null;
}

const TOKENIZED = 'T';
const EXTENSIONS = new Set(['S', 'M', 'B', 'F', 'P', TOKENIZED, 'HOLD']);
/** Extensions of balances that can be spent. `null` is the plain asset. */
const SPENDABLE_EXTENSIONS: ReadonlySet<string | null> = new Set([null, 'F', TOKENIZED]);
/** Fiat currencies that cannot be recognised by their ids (see `isFiat`). */
const OTHER_FIAT = ['AED', 'ARS', 'BRL', 'CHF', 'MXN'];
/**
 * Values of `status` of an asset that cannot be withdrawn (docs.kraken.com, Get Asset Info); the others are
 * `enabled` and `withdrawal_only`.
 */
const CLOSED_STATUSES: ReadonlySet<unknown> = new Set([
  'deposit_only',
  'funding_temporarily_disabled',
]);
/** Maximum decimals of an amount; real assets have fewer. */
const DECIMALS_MAX = 30;

/** Kraken's asset list. */
export class KrakenAssets {
  readonly #altnames: ReadonlyMap<string, string>;
  readonly #closed: ReadonlySet<string>;
  readonly #decimals: ReadonlyMap<string, number>;
  readonly #fiat: ReadonlySet<string>;
  readonly #toSymbol: (altname: string) => string;

  /**
   * @param assets the result of `Assets`, by id.
   * @param toSymbol returns the common symbol of an altname (`XBT` → `BTC`).
   */
  constructor(assets: RawRow, toSymbol: (altname: string) => string) {
    const altnames = new Map<string, string>();
    const closed: string[] = [];
    const decimals = new Map<string, number>();
    for (const [id, asset] of Object.entries(assets)) {
      altnames.set(id, readText(asset as RawRow, 'altname') ?? id);
      decimals.set(id, Number(readText(asset as RawRow, 'decimals') ?? 0));
      if (CLOSED_STATUSES.has((asset as RawRow)['status'])) closed.push(id);
    }
    this.#altnames = altnames;
    this.#decimals = decimals;
    this.#toSymbol = toSymbol;
    const symbols = closed
      .map((id) => this.read(id))
      .flatMap(({ symbol, extension }) => (extension === null ? [symbol] : []));
    this.#closed = new Set(symbols);
    this.#fiat = new Set([...OTHER_FIAT, ...listFiat(altnames).map((id) => this.read(id).symbol)]);
  }

  /** Returns the asset of an id or altname, for example `XXBT`, `XBT.M`, `DOT28.S`, `USD.HOLD`. */
  read(id: string): KrakenAsset {
    const point = id.lastIndexOf('.');
    const extension = id.slice(point + 1);
    if (point === -1 || !EXTENSIONS.has(extension)) {
      return { symbol: this.#symbolOf(id), extension: null };
    }
    return { symbol: this.#symbolOf(this.#baseOf(id.slice(0, point))), extension };
  }

  /**
   * Returns true for a balance that can be spent: the plain asset, automatic earnings (`.F`), which Kraken
   * spends as the base asset, and tokenized assets (`.T`), such as stocks.
   */
  isSpendable(id: string): boolean {
    return SPENDABLE_EXTENSIONS.has(this.read(id).extension);
  }

  /** Returns true for the balance of a tokenized asset. */
  isTokenized(id: string): boolean {
    return this.read(id).extension === TOKENIZED;
  }

  /**
   * Returns true for a fiat currency. `Assets` does not report it, but the ids of older currencies are `Z`
   * and the name, and only fiat has a `.HOLD`.
   */
  isFiat(symbol: string): boolean {
    return this.#fiat.has(symbol);
  }

  /** Returns true for an asset whose withdrawals are suspended on all networks. */
  isClosed(symbol: string): boolean {
    return this.#closed.has(symbol);
  }

  /**
   * Returns an amount with as many decimals as the ledger has (`decimals`; docs.kraken.com, Get Asset Info).
   * The status lists have fewer.
   */
  writeAmount(id: string, amount: Decimal): Decimal {
    const decimals = this.#decimals.get(id) ?? 0;
    return withDecimals(amount, decimals <= DECIMALS_MAX ? decimals : 0);
  }

  #symbolOf(id: string): string {
    return this.#toSymbol(this.#altnames.get(id) ?? id);
  }

  /** Returns the base asset, for example `DOT` for `DOT28`, unless `DOT28` is an asset of its own. */
  #baseOf(name: string): string {
    const withoutDays = trimEndCharacters(name, '0123456789');
    return this.#altnames.has(name) || withoutDays === '' ? name : withoutDays;
  }
}

/** Returns the fiat currencies that can be recognised by their ids. */
function listFiat(altnames: ReadonlyMap<string, string>): string[] {
  return [...altnames]
    .filter(([id, altname]) => id.endsWith('.HOLD') || (id === `Z${altname}` && id.length === 4))
    .map(([id]) => id);
}
