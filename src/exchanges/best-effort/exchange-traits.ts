/**
 * Facts about an exchange that ccxt does not have: the reach of its history, the parameters of windows, the
 * paging of its lists, and the account from which withdrawals are made. Each fact is from the exchange's API
 * documentation, to which ccxt's class links.
 */

import type { ErrorCodes } from '../client/ccxt-errors.ts';
import type { CredentialForms } from '../client/credential-forms.ts';
import type { TransactionType } from '../../domain/transaction.ts';
import type { RawRow } from '../mapping/raw-row.ts';
import type { StatusTable } from '../mapping/status-table.ts';
import type { NetworkTexts } from '../networks/identify-chain.ts';

/** The form of a bound of a window. */
export type TimeForm = 'ms' | 's' | 'iso' | 'day';

/** The parameter of a bound of a window. */
export interface TimeParameter {
  readonly name: string;
  readonly form: TimeForm;
}

/** The paging of a list: by a count, or by a cursor. */
export type Paging = CountedPaging | CursorPaging;

/** Paging by the number of the page, or by the number of rows before it. */
export interface CountedPaging {
  readonly name: string;
  readonly counts: 'rows' | 'pages';
  readonly first: number;
  /** Maximum value that the exchange accepts; rows after it cannot be requested. */
  readonly max?: number;
}

/** Paging by a cursor from the previous page. */
export interface CursorPaging {
  readonly name: string;
  /** Returns the cursor of the next page; `null` if the exchange reports that there is none. */
  readonly next: (page: RawPage) => string | number | null;
}

/** A page as the exchange sent it. */
export interface RawPage {
  /** The body of the last response. */
  readonly response: unknown;
  /** The rows in the order of the response. */
  readonly rows: readonly unknown[];
  /** False if the page has fewer rows than any usual limit. */
  readonly isFull: boolean;
}

/**
 * The parameters that filter, limit and page a list, under the names of the exchange's documentation. If a field
 * is missing, ccxt's request is correct.
 */
export interface ListTraits {
  /** The parameter of the start of a window; `null` if the list has none. */
  readonly start?: TimeParameter | null;
  /** The parameter of the end of a window; `null` if the list has none. */
  readonly end?: TimeParameter | null;
  /** Maximum window that the exchange accepts, in days. */
  readonly windowDays?: number;
  /** Maximum number of rows in a response. It is sent as the limit of a request. */
  readonly limit?: number;
  /** The parameter of the limit, if ccxt sends none or one that the exchange ignores. */
  readonly limitName?: string;
  /**
   * True if there is a list for each asset with its name, and rows do not name the asset. The limit applies to all
   * lists of a response together.
   */
  readonly listsByAsset?: true;
  readonly page?: Paging;
  /** The rows that an incomplete response contains; most exchanges also list them first. */
  readonly order?: 'newest-first' | 'oldest-first';
  /** Further parameters of every request. */
  readonly request?: Parameters;
  /** The parts of a list that the exchange lists separately. Each part is read separately. */
  readonly parts?: readonly ListPart[];
}

