// Written by `npm run docs` from the OpenAPI document "wallet-teller", with openapi-typescript.
export interface paths {
  readonly '/v0/wallet/transactions': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Lists the transactions of a wallet, newest first.
     * @description Sorted by `timestamp`, then `id`, both descending. A page past the end is an empty list. A wallet that was never synchronised has no list, unless transactions were imported. To read everything, follow `Link` until it is missing.
     */
    readonly get: operations['listTransactions'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/wallet/withdraw/balance': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Returns the withdrawable balances of a wallet and their networks.
     * @description As of `lastSyncAt`. A suspended network is missing from `networks`; a crypto-asset without any cannot be withdrawn now, unless `x-svc-unknown-networks` lists it. Fiat has no networks.
     */
    readonly get: operations['getWithdrawableBalance'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/livez': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Returns 200 while the process runs.
     * @description A process that does not respond has to be restarted.
     */
    readonly get: operations['checkLiveness'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/readyz': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Returns 200 while the service can handle requests.
     * @description It cannot if the database is unavailable, or while it shuts down.
     */
    readonly get: operations['checkReadiness'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/metrics': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Returns the metrics of the process in Prometheus' text format, or in OpenMetrics.
     * @description Needs the bearer token of `TELLER_METRICS_TOKEN`, without which it is closed. `Accept` selects the format.
     */
    readonly get: operations['readMetrics'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/openapi.json': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Returns this document.
     * @description The same for every caller.
     */
    readonly get: operations['describeService'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
}
export interface webhooks {
  readonly 'wallet.synced': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * A refresh of the wallet succeeded.
     * @description Sent at least once, in order for each wallet, to the webhooks that chose it.
     */
    readonly post: operations['onWalletSynced'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly 'wallet.stopped': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Synchronisation of the wallet stopped until the operator acts.
     * @description Sent at least once, in order for each wallet, to the webhooks that chose it.
     */
    readonly post: operations['onWalletStopped'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly 'transaction.created': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * A transaction was stored.
     * @description Sent at least once, in order for each wallet, to the webhooks that chose it.
     */
    readonly post: operations['onTransactionCreated'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly 'transaction.updated': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * A stored transaction was changed or removed.
     * @description Sent at least once, in order for each wallet, to the webhooks that chose it.
     */
    readonly post: operations['onTransactionUpdated'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly 'wallet.connected': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * The exchange accepted the key of the wallet for the first time.
     * @description Sent at least once, in order for each wallet, to the webhooks that chose it.
     */
    readonly post: operations['onWalletConnected'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly 'wallet.history_complete': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * The history of the wallet was read back to its beginning.
     * @description Sent at least once, in order for each wallet, to the webhooks that chose it.
     */
    readonly post: operations['onWalletHistoryComplete'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly 'wallet.failing': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Synchronisation of the wallet began to fail, or stopped after it had begun to fail.
     * @description Sent at least once, in order for each wallet, to the webhooks that chose it.
     */
    readonly post: operations['onWalletFailing'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly 'wallet.recovered': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * A refresh of the wallet succeeded after `wallet.failing`.
     * @description Sent at least once, in order for each wallet, to the webhooks that chose it.
     */
    readonly post: operations['onWalletRecovered'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
}
export interface components {
  schemas: {
    /** @description A transaction. `null` means that the exchange did not provide the field. */
    readonly Transaction: {
      /** @description Always the same for the same record of the exchange. */
      readonly id: string;
      /** @description The wallet of the request. */
      readonly walletId: string;
      /** @description Asset symbol. */
      readonly asset: string;
      /**
       * @description The kind of the transaction, and the direction of its amount: `deposit`, `transfer_in`, `reward` and `credit` add to the account, `withdrawal`, `transfer_out`, `fee` and `debit` take from it. Transfers are between accounts of the same user. The direction of `other` is unknown.
       * @enum {string}
       */
      readonly type:
        | 'deposit'
        | 'withdrawal'
        | 'transfer_in'
        | 'transfer_out'
        | 'reward'
        | 'fee'
        | 'credit'
        | 'debit'
        | 'other';
      /**
       * Format: decimal
       * @description Units of the asset. Exact: written with every digit that the exchange provided, in plain notation.
       */
      readonly amount: number;
      /**
       * Format: int64
       * @description Creation, Unix time in milliseconds.
       */
      readonly timestamp: number;
      /**
       * @description The last known state. `pending` and `unknown` may still change.
       * @enum {string}
       */
      readonly status: 'pending' | 'completed' | 'failed' | 'canceled' | 'unknown';
      /** @description Identifier on the chain. */
      readonly txid: string | null;
      /** @description Counterparty address. */
      readonly address: string | null;
      /**
       * Format: decimal
       * @description The fee in units of `feeCurrency`. Exact: written with every digit that the exchange provided, in plain notation.
       */
      readonly feeCost: number | null;
      /** @description Symbol of the asset of the fee. */
      readonly feeCurrency: string | null;
    };
    /** @description A transaction with the fields in `fields`. */
    readonly PartialTransaction: {
      /** @description Always the same for the same record of the exchange. */
      readonly id?: string;
      /** @description The wallet of the request. */
      readonly walletId?: string;
      /** @description Asset symbol. */
      readonly asset?: string;
      /**
       * @description The kind of the transaction, and the direction of its amount: `deposit`, `transfer_in`, `reward` and `credit` add to the account, `withdrawal`, `transfer_out`, `fee` and `debit` take from it. Transfers are between accounts of the same user. The direction of `other` is unknown.
       * @enum {string}
       */
      readonly type?:
        | 'deposit'
        | 'withdrawal'
        | 'transfer_in'
        | 'transfer_out'
        | 'reward'
        | 'fee'
        | 'credit'
        | 'debit'
        | 'other';
      /**
       * Format: decimal
       * @description Units of the asset. Exact: written with every digit that the exchange provided, in plain notation.
       */
      readonly amount?: number;
      /**
       * Format: int64
       * @description Creation, Unix time in milliseconds.
       */
      readonly timestamp?: number;
      /**
       * @description The last known state. `pending` and `unknown` may still change.
       * @enum {string}
       */
      readonly status?: 'pending' | 'completed' | 'failed' | 'canceled' | 'unknown';
      /** @description Identifier on the chain. */
      readonly txid?: string | null;
      /** @description Counterparty address. */
      readonly address?: string | null;
      /**
       * Format: decimal
       * @description The fee in units of `feeCurrency`. Exact: written with every digit that the exchange provided, in plain notation.
       */
      readonly feeCost?: number | null;
      /** @description Symbol of the asset of the fee. */
      readonly feeCurrency?: string | null;
    };
    /** @description The place of a page in its listing. */
    readonly Pagination: {
      /**
       * Format: int64
       * @description Number of transactions that match now.
       */
      readonly totalCount: number;
      /**
       * Format: int64
       * @description Zero-based index of the page. With `cursor`, it counts the pages of the walk, and may be above 1000, and above `pageCount` if transactions were removed meanwhile.
       */
      readonly page: number;
      /**
       * Format: int32
       * @description Maximum transactions per page.
       */
      readonly limit: number;
      /**
       * Format: int64
       * @description `totalCount` divided by `limit`, rounded up.
       */
      readonly pageCount: number;
    };
    /** @description A page of transactions, newest first. */
    readonly TransactionList: {
      readonly transactions: readonly (
        | components['schemas']['Transaction']
        | components['schemas']['PartialTransaction']
      )[];
      readonly pagination: components['schemas']['Pagination'];
    };
    /** @description A network on which an asset can be withdrawn. */
    readonly Network: {
      /** @description The exchange's own identifier of the network. */
      readonly id: string;
      /** @description The same for one chain at every exchange, if the chain is known. */
      readonly code: string;
      /** @description Name of the network. */
      readonly name: string;
      /** @description Display name of the network. */
      readonly displayName: string;
      /** @description A decimal as the exchange wrote it, `1e-8` for example. */
      readonly minWithdrawal: string | null;
      /** @description A decimal as the exchange wrote it. */
      readonly maxWithdrawal: string | null;
      /** @description Symbol of the asset that this entry belongs to. */
      readonly assetName: string;
      /** @description Regular expression that a destination address must match. */
      readonly addressRegex: string | null;
    };
    /** @description The withdrawable amount of one asset, and its networks. */
    readonly AssetBalance: {
      /** @description Asset symbol. */
      readonly asset: string;
      /**
       * Format: decimal
       * @description Amount that can be withdrawn, in units of the asset. Exact: written with every digit that the exchange provided, in plain notation.
       */
      readonly amount: number;
      /** @description Networks on which the asset can be withdrawn now, by `id`, ascending. */
      readonly networks: readonly components['schemas']['Network'][];
    };
    /** @description The withdrawable balances of a wallet. */
    readonly Balance: {
      /**
       * Format: date-time
       * @description The time of the last synchronisation, in UTC with milliseconds.
       */
      readonly lastSyncAt: string;
      /** @description By `asset`, ascending. */
      readonly balances: readonly components['schemas']['AssetBalance'][];
    };
    /** @description The state of the process. */
    readonly Health: {
      /**
       * @description `alive` from `/livez`, `ready` from `/readyz`.
       * @enum {string}
       */
      readonly status: 'alive' | 'ready';
      /** @description Nodes of the database cluster that do not respond, as `host:port`. Their wallets are unavailable. */
      readonly unavailableNodes?: readonly string[];
    };
    /** @description Why the last synchronisation of a wallet failed. */
    readonly WalletFailure: {
      /** @description For programs. */
      readonly code: string;
      /** @description For people. */
      readonly message: string;
    };
    /** @description The state of the synchronisation of a wallet. */
    readonly WalletEventData: {
      readonly projectId: string;
      readonly walletId: string;
      /**
       * @description `backfilling` while older history is still being read.
       * @enum {string}
       */
      readonly syncState:
        | 'new'
        | 'synced'
        | 'backfilling'
        | 'failing'
        | 'stopped'
        | 'paused'
        | 'imported';
      /**
       * Format: date-time
       * @description The last synchronisation; `null` before the first.
       */
      readonly lastSyncAt: string | null;
      /** @description Whether the history was read back to its beginning. */
      readonly historyComplete: boolean;
      /** @description Why the last synchronisation failed; `null` if it succeeded, or before the first. */
      readonly failure: components['schemas']['WalletFailure'] | null;
    };
    /** @description A refresh of the wallet succeeded. */
    readonly WalletSynced: {
      /** @enum {string} */
      readonly type: 'wallet.synced';
      /**
       * Format: date-time
       * @description When it happened, in UTC with milliseconds.
       */
      readonly timestamp: string;
      readonly data: components['schemas']['WalletEventData'];
    };
    /** @description Synchronisation of the wallet stopped until the operator acts. */
    readonly WalletStopped: {
      /** @enum {string} */
      readonly type: 'wallet.stopped';
      /**
       * Format: date-time
       * @description When it happened, in UTC with milliseconds.
       */
      readonly timestamp: string;
      readonly data: components['schemas']['WalletEventData'];
    };
    /** @description A change of a transaction. */
    readonly TransactionEventData: {
      readonly projectId: string;
      readonly walletId: string;
      /**
       * @description What changed it: `backfill` while the history of the wallet is incomplete, later `sync`; `import` for imports and their undoing.
       * @enum {string}
       */
      readonly cause: 'sync' | 'backfill' | 'import';
      readonly transactionId: string;
      /** @description The row at the time of the delivery; `null` if it was removed since. */
      readonly transaction: components['schemas']['Transaction'] | null;
    };
    /** @description A transaction was stored. */
    readonly TransactionCreated: {
      /** @enum {string} */
      readonly type: 'transaction.created';
      /**
       * Format: date-time
       * @description When it happened, in UTC with milliseconds.
       */
      readonly timestamp: string;
      readonly data: components['schemas']['TransactionEventData'];
    };
    /** @description A stored transaction was changed or removed. */
    readonly TransactionUpdated: {
      /** @enum {string} */
      readonly type: 'transaction.updated';
      /**
       * Format: date-time
       * @description When it happened, in UTC with milliseconds.
       */
      readonly timestamp: string;
      readonly data: components['schemas']['TransactionEventData'];
    };
    /** @description The exchange accepted the key of the wallet for the first time. */
    readonly WalletConnected: {
      /** @enum {string} */
      readonly type: 'wallet.connected';
      /**
       * Format: date-time
       * @description When it happened, in UTC with milliseconds.
       */
      readonly timestamp: string;
      readonly data: components['schemas']['WalletEventData'];
    };
    /** @description The history of the wallet was read back to its beginning. */
    readonly WalletHistoryComplete: {
      /** @enum {string} */
      readonly type: 'wallet.history_complete';
      /**
       * Format: date-time
       * @description When it happened, in UTC with milliseconds.
       */
      readonly timestamp: string;
      readonly data: components['schemas']['WalletEventData'];
    };
    /** @description Synchronisation of the wallet began to fail, or stopped after it had begun to fail. */
    readonly WalletFailing: {
      /** @enum {string} */
      readonly type: 'wallet.failing';
      /**
       * Format: date-time
       * @description When it happened, in UTC with milliseconds.
       */
      readonly timestamp: string;
      readonly data: components['schemas']['WalletEventData'];
    };
    /** @description A refresh of the wallet succeeded after `wallet.failing`. */
    readonly WalletRecovered: {
      /** @enum {string} */
      readonly type: 'wallet.recovered';
      /**
       * Format: date-time
       * @description When it happened, in UTC with milliseconds.
       */
      readonly timestamp: string;
      readonly data: components['schemas']['WalletEventData'];
    };
    /** @description The error of one parameter. */
    readonly ParameterError: {
      /** @description The name of the parameter, or its beginning if it is long. */
      readonly parameter: string;
      /**
       * @description The error of this parameter, for programs.
       * @enum {string}
       */
      readonly code: 'invalid_parameter' | 'unknown_parameter' | 'repeated_parameter';
      /** @description Which values are accepted, for people. */
      readonly message: string;
    };
    /** @description A problem (RFC 9457). */
    readonly Problem: {
      /**
       * Format: uri-reference
       * @description Address of the section about the error in the reference.
       */
      readonly type: string;
      /** @description The error in a few words, the same for each `code`. */
      readonly title: string;
      /**
       * Format: int32
       * @description The HTTP status.
       */
      readonly status: number;
      /** @description What happened, for people. */
      readonly detail: string;
      /**
       * @description The code of the error, for programs.
       * @enum {string}
       */
      readonly code:
        | 'invalid_parameter'
        | 'unknown_parameter'
        | 'repeated_parameter'
        | 'malformed_request'
        | 'missing_credentials'
        | 'invalid_credentials'
        | 'scope_mismatch'
        | 'wallet_not_found'
        | 'balance_not_available'
        | 'not_found'
        | 'method_not_allowed'
        | 'uri_too_long'
        | 'headers_too_large'
        | 'rate_limited'
        | 'internal'
        | 'wallet_not_synced'
        | 'wallet_stopped'
        | 'store_unavailable'
        | 'overloaded';
      /** @description Names the request in the log of the service. */
      readonly requestId: string;
      /** @description The invalid parameters. `detail` has the number of further ones. */
      readonly errors?: readonly components['schemas']['ParameterError'][];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description The caller's `x-request-id`, or a new one. The log has it too. */
    readonly 'x-request-id': string;
    /** @description Whether the history was read back to its beginning; `complete` if the wallet only takes imports. */
    readonly 'x-svc-history': 'complete' | 'backfilling';
    /** @description The last synchronisation of the wallet, in UTC with milliseconds; missing before the first. */
    readonly 'x-svc-last-sync-at': string;
    /** @description The state of the synchronisation. `new`: nothing was read yet. `synced`: history and balances are complete and kept up to date. `backfilling`: recent history and balances are complete, older history is still being read. `failing`: the last synchronisation failed, and a running worker retries it; data of an earlier one is served. `stopped`: the last synchronisation failed and the operator has to act; data of an earlier one is served. `paused`: the operator has paused the wallet; data of an earlier synchronisation is served. `imported`: the wallet has imported transactions only: it was not synchronised yet, or only takes imports. */
    readonly 'x-svc-sync-state':
      | 'new'
      | 'synced'
      | 'backfilling'
      | 'failing'
      | 'stopped'
      | 'paused'
      | 'imported';
    /** @description The code of the failure of the last synchronisation, for example `exchange_key_refused`, or `exchange_clock` if the exchange refused the time of a request; missing if it succeeded. */
    readonly 'x-svc-sync-error': string;
    /** @description Assets whose networks the exchange does not (all) report for this key, separated by commas and percent-encoded, or `*` if there are too many; missing if all are known. An empty list of networks means for all other crypto-assets that they cannot be withdrawn; fiat has no networks. A 304 may omit it: the value of the stored response remains valid. */
    readonly 'x-svc-unknown-networks': string;
    /** @description Present if the exchange does not document, or does not report to this key, which part of the amounts can be withdrawn: the free amounts of its main account are reported. A 304 may omit it: the value of the stored response remains valid. */
    readonly 'x-svc-unverified-withdrawable': 'true';
    /** @description The next page, `<…?cursor=…>; rel="next"` (RFC 8288), as a reference to be resolved against the address of the request; missing on the last page. Following the links returns every transaction that existed at the start and matches throughout exactly once, even if others arrive meanwhile, and beyond page 1000 too. A 304 may omit it: the value of the stored response remains valid. */
    readonly Link: string;
    /** @description Strong entity tag. The response to a request that sends it in `if-none-match` is 304 until the content changes. */
    readonly ETag: string;
    /** @description The requests that the key has left in this second, `r` (IETF draft); missing if there is no limit. */
    readonly RateLimit: string;
    /** @description Requests per second and key, `q` (IETF draft); missing if there is no limit. */
    readonly 'RateLimit-Policy': string;
    /** @description The scheme of authentication that the path needs (RFC 9110). */
    readonly 'WWW-Authenticate': string;
    /** @description The methods that the path accepts, separated by commas. */
    readonly Allow: string;
    /** @description Seconds until a retry is useful; missing if a retry does not help. */
    readonly 'Retry-After': number;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readonly listTransactions: {
    readonly parameters: {
      readonly query?: {
        /** @description Zero-based page index; 0 if missing. */
        readonly page?: number;
        /** @description Transactions per page. */
        readonly limit?: number;
        /** @description Keep only transactions of this asset symbol (exact, case-sensitive). */
        readonly asset?: string;
        /** @description Keep only transactions of this type. */
        readonly type?:
          | 'deposit'
          | 'withdrawal'
          | 'transfer_in'
          | 'transfer_out'
          | 'reward'
          | 'fee'
          | 'credit'
          | 'debit'
          | 'other';
        /** @description Keep only transactions created at or after this time: an RFC 3339 date-time with `Z` or an offset, or a date. */
        readonly since?: string;
        /** @description Keep only transactions created before this time: an RFC 3339 date-time with `Z` or an offset, or a date. */
        readonly before?: string;
        /** @description Keep only transactions of this status. */
        readonly status?: 'pending' | 'completed' | 'failed' | 'canceled' | 'unknown';
        /** @description Comma-separated fields to include: any of id, walletId, asset, type, amount, timestamp, status, txid, address, feeCost, feeCurrency. All fields if missing. */
        readonly fields?: string;
        /** @description Continues a walk through all transactions: the token of a `Link` header with `rel="next"`. All other parameters must be the same as in the request that returned it; `page` must be missing. */
        readonly cursor?: string;
      };
      readonly header?: {
        /** @description Entity tags of the responses that the caller has. */
        readonly 'if-none-match'?: string;
        /** @description Names the request in the response and in the log. An invalid one is replaced, and so is one that could contain a secret: `key_`, or 43 characters in a row that are letters, digits, `_` or `-`, if the id has both upper and lower case. A UUID is kept. */
        readonly 'x-request-id'?: string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The result. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'x-svc-history': components['headers']['x-svc-history'];
          readonly 'x-svc-last-sync-at': components['headers']['x-svc-last-sync-at'];
          readonly 'x-svc-sync-state': components['headers']['x-svc-sync-state'];
          readonly 'x-svc-sync-error': components['headers']['x-svc-sync-error'];
          readonly ETag: components['headers']['ETag'];
          readonly Link: components['headers']['Link'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "transactions": [
           *         {
           *           "id": "tx_4f0c2a9d5b7e41c68d3f9a1e",
           *           "walletId": "wallet_5a1f0c9e7b3d2846a0c1e2f3",
           *           "asset": "USDC",
           *           "type": "withdrawal",
           *           "amount": 250.5,
           *           "timestamp": 1709210096789,
           *           "status": "completed",
           *           "txid": "0x8d1f6c5b4a39281706f5e4d3c2b1a0998877665544332211ffeeddccbbaa0099",
           *           "address": "0x52908400098527886e0f7030069857d2e4169ee7",
           *           "feeCost": 1,
           *           "feeCurrency": "USDC"
           *         }
           *       ],
           *       "pagination": {
           *         "totalCount": 1,
           *         "page": 0,
           *         "limit": 10,
           *         "pageCount": 1
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['TransactionList'];
        };
      };
      /** @description The response that the caller has is current. */
      readonly 304: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'x-svc-history': components['headers']['x-svc-history'];
          readonly 'x-svc-last-sync-at': components['headers']['x-svc-last-sync-at'];
          readonly 'x-svc-sync-state': components['headers']['x-svc-sync-state'];
          readonly 'x-svc-sync-error': components['headers']['x-svc-sync-error'];
          readonly ETag: components['headers']['ETag'];
          readonly Link: components['headers']['Link'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly getWithdrawableBalance: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description Entity tags of the responses that the caller has. */
        readonly 'if-none-match'?: string;
        /** @description Names the request in the response and in the log. An invalid one is replaced, and so is one that could contain a secret: `key_`, or 43 characters in a row that are letters, digits, `_` or `-`, if the id has both upper and lower case. A UUID is kept. */
        readonly 'x-request-id'?: string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The result. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'x-svc-history': components['headers']['x-svc-history'];
          readonly 'x-svc-last-sync-at': components['headers']['x-svc-last-sync-at'];
          readonly 'x-svc-sync-state': components['headers']['x-svc-sync-state'];
          readonly 'x-svc-sync-error': components['headers']['x-svc-sync-error'];
          readonly ETag: components['headers']['ETag'];
          readonly 'x-svc-unknown-networks': components['headers']['x-svc-unknown-networks'];
          readonly 'x-svc-unverified-withdrawable': components['headers']['x-svc-unverified-withdrawable'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "lastSyncAt": "2024-02-29T12:34:56.789Z",
           *       "balances": [
           *         {
           *           "asset": "EUR",
           *           "amount": 12.34,
           *           "networks": []
           *         },
           *         {
           *           "asset": "USDC",
           *           "amount": 1050.25,
           *           "networks": [
           *             {
           *               "id": "ETH",
           *               "code": "ETH",
           *               "name": "Ethereum (ERC20)",
           *               "displayName": "Ethereum",
           *               "minWithdrawal": "10",
           *               "maxWithdrawal": "1000000",
           *               "assetName": "USDC",
           *               "addressRegex": "^0x[0-9A-Fa-f]{40}$"
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['Balance'];
        };
      };
      /** @description The response that the caller has is current. */
      readonly 304: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'x-svc-history': components['headers']['x-svc-history'];
          readonly 'x-svc-last-sync-at': components['headers']['x-svc-last-sync-at'];
          readonly 'x-svc-sync-state': components['headers']['x-svc-sync-state'];
          readonly 'x-svc-sync-error': components['headers']['x-svc-sync-error'];
          readonly ETag: components['headers']['ETag'];
          readonly 'x-svc-unknown-networks': components['headers']['x-svc-unknown-networks'];
          readonly 'x-svc-unverified-withdrawable': components['headers']['x-svc-unverified-withdrawable'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly checkLiveness: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The process runs. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "alive"
           *     }
           */
          readonly 'application/json': components['schemas']['Health'];
        };
      };
    };
  };
  readonly checkReadiness: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The service can handle requests. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ready"
           *     }
           */
          readonly 'application/json': components['schemas']['Health'];
        };
      };
    };
  };
  readonly readMetrics: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The metrics. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'text/plain': string;
          readonly 'application/openmetrics-text': string;
        };
      };
    };
  };
  readonly describeService: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description Entity tags of the responses that the caller has. */
        readonly 'if-none-match'?: string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The document. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly ETag: components['headers']['ETag'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': Record<string, never>;
        };
      };
      /** @description The response that the caller has is current. */
      readonly 304: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly ETag: components['headers']['ETag'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly onWalletSynced: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        /**
         * @description The same for each attempt: ignore an event whose id was already processed.
         * @example evt_7d4e1f0a9b3c48658d2f6a1c5e0b9d37
         */
        readonly 'webhook-id': string;
        /**
         * @description The time of this attempt, Unix time in seconds.
         * @example 1709210100
         */
        readonly 'webhook-timestamp': string;
        /**
         * @description The signature of the id, the timestamp and the body by the Standard Webhooks scheme (standardwebhooks.com). Two signatures, separated by a space, while the secret is being replaced: one of them has to be valid.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        readonly 'webhook-signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    /** @description Verify it as it was received, before it is parsed. */
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "type": "wallet.synced",
         *       "timestamp": "2024-02-29T12:34:57.123Z",
         *       "data": {
         *         "projectId": "project_8c41b7f2059de3a6417f0b92",
         *         "walletId": "wallet_5a1f0c9e7b3d2846a0c1e2f3",
         *         "syncState": "failing",
         *         "lastSyncAt": "2024-02-29T12:34:56.789Z",
         *         "historyComplete": true,
         *         "failure": {
         *           "code": "exchange_unavailable",
         *           "message": "the exchange does not respond"
         *         }
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['WalletSynced'];
      };
    };
    readonly responses: never;
  };
  readonly onWalletStopped: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        /**
         * @description The same for each attempt: ignore an event whose id was already processed.
         * @example evt_7d4e1f0a9b3c48658d2f6a1c5e0b9d37
         */
        readonly 'webhook-id': string;
        /**
         * @description The time of this attempt, Unix time in seconds.
         * @example 1709210100
         */
        readonly 'webhook-timestamp': string;
        /**
         * @description The signature of the id, the timestamp and the body by the Standard Webhooks scheme (standardwebhooks.com). Two signatures, separated by a space, while the secret is being replaced: one of them has to be valid.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        readonly 'webhook-signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    /** @description Verify it as it was received, before it is parsed. */
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "type": "wallet.stopped",
         *       "timestamp": "2024-02-29T12:34:57.123Z",
         *       "data": {
         *         "projectId": "project_8c41b7f2059de3a6417f0b92",
         *         "walletId": "wallet_5a1f0c9e7b3d2846a0c1e2f3",
         *         "syncState": "failing",
         *         "lastSyncAt": "2024-02-29T12:34:56.789Z",
         *         "historyComplete": true,
         *         "failure": {
         *           "code": "exchange_unavailable",
         *           "message": "the exchange does not respond"
         *         }
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['WalletStopped'];
      };
    };
    readonly responses: never;
  };
  readonly onTransactionCreated: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        /**
         * @description The same for each attempt: ignore an event whose id was already processed.
         * @example evt_7d4e1f0a9b3c48658d2f6a1c5e0b9d37
         */
        readonly 'webhook-id': string;
        /**
         * @description The time of this attempt, Unix time in seconds.
         * @example 1709210100
         */
        readonly 'webhook-timestamp': string;
        /**
         * @description The signature of the id, the timestamp and the body by the Standard Webhooks scheme (standardwebhooks.com). Two signatures, separated by a space, while the secret is being replaced: one of them has to be valid.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        readonly 'webhook-signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    /** @description Verify it as it was received, before it is parsed. */
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "type": "transaction.created",
         *       "timestamp": "2024-02-29T12:34:57.123Z",
         *       "data": {
         *         "projectId": "project_8c41b7f2059de3a6417f0b92",
         *         "walletId": "wallet_5a1f0c9e7b3d2846a0c1e2f3",
         *         "cause": "sync",
         *         "transactionId": "tx_4f0c2a9d5b7e41c68d3f9a1e",
         *         "transaction": {
         *           "id": "tx_4f0c2a9d5b7e41c68d3f9a1e",
         *           "walletId": "wallet_5a1f0c9e7b3d2846a0c1e2f3",
         *           "asset": "USDC",
         *           "type": "withdrawal",
         *           "amount": 250.5,
         *           "timestamp": 1709210096789,
         *           "status": "completed",
         *           "txid": "0x8d1f6c5b4a39281706f5e4d3c2b1a0998877665544332211ffeeddccbbaa0099",
         *           "address": "0x52908400098527886e0f7030069857d2e4169ee7",
         *           "feeCost": 1,
         *           "feeCurrency": "USDC"
         *         }
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['TransactionCreated'];
      };
    };
    readonly responses: never;
  };
  readonly onTransactionUpdated: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        /**
         * @description The same for each attempt: ignore an event whose id was already processed.
         * @example evt_7d4e1f0a9b3c48658d2f6a1c5e0b9d37
         */
        readonly 'webhook-id': string;
        /**
         * @description The time of this attempt, Unix time in seconds.
         * @example 1709210100
         */
        readonly 'webhook-timestamp': string;
        /**
         * @description The signature of the id, the timestamp and the body by the Standard Webhooks scheme (standardwebhooks.com). Two signatures, separated by a space, while the secret is being replaced: one of them has to be valid.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        readonly 'webhook-signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    /** @description Verify it as it was received, before it is parsed. */
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "type": "transaction.updated",
         *       "timestamp": "2024-02-29T12:34:57.123Z",
         *       "data": {
         *         "projectId": "project_8c41b7f2059de3a6417f0b92",
         *         "walletId": "wallet_5a1f0c9e7b3d2846a0c1e2f3",
         *         "cause": "sync",
         *         "transactionId": "tx_4f0c2a9d5b7e41c68d3f9a1e",
         *         "transaction": {
         *           "id": "tx_4f0c2a9d5b7e41c68d3f9a1e",
         *           "walletId": "wallet_5a1f0c9e7b3d2846a0c1e2f3",
         *           "asset": "USDC",
         *           "type": "withdrawal",
         *           "amount": 250.5,
         *           "timestamp": 1709210096789,
         *           "status": "completed",
         *           "txid": "0x8d1f6c5b4a39281706f5e4d3c2b1a0998877665544332211ffeeddccbbaa0099",
         *           "address": "0x52908400098527886e0f7030069857d2e4169ee7",
         *           "feeCost": 1,
         *           "feeCurrency": "USDC"
         *         }
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['TransactionUpdated'];
      };
    };
    readonly responses: never;
  };
  readonly onWalletConnected: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        /**
         * @description The same for each attempt: ignore an event whose id was already processed.
         * @example evt_7d4e1f0a9b3c48658d2f6a1c5e0b9d37
         */
        readonly 'webhook-id': string;
        /**
         * @description The time of this attempt, Unix time in seconds.
         * @example 1709210100
         */
        readonly 'webhook-timestamp': string;
        /**
         * @description The signature of the id, the timestamp and the body by the Standard Webhooks scheme (standardwebhooks.com). Two signatures, separated by a space, while the secret is being replaced: one of them has to be valid.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        readonly 'webhook-signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    /** @description Verify it as it was received, before it is parsed. */
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "type": "wallet.connected",
         *       "timestamp": "2024-02-29T12:34:57.123Z",
         *       "data": {
         *         "projectId": "project_8c41b7f2059de3a6417f0b92",
         *         "walletId": "wallet_5a1f0c9e7b3d2846a0c1e2f3",
         *         "syncState": "failing",
         *         "lastSyncAt": "2024-02-29T12:34:56.789Z",
         *         "historyComplete": true,
         *         "failure": {
         *           "code": "exchange_unavailable",
         *           "message": "the exchange does not respond"
         *         }
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['WalletConnected'];
      };
    };
    readonly responses: never;
  };
  readonly onWalletHistoryComplete: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        /**
         * @description The same for each attempt: ignore an event whose id was already processed.
         * @example evt_7d4e1f0a9b3c48658d2f6a1c5e0b9d37
         */
        readonly 'webhook-id': string;
        /**
         * @description The time of this attempt, Unix time in seconds.
         * @example 1709210100
         */
        readonly 'webhook-timestamp': string;
        /**
         * @description The signature of the id, the timestamp and the body by the Standard Webhooks scheme (standardwebhooks.com). Two signatures, separated by a space, while the secret is being replaced: one of them has to be valid.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        readonly 'webhook-signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    /** @description Verify it as it was received, before it is parsed. */
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "type": "wallet.history_complete",
         *       "timestamp": "2024-02-29T12:34:57.123Z",
         *       "data": {
         *         "projectId": "project_8c41b7f2059de3a6417f0b92",
         *         "walletId": "wallet_5a1f0c9e7b3d2846a0c1e2f3",
         *         "syncState": "failing",
         *         "lastSyncAt": "2024-02-29T12:34:56.789Z",
         *         "historyComplete": true,
         *         "failure": {
         *           "code": "exchange_unavailable",
         *           "message": "the exchange does not respond"
         *         }
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['WalletHistoryComplete'];
      };
    };
    readonly responses: never;
  };
  readonly onWalletFailing: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        /**
         * @description The same for each attempt: ignore an event whose id was already processed.
         * @example evt_7d4e1f0a9b3c48658d2f6a1c5e0b9d37
         */
        readonly 'webhook-id': string;
        /**
         * @description The time of this attempt, Unix time in seconds.
         * @example 1709210100
         */
        readonly 'webhook-timestamp': string;
        /**
         * @description The signature of the id, the timestamp and the body by the Standard Webhooks scheme (standardwebhooks.com). Two signatures, separated by a space, while the secret is being replaced: one of them has to be valid.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        readonly 'webhook-signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    /** @description Verify it as it was received, before it is parsed. */
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "type": "wallet.failing",
         *       "timestamp": "2024-02-29T12:34:57.123Z",
         *       "data": {
         *         "projectId": "project_8c41b7f2059de3a6417f0b92",
         *         "walletId": "wallet_5a1f0c9e7b3d2846a0c1e2f3",
         *         "syncState": "failing",
         *         "lastSyncAt": "2024-02-29T12:34:56.789Z",
         *         "historyComplete": true,
         *         "failure": {
         *           "code": "exchange_unavailable",
         *           "message": "the exchange does not respond"
         *         }
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['WalletFailing'];
      };
    };
    readonly responses: never;
  };
  readonly onWalletRecovered: {
    readonly parameters: {
      readonly query?: never;
      readonly header: {
        /**
         * @description The same for each attempt: ignore an event whose id was already processed.
         * @example evt_7d4e1f0a9b3c48658d2f6a1c5e0b9d37
         */
        readonly 'webhook-id': string;
        /**
         * @description The time of this attempt, Unix time in seconds.
         * @example 1709210100
         */
        readonly 'webhook-timestamp': string;
        /**
         * @description The signature of the id, the timestamp and the body by the Standard Webhooks scheme (standardwebhooks.com). Two signatures, separated by a space, while the secret is being replaced: one of them has to be valid.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        readonly 'webhook-signature': string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    /** @description Verify it as it was received, before it is parsed. */
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "type": "wallet.recovered",
         *       "timestamp": "2024-02-29T12:34:57.123Z",
         *       "data": {
         *         "projectId": "project_8c41b7f2059de3a6417f0b92",
         *         "walletId": "wallet_5a1f0c9e7b3d2846a0c1e2f3",
         *         "syncState": "failing",
         *         "lastSyncAt": "2024-02-29T12:34:56.789Z",
         *         "historyComplete": true,
         *         "failure": {
         *           "code": "exchange_unavailable",
         *           "message": "the exchange does not respond"
         *         }
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['WalletRecovered'];
      };
    };
    readonly responses: never;
  };
}
type FlattenedDeepRequired<T> = {
  [K in keyof T]-?: FlattenedDeepRequired<
    T[K] extends unknown[] | undefined | null ? Extract<T[K], unknown[]>[number] : T[K]
  >;
};
type ReadonlyArray<T> = [Exclude<T, undefined>] extends [unknown[]]
  ? Readonly<Exclude<T, undefined>>
  : Readonly<Exclude<T, undefined>[]>;
