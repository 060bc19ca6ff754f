/**
 * Facts of a venue that ccxt lacks: how far back it reaches, how its end of a window is named, how its lists
 * are paged, and which account withdrawals leave from. Each fact is from the venue's interface documentation,
 * which ccxt's class links to.
 */

import type { TransactionType } from '../../domain/transaction.ts';
import type { RawRow } from '../mapping/raw-row.ts';
import type { StatusTable } from '../mapping/status-table.ts';

/** How a bound of a window is written. */
export type TimeForm = 'ms' | 's' | 'iso' | 'day';

/** The parameter of a bound of a window. */
export interface TimeParameter {
  readonly name: string;
  readonly form: TimeForm;
}

/** How further rows of a list are requested: by a count, or by a cursor. */
export type Paging = CountedPaging | CursorPaging;

/** Pages by the number of the page, or by the number of rows before it. */
export interface CountedPaging {
  readonly name: string;
  readonly counts: 'rows' | 'pages';
  readonly first: number;
  /** The largest value that the venue accepts; rows after it cannot be requested. */
  readonly max?: number;
}

/** Pages by a cursor from the page before. */
export interface CursorPaging {
  readonly name: string;
  /** Returns the cursor of the next page; `null` if the venue reports that there is none. */
  readonly next: (page: RawPage) => string | number | null;
}

/** A page as the venue sent it. */
export interface RawPage {
  /** The body of the last response. */
  readonly response: unknown;
  /** The rows in the order of the response. */
  readonly rows: readonly unknown[];
  /** False if the page has fewer rows than venues cut lists at. */
  readonly isFull: boolean;
}

/**
 * The parameters that filter, limit and page a list, under the names of the venue's documentation. A missing
 * field means that ccxt's request is right.
 */
export interface ListTraits {
  /** The parameter of the start of a window; `null` if the list takes none. */
  readonly start?: TimeParameter | null;
  /** The parameter of the end of a window; `null` if the list takes none. */
  readonly end?: TimeParameter | null;
  /** The longest window that the venue accepts, in days. */
  readonly windowDays?: number;
  /** The maximum number of rows in a response, which is requested. */
  readonly limit?: number;
  /** The parameter of the limit, if ccxt sends none or one that the venue ignores. */
  readonly limitName?: string;
  readonly page?: Paging;
  /** Which rows a response that is cut contains; most venues also list those first. */
  readonly order?: 'newest-first' | 'oldest-first';
  /** Further parameters of every request. */
  readonly request?: Parameters;
  /** The parts of a list that the venue lists separately; each is read separately. */
  readonly parts?: readonly ListPart[];
}

/** A part of a list. */
export interface ListPart {
  /** Parameters of its requests, for example the status of its rows. */
  readonly request?: Parameters;
  /** The one asset of its rows. */
  readonly asset?: string;
  /**
   * The implicit method of ccxt that requests it, if no unified method does. It has to be in
   * `FURTHER_ENDPOINTS`, and bounds and limit need their names (`start`, `end`, `limitName`).
   */
  readonly endpoint?: string;
  /** The names of the fields that lead to the rows in the response of that endpoint. */
  readonly rowsAt?: readonly string[];
}

/** Parameters of a request. */
export type Parameters = Readonly<Record<string, string | number | boolean>>;

/** The account that withdrawals leave from, and which figure of it can be withdrawn. */
export interface WithdrawableAccount {
  /** The venue's name of the account, for example `funding`; `null` if it is not documented. */
  readonly account: string | null;
  /** The address of the documentation; `null` if none documents which amount can be withdrawn. */
  readonly source: string | null;
  /** Parameters of ccxt's `fetchBalance` that select the account. */
  readonly request?: Readonly<Record<string, string>>;
  /** Reads the figure from the raw responses to `fetchBalance`; if missing, ccxt's `free` is used. */
  readonly reader?: AmountReader;
}

/** An endpoint by ccxt's implicit name of it (`privateGetAssetCurrencies`), with its parameters. */
export interface RawRequest {
  readonly method: string;
  readonly parameters?: Readonly<Record<string, string | number>>;
  /** The parameter that takes the address of the wallet. */
  readonly wallet?: string;
  /** True if the reader gets `null` instead of a response that the exchange refuses. */
  readonly optional?: true;
  /**
   * The parameter that takes the venue's identifier of a coin: the request is sent for each coin with
   * a balance, and each response is `{ coin, response }`. A refused coin is quarantined.
   */
  readonly forHeld?: string;
}

/** How the withdrawable figures are read from raw responses. */
export interface AmountReader {
  /** Endpoints that are requested instead of ccxt's `fetchBalance`, one after the other. */
  readonly requests?: readonly RawRequest[];
  /** Endpoints that are requested after it, for what its response lacks. */
  readonly further?: readonly RawRequest[];
  /**
   * The rows of the assets, in the responses as the venue sent them, in the order of the requests;
   * see `reader-forms.ts`.
   *
   * @throws {ExchangeError} if no response has a list of them.
   */
  readonly rows: (responses: readonly unknown[]) => readonly unknown[];
  /**
   * The venue's identifier of the asset of a row. Amounts of several rows of one coin are added.
   *
   * @throws {UnreadableRowError}
   */
  readonly coin: (row: RawRow) => string;
  /** The figure as decimal text. @throws {UnreadableRowError} */
  readonly amount: (row: RawRow) => string;
}