/** A part of a list. */
export interface ListPart {
  /** Parameters of its requests, for example the status of its rows. */
  readonly request?: Parameters;
  /** The only asset of its rows. */
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

/** The account from which withdrawals are made, and its withdrawable amount. */
export interface WithdrawableAccount {
  /** The exchange's name of the account, for example `funding`; `null` if not documented. */
  readonly account: string | null;
  /** The URL of the documentation; `null` if the withdrawable amount is not documented. */
  readonly source: string | null;
  /** Parameters of ccxt's `fetchBalance` that select the account. */
  readonly request?: Readonly<Record<string, string>>;
  /** Reads the amount from the raw responses to `fetchBalance`; by default, ccxt's `free` is used. */
  readonly reader?: AmountReader;
}

/** An endpoint by ccxt's implicit name of it (`privateGetAssetCurrencies`), with its parameters. */
export interface RawRequest {
  readonly method: string;
  readonly parameters?: Readonly<Record<string, string | number>>;
  /** The parameter for the address of the wallet. */
  readonly wallet?: string;
  /**
   * The parameter for the exchange's identifier of a coin. The request is sent for each coin with a balance, and
   * each response is `{ coin, response }`. A refused coin is quarantined.
   */
  readonly forHeld?: string;
}

/** Reads the withdrawable amounts from raw responses. */
export interface AmountReader {
  /** Endpoints that are requested instead of ccxt's `fetchBalance`, one after the other. */
  readonly requests?: readonly RawRequest[];
  /** Endpoints that are requested after it, for data that its response does not contain. */
  readonly further?: readonly RawRequest[];
  /**
   * Returns the rows of the assets from the responses as the exchange sent them, in the order of the requests;
   * see `reader-forms.ts`.
   *
   * @throws {ExchangeError} if no response has a list of rows.
   */
  readonly rows: (responses: readonly unknown[]) => readonly unknown[];
  /**
   * Returns the exchange's identifier of the asset of a row. Amounts of several rows of one coin are added.
   *
   * @throws {UnreadableRowError} if it is missing.
   */
  readonly coin: (row: RawRow) => string;
  /** Returns the withdrawable amount as decimal text. @throws {UnreadableRowError} if it is missing. */
  readonly amount: (row: RawRow) => string;
  /**
   * Returns false if a field of the formula of the amount is missing, so that the amount may be too large. Default:
   * always true.
   */
  readonly isVerified?: (row: RawRow) => boolean;
}

/** A network of a coin as the exchange reports it. */
export interface RawNetwork extends NetworkTexts {
  /** True if the coin can be withdrawn on it now. */
  readonly isOpen: boolean;
  /** Limits as the exchange wrote them. Default: none. */
  readonly minWithdrawal?: string | null;
  readonly maxWithdrawal?: string | null;
  /** The exchange's own address pattern. Default: none. */
  readonly addressRegex?: string | null;
}

/** Reads coins and their networks from raw responses. */
export interface CoinReader {
  /**
   * Endpoints that are requested instead of ccxt's `fetchCurrencies`, one after the other. Each has
   * to be in `exchanges.json` (`FURTHER_ENDPOINTS` of `reviewed-endpoints.ts`, then `npm run exchanges`).
   */
  readonly requests?: readonly RawRequest[];
  /** Endpoints that are requested after it, for data that its response does not contain. */
  readonly further?: readonly RawRequest[];
  /**
   * Returns the rows of the coins from the responses as the exchange sent them, in the order of the requests. A
   * coin may have several rows, for example one for each network. See `reader-forms.ts`.
   */
  readonly rows: (responses: readonly unknown[]) => readonly unknown[];
  /** Returns the exchange's identifier of the coin of a row. @throws {UnreadableRowError} if it is missing. */
  readonly coin: (row: RawRow) => string;
  /** Returns further identifiers of the coin in rows of histories and balances. */
  readonly aliases?: (row: RawRow) => readonly string[];
  /**
   * Returns a row for every network of the coin, open or not; `null` if the exchange does not report the networks of
   * this coin. Default: the coin's own row, for a list with a row for each network.
   */
  readonly networkRows?: (row: RawRow) => readonly unknown[] | null;
  /**
   * Returns the network of such a row. Missing if the list contains no networks.
   *
   * @throws {UnreadableRowError} if it cannot be read; the other networks of the coin are not affected.
   */
  readonly network?: (network: RawRow, coin: RawRow) => RawNetwork;
  /**
   * Returns true for a fiat currency, which is withdrawn to banks and has no networks; `null` if the row does not
   * say it.
   */
  readonly isFiat?: (row: RawRow) => boolean | null;
  /** True if the list contains only assets with a balance, so that it lacks other assets of the history. */
  readonly listsHeldOnly?: true;
}

/** Names of fields, in the order of preference, or a function that returns them for a row. */
export type FieldNames = readonly string[] | ((row: RawRow) => readonly string[]);

/** A fee as the exchange sent it. */
export interface NamedFee {
  /** Decimal text. */
  readonly cost: string;
  /** The exchange's identifier of the currency. */
  readonly coin: string;
}

/** Corrections for rows of a history, if ccxt reads a wrong field. Rows are as the exchange sent them. */
export interface RowTraits {
  /** Fields with the time of creation, in the order of preference. */
  readonly createdAt?: readonly string[];
  /** Fields with the moved amount without the fee, in the order of preference. */
  readonly amount?: FieldNames;
  /** True if the amount of a withdrawal, as listed, includes the fee. */
  readonly withdrawalsHoldFee?: true;
  /** Fields with the sender's address of a deposit, in the order of preference; empty if there is none. */
  readonly sender?: readonly string[];
  /** Fields with the reported address, in the order of preference, instead of ccxt's reading. */
  readonly address?: readonly string[];
  /**
   * Fields with the txid, in the order of preference (empty if rows have none), or a function that reads it.
   */
  readonly txid?: readonly string[] | ((row: RawRow) => string | null);
  /** The field (or reader) of the status, and the meaning of its words or codes in each list. */
  readonly status?: {
    readonly field: string | ((row: RawRow) => string | null);
    readonly deposits: StatusTable;
    readonly withdrawals: StatusTable;
  };
  /**
   * Fields with a fee in the row's asset, in the order of preference, if ccxt does not read the fee or its
   * currency.
   */
  readonly fee?: FieldNames;
  /** Returns the fee of a row that names its currency; `null` for the other readings. */
  readonly feeOf?: (row: RawRow) => NamedFee | null;
  /** The field with an identifier of the coin, if ccxt does not look it up in the list of coins. */
  readonly coin?: string;
  /** Returns the currency of a coin that `coin` does not find, as the balance names it; `null` for ccxt's reading. */
  readonly asset?: (row: RawRow) => string | null;
  /** True for a row about a movement that another row reports, too. It is not read. */
  readonly isRepeated?: (row: RawRow) => boolean;
  /** Returns the type of a row; `null` for the type from ccxt and the list. */
  readonly type?: (row: RawRow) => TransactionType | null;
}

/** The traits of an exchange. A missing field means the common case. */
export interface ExchangeTraits extends ListTraits {
  /** The year of its first row. */
  readonly openedIn?: number;
  /** The number of days that the history contains, if older rows are never listed. */
  readonly listedDays?: number;
  /** Traits of single lists; a field of a list replaces the exchange's field. */
  readonly lists?: {
    readonly deposits?: ListTraits;
    readonly withdrawals?: ListTraits;
    readonly transactions?: ListTraits;
  };
  /** Forms that its credentials have in addition to the general rules, by field. */
  readonly credentialForms?: CredentialForms;
  /** The minimum time between two requests with a key, ms, if the exchange's limit applies to keys or accounts. */
  readonly keyRequestMs?: number;
  /** The meaning of errors that ccxt misreads, by a text that its message contains. */
  readonly errorCodes?: ErrorCodes;
  /** The type of the account that is read, if ccxt reads the first of a list of accounts. */
  readonly accountType?: string;
  readonly withdrawable?: WithdrawableAccount;
  readonly coins?: CoinReader;
  readonly rows?: RowTraits;
  /** The only asset of deposits and withdrawals, if rows do not name it. */
  readonly onlyAsset?: string;
  /** The data that identifies assets by numbers, and cannot be read without the list of assets. */
  readonly numbersAssets?: 'history' | 'history and balances';
  /** A note for users. */
  readonly note?: string;
  /** The rights or properties that a key needs, if the right to read is not enough. */
  readonly key?: string;
}