export const pathsV0WalletTransactionsGetParametersQueryTypeValues: ReadonlyArray<
  FlattenedDeepRequired<paths>['/v0/wallet/transactions']['get']['parameters']['query']['type']
> = [
  'deposit',
  'withdrawal',
  'transfer_in',
  'transfer_out',
  'reward',
  'fee',
  'credit',
  'debit',
  'other',
];
export const pathsV0WalletTransactionsGetParametersQueryStatusValues: ReadonlyArray<
  FlattenedDeepRequired<paths>['/v0/wallet/transactions']['get']['parameters']['query']['status']
> = ['pending', 'completed', 'failed', 'canceled', 'unknown'];
export const transactionTypeValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['Transaction']['type']
> = [
  'deposit',
  'withdrawal',
  'transfer_in',
  'transfer_out',
  'reward',
  'fee',
  'credit',
  'debit',
  'other',
];
export const transactionStatusValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['Transaction']['status']
> = ['pending', 'completed', 'failed', 'canceled', 'unknown'];
export const partialTransactionTypeValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['PartialTransaction']['type']
> = [
  'deposit',
  'withdrawal',
  'transfer_in',
  'transfer_out',
  'reward',
  'fee',
  'credit',
  'debit',
  'other',
];
export const partialTransactionStatusValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['PartialTransaction']['status']
> = ['pending', 'completed', 'failed', 'canceled', 'unknown'];
export const healthStatusValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['Health']['status']
> = ['alive', 'ready'];
export const walletEventDataSyncStateValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['WalletEventData']['syncState']
> = ['new', 'synced', 'backfilling', 'failing', 'stopped', 'paused', 'imported'];
export const walletSyncedTypeValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['WalletSynced']['type']
> = ['wallet.synced'];
export const walletStoppedTypeValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['WalletStopped']['type']
> = ['wallet.stopped'];
export const transactionEventDataCauseValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['TransactionEventData']['cause']
> = ['sync', 'backfill', 'import'];
export const transactionCreatedTypeValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['TransactionCreated']['type']
> = ['transaction.created'];
export const transactionUpdatedTypeValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['TransactionUpdated']['type']
> = ['transaction.updated'];
export const walletConnectedTypeValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['WalletConnected']['type']
> = ['wallet.connected'];
export const walletHistoryCompleteTypeValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['WalletHistoryComplete']['type']
> = ['wallet.history_complete'];
export const walletFailingTypeValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['WalletFailing']['type']
> = ['wallet.failing'];
export const walletRecoveredTypeValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['WalletRecovered']['type']
> = ['wallet.recovered'];
export const parameterErrorCodeValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['ParameterError']['code']
> = ['invalid_parameter', 'unknown_parameter', 'repeated_parameter'];
export const problemCodeValues: ReadonlyArray<
  FlattenedDeepRequired<components>['schemas']['Problem']['code']
> = [
  'invalid_parameter',
  'unknown_parameter',
  'repeated_parameter',
  'malformed_request',
  'missing_credentials',
  'invalid_credentials',
  'scope_mismatch',
  'wallet_not_found',
  'balance_not_available',
  'not_found',
  'method_not_allowed',
  'uri_too_long',
  'headers_too_large',
  'rate_limited',
  'internal',
  'wallet_not_synced',
  'wallet_stopped',
  'store_unavailable',
  'overloaded',
];
export const componentsHeadersXSvcHistoryValues: ReadonlyArray<
  FlattenedDeepRequired<components>['headers']['x-svc-history']
> = ['complete', 'backfilling'];
export const componentsHeadersXSvcSyncStateValues: ReadonlyArray<
  FlattenedDeepRequired<components>['headers']['x-svc-sync-state']
> = ['new', 'synced', 'backfilling', 'failing', 'stopped', 'paused', 'imported'];
export const componentsHeadersXSvcUnverifiedWithdrawableValues: ReadonlyArray<
  FlattenedDeepRequired<components>['headers']['x-svc-unverified-withdrawable']
> = ['true'];