/** A network of a coin as the venue reports it. */
export interface RawNetwork {
  /** The venue's own identifier of the network, as a withdrawal request names it. */
  readonly id: string;
  /** The venue's name of the network, never of the coin; `null` if it has none. */
  readonly name: string | null;
  /**
   * Further texts that name the chain: a protocol, a chain's name, the part of the identifier
   * that names the chain (`TRC20` of `USDT-TRC20`). One that names another chain than the rest makes
   * the chain uncertain.
   */
  readonly hints: readonly string[];
  /** The address of the token's contract on it; one that cannot be on the chain makes it uncertain. */
  readonly contract?: string | null;
  /** True if the coin can be withdrawn on it now. */
  readonly isOpen: boolean;
  /** Limits as the venue wrote them; `null` if there are none. */
  readonly minWithdrawal: string | null;
  readonly maxWithdrawal: string | null;
  /** The venue's own address pattern. */
  readonly addressRegex: string | null;
}

/** How coins and their networks are read from raw responses. */
export interface CoinReader {
  /**
   * Endpoints that are requested instead of ccxt's `fetchCurrencies`, one after the other. Each has
   * to be in `venues.json` (`FURTHER_ENDPOINTS` of `reviewed-endpoints.ts`, then `npm run venues`).
   */
  readonly requests?: readonly RawRequest[];
  /** Endpoints that are requested after it, for what its response lacks. */
  readonly further?: readonly RawRequest[];
  /**
   * The rows of the coins, in the responses as the venue sent them, in the order of the requests;
   * a coin may have several rows, for example one for each network. See `reader-forms.ts`.
   */
  readonly rows: (responses: readonly unknown[]) => readonly unknown[];
  /** The venue's identifier of the coin of a row. @throws {UnreadableRowError} */
  readonly coin: (row: RawRow) => string;
  /** Further identifiers of the coin in rows of histories and balances. */
  readonly aliases?: (row: RawRow) => readonly string[];
  /**
   * Every network of the row, open or not; `null` if the venue reports none of this coin. Missing if
   * the list names coins and no network of any.
   */
  readonly networks?: (row: RawRow) => readonly RawNetwork[] | null;
  /** True for a fiat currency, which moves to banks and has no networks. */
  readonly isFiat?: (row: RawRow) => boolean;
}

/** Names of fields, best first, or those of one row. */
export type FieldNames = readonly string[] | ((row: RawRow) => readonly string[]);

/** How rows of a history are read if ccxt reads another field. Rows are as the venue sent them. */
export interface RowTraits {
  /** Fields with the time of creation, best first. */
  readonly createdAt?: readonly string[];
  /** Fields with the amount that was moved, without the fee, best first. */
  readonly amount?: FieldNames;
  /** True if the amount of a withdrawal, as listed, includes the fee. */
  readonly withdrawalsHoldFee?: true;
  /** Fields with the sender's address of a deposit, best first; empty if there is none. */
  readonly sender?: readonly string[];
  /** Fields with the address that the venue reports, best first, instead of ccxt's reading. */
  readonly address?: readonly string[];
  /** Fields with the transaction on the chain, best first (empty if rows have none), or its reader. */
  readonly txid?: readonly string[] | ((row: RawRow) => string | null);
  /** The field (or reader) of the status, and what its words or codes mean in each list. */
  readonly status?: {
    readonly field: string | ((row: RawRow) => string | null);
    readonly deposits: StatusTable;
    readonly withdrawals: StatusTable;
  };
  /** Fields of a fee in the row's asset, if ccxt reads no fee or not its currency, best first. */
  readonly fee?: FieldNames;
  /** The field with an identifier of the coin, if ccxt does not look it up among the coins. */
  readonly coin?: string;
  /** The currency in which the balance is reported; `null` for what ccxt reads. */
  readonly asset?: (row: RawRow) => string | null;
  /** Returns the type of a row; `null` for that of ccxt and the list. */
  readonly type?: (row: RawRow) => TransactionType | null;
}

/** The particulars of a venue. A missing field is the common case. */
export interface VenueTraits extends ListTraits {
  /** The year of its first row. */
  readonly openedIn?: number;
  /** The last days of history that it lists, if it lists no older row at all. */
  readonly listedDays?: number;
  /** What differs between its lists; a list's own field replaces that of the venue. */
  readonly lists?: {
    readonly deposits?: ListTraits;
    readonly withdrawals?: ListTraits;
    readonly transactions?: ListTraits;
  };
  /** The type of the account whose balance is read, if ccxt reads the first of a list of accounts. */
  readonly accountType?: string;
  readonly withdrawable?: WithdrawableAccount;
  readonly coins?: CoinReader;
  readonly rows?: RowTraits;
  /** The one asset that moves in and out, if rows do not name it. */
  readonly onlyAsset?: string;
  /** True if a list for each asset names it, and its rows do not. */
  readonly listsByAsset?: true;
  /** What names assets by numbers, and cannot be read without the list of assets. */
  readonly numbersAssets?: 'history' | 'history and balances';
  /** What else a user should know. */
  readonly note?: string;
  /** What a key needs, if it is more than the right to read. */
  readonly key?: string;
}
