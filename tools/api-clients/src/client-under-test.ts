/** The calls that every generated client makes, in a form that does not depend on its generator. */

/** Parameters of a listing. */
export interface ListingQuery {
  readonly limit?: number;
  readonly type?: 'deposit' | 'withdrawal';
  readonly since?: string;
  readonly fields?: string;
  readonly cursor?: string;
}

/** A response as the generated client returns it: `data` of a success, `error` of a problem. */
export interface Reply<Data> {
  readonly response: Response | undefined;
  readonly data?: Data | undefined;
  readonly error?: Problem | undefined;
}

export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly errors?: readonly { readonly parameter: string }[];
}

export interface TransactionList {
  readonly transactions: readonly {
    readonly id?: string;
    readonly type?: string;
    readonly amount?: number;
    readonly timestamp?: number;
  }[];
  readonly pagination: { readonly totalCount: number; readonly page: number };
}

export interface Balance {
  readonly lastSyncAt: string;
  readonly balances: readonly {
    readonly asset: string;
    readonly amount: number;
    readonly networks: readonly { readonly id: string; readonly minWithdrawal: string | null }[];
  }[];
}

/** A client of one generator. */
export interface GeneratedClient {
  list(query: ListingQuery): Promise<Reply<TransactionList>>;
  readBalance(): Promise<Reply<Balance>>;
}

/** Creates a client. @param credentials the four headers of a request. */
export type CreateClient = (
  baseUrl: string,
  credentials: Readonly<Record<string, string>>,
) => GeneratedClient;
