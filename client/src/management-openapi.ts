// Written by `npm run docs` from the OpenAPI document "wallet-teller management API", with openapi-typescript.
export interface paths {
  readonly '/v0/exchanges': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Lists every exchange, with all that a form for its key needs. */
    readonly get: operations['listExchanges'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/organizations': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Lists organizations; with a key of one project, its own. */
    readonly get: operations['listOrganizations'];
    readonly put?: never;
    /**
     * Creates an organization.
     * @description Needs a management key of the whole installation; with a key of one project, the response is 404 `not_found`.
     */
    readonly post: operations['createOrganization'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/projects': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Lists projects; with a key of one project, only that. */
    readonly get: operations['listProjects'];
    readonly put?: never;
    /**
     * Creates a project of an organization.
     * @description Needs a management key of the whole installation; with a key of one project, the response is 404 `not_found`.
     */
    readonly post: operations['createProject'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/projects/{id}/api-keys': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Lists the API keys of a project, without their secrets. */
    readonly get: operations['listApiKeys'];
    readonly put?: never;
    /** Creates an API key, which is shown once. */
    readonly post: operations['createApiKey'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/api-keys/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /** Revokes an API key immediately and permanently. */
    readonly delete: operations['revokeApiKey'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/projects/{id}/wallets': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Lists the wallets of a project, in the order in which they were added. */
    readonly get: operations['listWallets'];
    readonly put?: never;
    /** Adds a wallet, after its key was checked at the exchange. */
    readonly post: operations['addWallet'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/wallets': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Lists the wallets of all projects that the key can see. */
    readonly get: operations['listAllWallets'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/wallets/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Returns a wallet and the state of its synchronisation. */
    readonly get: operations['getWallet'];
    readonly put?: never;
    readonly post?: never;
    /** Removes a wallet with its credentials, transactions and balances. */
    readonly delete: operations['removeWallet'];
    readonly options?: never;
    readonly head?: never;
    /** Changes the label or the external id of a wallet, pauses or resumes it. */
    readonly patch: operations['changeWallet'];
    readonly trace?: never;
  };
  readonly '/v0/wallets/{id}/credentials': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    /** Replaces the exchange key of a wallet, which keeps its history. */
    readonly put: operations['replaceCredentials'];
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/wallets/{id}/sync': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Makes a wallet due now; with `from`, its history is read again since then. */
    readonly post: operations['syncWallet'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/wallets/{id}/imports': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Lists the imports of a wallet, also undone ones. */
    readonly get: operations['listImports'];
    readonly put?: never;
    /** Imports the file in the body, CSV or JSON Lines: the whole file or nothing. */
    readonly post: operations['importFile'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/imports/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /** Takes the rows of an import out again. */
    readonly delete: operations['undoImport'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/projects/{id}/webhooks': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Lists the webhooks of a project, without their secrets. */
    readonly get: operations['listWebhooks'];
    readonly put?: never;
    /** Adds a receiver of events; its secret is shown once. */
    readonly post: operations['addWebhook'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/webhooks/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /** Removes a webhook with its undelivered events. */
    readonly delete: operations['removeWebhook'];
    readonly options?: never;
    readonly head?: never;
    /** Changes the URL or the events of a webhook; `enabled: true` enables a disabled one. */
    readonly patch: operations['changeWebhook'];
    readonly trace?: never;
  };
  readonly '/v0/webhooks/{id}/test': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Sends a signed event of the type `webhook.test`, once. */
    readonly post: operations['testWebhook'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/webhooks/{id}/rotate-secret': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Replaces the secret of a webhook; the new one is shown once. */
    readonly post: operations['rotateWebhookSecret'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/projects/{id}/connect-sessions': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Lists the connect sessions of a project, newest first. */
    readonly get: operations['listConnectSessions'];
    readonly put?: never;
    /** Creates a link by which a customer connects an account, or reconnects a wallet. */
    readonly post: operations['createConnectSession'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/connect-sessions/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Returns a connect session and its state. */
    readonly get: operations['getConnectSession'];
    readonly put?: never;
    readonly post?: never;
    /** Cancels an open connect session. A canceled one remains canceled; one that was connected or has expired is 409 `session_not_open`. */
    readonly delete: operations['cancelConnectSession'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/projects/{id}/transactions': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Lists the transactions of all wallets of a project, newest first. A page can have fewer items than the limit, or none, and a next page. */
    readonly get: operations['listProjectTransactions'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/projects/{id}/balances': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Lists the withdrawable balances of all wallets of a project, by wallet and asset. */
    readonly get: operations['listProjectBalances'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v0/audit': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Lists every change, newest first; with a key of one project, only its own. */
    readonly get: operations['listAudit'];
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
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description An exchange, and what a form for its keys needs. */
    readonly Exchange: {
      readonly id: string;
      readonly name: string;
      readonly certified: boolean;
      readonly credentials: readonly {
        readonly name: string;
        readonly label: string;
        readonly secret: boolean;
        readonly hint: string | null;
        readonly form: string;
      }[];
      /** @description What the key must be allowed, and where to create it. */
      readonly guide: {
        readonly url: string;
        readonly steps: readonly string[];
        readonly needs: readonly string[];
        readonly forbids: readonly string[];
        readonly addresses: string | null;
        readonly expiry: string | null;
        readonly notes: readonly string[];
      };
      /** @description The extent of the history that the exchange returns. */
      readonly history: string;
    };
    readonly NewOrganization: {
      readonly name: string;
    };
    /** @description An organization. */
    readonly Organization: {
      readonly id: string;
      readonly name: string;
      /** Format: date-time */
      readonly createdAt: string;
    };
    readonly NewProject: {
      readonly orgId: string;
      readonly name: string;
    };
    /** @description A project of an organization. */
    readonly Project: {
      readonly id: string;
      readonly orgId: string;
      readonly name: string;
      /** Format: date-time */
      readonly createdAt: string;
    };
    readonly NewApiKey: {
      readonly label?: string | null;
      readonly expiresAt?: string | null;
      readonly walletId?: string | null;
    };
    /** @description An API key with its secret, which is shown once. */
    readonly CreatedApiKey: {
      readonly id: string;
      readonly projectId: string;
      readonly walletId: string | null;
      readonly label: string | null;
      /** @enum {string} */
      readonly state: 'active' | 'expired' | 'revoked';
      /** Format: date-time */
      readonly createdAt: string;
      readonly expiresAt: string | null;
      readonly revokedAt: string | null;
      readonly apiKey: string;
    };
    /** @description An API key, without its secret. */
    readonly ApiKey: {
      readonly id: string;
      readonly projectId: string;
      readonly walletId: string | null;
      readonly label: string | null;
      /** @enum {string} */
      readonly state: 'active' | 'expired' | 'revoked';
      /** Format: date-time */
      readonly createdAt: string;
      readonly expiresAt: string | null;
      readonly revokedAt: string | null;
    };
    readonly NewWallet: {
      readonly exchange: string;
      /** @description By the names of `GET /v0/exchanges`. */
      readonly credentials?: {
        readonly [key: string]: string;
      };
      readonly label?: string | null;
      readonly externalId?: string | null;
      /** @enum {string} */
      readonly check?: 'now' | 'later';
      /** @description True for a wallet without credentials, which is never synchronised and holds imported rows. Its exchange is any name. */
      readonly importsOnly?: boolean;
    };
    /** @description A wallet that was just added. */
    readonly AddedWallet: {
      readonly id: string;
      readonly projectId: string;
      readonly exchange: string;
      readonly label: string | null;
      readonly externalId: string | null;
      readonly importsOnly: boolean;
      /** Format: date-time */
      readonly createdAt: string;
      /** @enum {string} */
      readonly state:
        | 'new'
        | 'synced'
        | 'backfilling'
        | 'failing'
        | 'stopped'
        | 'paused'
        | 'imported';
      readonly paused: boolean;
      readonly lastSyncAt: string | null;
      readonly nextSyncAt: string | null;
      readonly historyComplete: boolean;
      readonly lastError: {
        readonly code: string;
        readonly message: string;
        /** Format: date-time */
        readonly at: string;
      } | null;
      readonly transactionCount: number | null;
      readonly quarantinedCount: number;
      /** @description The lists of the exchange that were read, each without a gap from `completeSince` to its last reading. */
      readonly sources: readonly {
        readonly source: string;
        /** Format: date-time */
        readonly completeSince: string;
      }[];
      /** @description The lists that the last successful synchronisation skipped: the key may not read them, or the exchange does not offer them. One that is also in `sources` was read by a former key. */
      readonly skippedSources: readonly string[];
      readonly sameKeyAs: string | null;
      readonly warnings: readonly {
        readonly code: string;
        readonly message: string;
      }[];
    };
    /** @description A wallet with the state of its synchronisation. */
    readonly Wallet: {
      readonly id: string;
      readonly projectId: string;
      readonly exchange: string;
      readonly label: string | null;
      readonly externalId: string | null;
      readonly importsOnly: boolean;
      /** Format: date-time */
      readonly createdAt: string;
      /** @enum {string} */
      readonly state:
        | 'new'
        | 'synced'
        | 'backfilling'
        | 'failing'
        | 'stopped'
        | 'paused'
        | 'imported';
      readonly paused: boolean;
      readonly lastSyncAt: string | null;
      readonly nextSyncAt: string | null;
      readonly historyComplete: boolean;
      readonly lastError: {
        readonly code: string;
        readonly message: string;
        /** Format: date-time */
        readonly at: string;
      } | null;
      readonly transactionCount: number | null;
      readonly quarantinedCount: number;
      /** @description The lists of the exchange that were read, each without a gap from `completeSince` to its last reading. */
      readonly sources: readonly {
        readonly source: string;
        /** Format: date-time */
        readonly completeSince: string;
      }[];
      /** @description The lists that the last successful synchronisation skipped: the key may not read them, or the exchange does not offer them. One that is also in `sources` was read by a former key. */
      readonly skippedSources: readonly string[];
    };
    readonly WalletChanges: {
      readonly label?: string | null;
      readonly externalId?: string | null;
      readonly paused?: boolean;
    };
    readonly NewCredentials: {
      /** @description By the names of `GET /v0/exchanges`. */
      readonly credentials: {
        readonly [key: string]: string;
      };
      /** @enum {string} */
      readonly check?: 'now' | 'later';
    };
    /** @description A wallet whose key was just replaced. `sameKeyAs` is another wallet of the project with the same key. */
    readonly RekeyedWallet: {
      readonly id: string;
      readonly projectId: string;
      readonly exchange: string;
      readonly label: string | null;
      readonly externalId: string | null;
      readonly importsOnly: boolean;
      /** Format: date-time */
      readonly createdAt: string;
      /** @enum {string} */
      readonly state:
        | 'new'
        | 'synced'
        | 'backfilling'
        | 'failing'
        | 'stopped'
        | 'paused'
        | 'imported';
      readonly paused: boolean;
      readonly lastSyncAt: string | null;
      readonly nextSyncAt: string | null;
      readonly historyComplete: boolean;
      readonly lastError: {
        readonly code: string;
        readonly message: string;
        /** Format: date-time */
        readonly at: string;
      } | null;
      readonly transactionCount: number | null;
      readonly quarantinedCount: number;
      /** @description The lists of the exchange that were read, each without a gap from `completeSince` to its last reading. */
      readonly sources: readonly {
        readonly source: string;
        /** Format: date-time */
        readonly completeSince: string;
      }[];
      /** @description The lists that the last successful synchronisation skipped: the key may not read them, or the exchange does not offer them. One that is also in `sources` was read by a former key. */
      readonly skippedSources: readonly string[];
      readonly sameKeyAs: string | null;
      readonly warnings: readonly {
        readonly code: string;
        readonly message: string;
      }[];
    };
    readonly SyncRequest: {
      readonly from?: string;
    };
    /** @description The outcome of an import; `id` is `null` for a dry run. */
    readonly ImportedFile: {
      readonly id: string | null;
      readonly walletId: string;
      readonly dryRun: boolean;
      readonly rows: number;
      readonly added: number;
      readonly known: number;
      readonly changed: number;
      readonly conflicts: number;
      /** @description For people: which rows may be in the wallet twice. Empty if there are none. */
      readonly warnings: readonly string[];
      /** @description The first 20 rows that differ from a synchronised one, which is not changed, and in which fields. */
      readonly conflictRows: readonly {
        readonly line: number;
        readonly id: string;
        readonly fields: readonly string[];
      }[];
      /** @description Rows that are not transactions of the wallet, by reason. */
      readonly skipped: readonly {
        readonly reason: string;
        readonly rows: number;
        readonly firstLine: number;
      }[];
      /** @description The values of `map` and `skip` whose operation no row has, as options of `teller import`. */
      readonly unusedOptions: readonly string[];
    };
    /** @description An import of a file. */
    readonly Import: {
      readonly id: string;
      readonly walletId: string;
      readonly fileName: string | null;
      readonly sha256: string | null;
      readonly rows: number;
      readonly added: number;
      readonly known: number;
      readonly changed: number;
      readonly conflicts: number;
      /** Format: date-time */
      readonly importedAt: string;
      readonly undoneAt: string | null;
    };
    /** @description The rows that were taken out again. */
    readonly UndoneImport: {
      readonly id: string;
      readonly walletId: string;
      readonly removed: number;
      readonly restored: number;
    };
    readonly NewWebhook: {
      readonly url: string;
      readonly events?: readonly (
        | 'wallet.synced'
        | 'wallet.stopped'
        | 'transaction.created'
        | 'transaction.updated'
        | 'wallet.connected'
        | 'wallet.history_complete'
        | 'wallet.failing'
        | 'wallet.recovered'
      )[];
      readonly walletIds?: readonly string[] | null;
    };
    /** @description A webhook with its secret, which is shown once. */
    readonly AddedWebhook: {
      readonly id: string;
      readonly projectId: string;
      readonly url: string;
      readonly events: readonly (
        | 'wallet.synced'
        | 'wallet.stopped'
        | 'transaction.created'
        | 'transaction.updated'
        | 'wallet.connected'
        | 'wallet.history_complete'
        | 'wallet.failing'
        | 'wallet.recovered'
      )[];
      readonly walletIds: readonly string[] | null;
      /** Format: date-time */
      readonly createdAt: string;
      /** @enum {string} */
      readonly state: 'active' | 'failing' | 'disabled';
      readonly pendingCount: number;
      readonly failing: {
        readonly walletId: string;
        readonly message: string;
        /** Format: date-time */
        readonly since: string;
        /** Format: date-time */
        readonly nextAttemptAt: string;
      } | null;
      readonly disabled: {
        readonly message: string;
        /** Format: date-time */
        readonly at: string;
      } | null;
      readonly secret: string;
    };
    /** @description A receiver of events, without its secret. */
    readonly Webhook: {
      readonly id: string;
      readonly projectId: string;
      readonly url: string;
      readonly events: readonly (
        | 'wallet.synced'
        | 'wallet.stopped'
        | 'transaction.created'
        | 'transaction.updated'
        | 'wallet.connected'
        | 'wallet.history_complete'
        | 'wallet.failing'
        | 'wallet.recovered'
      )[];
      readonly walletIds: readonly string[] | null;
      /** Format: date-time */
      readonly createdAt: string;
      /** @enum {string} */
      readonly state: 'active' | 'failing' | 'disabled';
      readonly pendingCount: number;
      readonly failing: {
        readonly walletId: string;
        readonly message: string;
        /** Format: date-time */
        readonly since: string;
        /** Format: date-time */
        readonly nextAttemptAt: string;
      } | null;
      readonly disabled: {
        readonly message: string;
        /** Format: date-time */
        readonly at: string;
      } | null;
    };
    readonly WebhookChanges: {
      readonly url?: string;
      readonly events?: readonly (
        | 'wallet.synced'
        | 'wallet.stopped'
        | 'transaction.created'
        | 'transaction.updated'
        | 'wallet.connected'
        | 'wallet.history_complete'
        | 'wallet.failing'
        | 'wallet.recovered'
      )[];
      /** @constant */
      readonly enabled?: true;
    };
    readonly Nothing: Record<string, never>;
    /** @description How the receiver answered. */
    readonly TestedWebhook: {
      readonly id: string;
      readonly delivered: boolean;
      readonly status: number;
    };
    /** @description The new secret, and until when both are valid. */
    readonly RotatedSecret: {
      readonly id: string;
      readonly secret: string;
      /** Format: date-time */
      readonly previousSecretUntil: string;
    };
    readonly NewConnectSession: {
      readonly exchange?: string | null;
      readonly externalId?: string | null;
      readonly label?: string | null;
      readonly walletId?: string | null;
      readonly returnUrl?: string | null;
      readonly expiresInSeconds?: number;
    };
    /** @description The link, which is shown once. */
    readonly CreatedConnectSession: {
      readonly id: string;
      readonly url: string;
      /** Format: date-time */
      readonly expiresAt: string;
    };
    /** @description A link by which a customer connects an account. */
    readonly ConnectSession: {
      readonly id: string;
      readonly projectId: string;
      /** @enum {string} */
      readonly state: 'open' | 'connected' | 'expired' | 'canceled';
      readonly exchange: string | null;
      readonly externalId: string | null;
      readonly label: string | null;
      readonly walletId: string | null;
      readonly returnUrl: string | null;
      /** Format: date-time */
      readonly createdAt: string;
      /** Format: date-time */
      readonly expiresAt: string;
    };
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
    /** @description The balance of a wallet in one asset. */
    readonly ProjectBalance: {
      readonly walletId: string;
      readonly lastSyncAt: string | null;
      /** @description True if the exchange does not report the networks of the asset for this key. */
      readonly networksUnknown: boolean;
      /** @description True if it is not known which part of the amount can be withdrawn. */
      readonly withdrawableUnverified: boolean;
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
    /** @description A change: when, by whom, and what. */
    readonly AuditEntry: {
      readonly id: string;
      /** Format: date-time */
      readonly at: string;
      readonly actor: {
        readonly kind: string;
        readonly id: string;
      };
      readonly action: string;
      readonly targets: {
        readonly [key: string]: string;
      };
      readonly detail: {
        readonly [key: string]: unknown;
      } | null;
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
        | 'overloaded'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'idempotency_conflict'
        | 'idempotency_running'
        | 'external_id_taken'
        | 'session_not_open'
        | 'wallet_imports_only'
        | 'wallet_paused'
        | 'webhook_changed'
        | 'webhook_secret_unreadable'
        | 'credentials_malformed'
        | 'credentials_rejected'
        | 'credentials_too_powerful'
        | 'invalid_import'
        | 'webhook_failed'
        | 'exchange_unavailable';
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
    /** @description The next page, `<…?cursor=…>; rel="next"` (RFC 8288), as a reference to be resolved against the address of the request; missing on the last page. If the time of a transaction changes while a program follows the links of a project's transactions, the transaction can be missed or returned twice. */
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
    /** @description Present if the response is the stored one of an earlier request with the same `idempotency-key`. */
    readonly 'Idempotent-Replayed': 'true';
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readonly listExchanges: {
    readonly parameters: {
      readonly query?: {
        /** @description Items per page. */
        readonly limit?: number;
        /** @description The place of the page: the token of a `Link` header with `rel="next"`. */
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description A page of the list. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly Link: components['headers']['Link'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Exchange'][];
          };
        };
      };
    };
  };
  readonly listOrganizations: {
    readonly parameters: {
      readonly query?: {
        /** @description Items per page. */
        readonly limit?: number;
        /** @description The place of the page: the token of a `Link` header with `rel="next"`. */
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description A page of the list. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly Link: components['headers']['Link'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Organization'][];
          };
        };
      };
    };
  };
  readonly createOrganization: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description Within 24 hours, a repetition of the request with the same key returns the same response. */
        readonly 'idempotency-key'?: string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewOrganization'];
      };
    };
    readonly responses: {
      /** @description The result. */
      readonly 201: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Organization'];
        };
      };
    };
  };
  readonly listProjects: {
    readonly parameters: {
      readonly query?: {
        /** @description Items per page. */
        readonly limit?: number;
        /** @description The place of the page: the token of a `Link` header with `rel="next"`. */
        readonly cursor?: string;
        /** @description Only projects of this organization. */
        readonly orgId?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description A page of the list. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly Link: components['headers']['Link'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Project'][];
          };
        };
      };
    };
  };
  readonly createProject: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description Within 24 hours, a repetition of the request with the same key returns the same response. */
        readonly 'idempotency-key'?: string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewProject'];
      };
    };
    readonly responses: {
      /** @description The result. */
      readonly 201: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Project'];
        };
      };
    };
  };
  readonly listApiKeys: {
    readonly parameters: {
      readonly query?: {
        /** @description Items per page. */
        readonly limit?: number;
        /** @description The place of the page: the token of a `Link` header with `rel="next"`. */
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description A page of the list. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly Link: components['headers']['Link'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly components['schemas']['ApiKey'][];
          };
        };
      };
    };
  };
  readonly createApiKey: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description Within 24 hours, a repetition of the request with the same key returns the same response. */
        readonly 'idempotency-key'?: string;
      };
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewApiKey'];
      };
    };
    readonly responses: {
      /** @description The result. */
      readonly 201: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['CreatedApiKey'];
        };
      };
    };
  };
  readonly revokeApiKey: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly listWallets: {
    readonly parameters: {
      readonly query?: {
        /** @description Items per page. */
        readonly limit?: number;
        /** @description The place of the page: the token of a `Link` header with `rel="next"`. */
        readonly cursor?: string;
        /** @description Only wallets in this state. */
        readonly state?:
          | 'new'
          | 'synced'
          | 'backfilling'
          | 'failing'
          | 'stopped'
          | 'paused'
          | 'imported';
        /** @description Only wallets at this exchange. */
        readonly exchange?: string;
        /** @description Only wallets with this external id. */
        readonly externalId?: string;
        /** @description Only wallets whose label, external id or id contains this text. */
        readonly search?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description A page of the list. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly Link: components['headers']['Link'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Wallet'][];
          };
        };
      };
    };
  };
  readonly addWallet: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description Within 24 hours, a repetition of the request with the same key returns the same response. */
        readonly 'idempotency-key'?: string;
      };
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewWallet'];
      };
    };
    readonly responses: {
      /** @description The result. */
      readonly 201: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['AddedWallet'];
        };
      };
    };
  };
  readonly listAllWallets: {
    readonly parameters: {
      readonly query?: {
        /** @description Items per page. */
        readonly limit?: number;
        /** @description The place of the page: the token of a `Link` header with `rel="next"`. */
        readonly cursor?: string;
        /** @description Only wallets in this state. */
        readonly state?:
          | 'new'
          | 'synced'
          | 'backfilling'
          | 'failing'
          | 'stopped'
          | 'paused'
          | 'imported';
        /** @description Only wallets at this exchange. */
        readonly exchange?: string;
        /** @description Only wallets with this external id. */
        readonly externalId?: string;
        /** @description Only wallets whose label, external id or id contains this text. */
        readonly search?: string;
        /** @description Only wallets of this project. */
        readonly projectId?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description A page of the list. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly Link: components['headers']['Link'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Wallet'][];
          };
        };
      };
    };
  };
  readonly getWallet: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
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
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Wallet'];
        };
      };
    };
  };
  readonly removeWallet: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly changeWallet: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['WalletChanges'];
      };
    };
    readonly responses: {
      /** @description The result. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Wallet'];
        };
      };
    };
  };
  readonly replaceCredentials: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewCredentials'];
      };
    };
    readonly responses: {
      /** @description The result. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['RekeyedWallet'];
        };
      };
    };
  };
  readonly syncWallet: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description Within 24 hours, a repetition of the request with the same key returns the same response. */
        readonly 'idempotency-key'?: string;
      };
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['SyncRequest'];
      };
    };
    readonly responses: {
      /** @description The result. */
      readonly 202: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly id: string;
          };
        };
      };
    };
  };
  readonly listImports: {
    readonly parameters: {
      readonly query?: {
        /** @description Items per page. */
        readonly limit?: number;
        /** @description The place of the page: the token of a `Link` header with `rel="next"`. */
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description A page of the list. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly Link: components['headers']['Link'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Import'][];
          };
        };
      };
    };
  };
  readonly importFile: {
    readonly parameters: {
      readonly query?: {
        /** @description The name of the file. */
        readonly fileName?: string;
        /** @description Default: as detected. */
        readonly format?: 'csv' | 'jsonl';
        /** @description The file is a CSV export of this exchange. */
        readonly preset?: 'binance' | 'bitstamp' | 'bitvavo' | 'coinbase' | 'kraken';
        /** @description Types of operations that the preset does not know: `OPERATION=TYPE`, separated by line breaks (`%0A`). */
        readonly map?: string;
        /** @description Operations whose rows are skipped, separated by line breaks (`%0A`). */
        readonly skip?: string;
        /** @description The time zone of the times in an export that does not name it: `Europe/Berlin`, or an offset (`%2B02:00`). */
        readonly timeZone?: string;
        /** @description `true`: amounts are written like `1.234,50`. */
        readonly decimalComma?: 'true' | 'false';
        /** @description `true`: reports the result without storing it. */
        readonly dryRun?: 'true' | 'false';
      };
      readonly header?: {
        /** @description Within 24 hours, a repetition of the request with the same key returns the same response. */
        readonly 'idempotency-key'?: string;
      };
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'text/csv': unknown;
        readonly 'application/x-ndjson': unknown;
        readonly 'application/jsonl': unknown;
        readonly 'application/octet-stream': unknown;
        readonly 'text/plain': unknown;
      };
    };
    readonly responses: {
      /** @description The result. */
      readonly 201: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ImportedFile'];
        };
      };
    };
  };
  readonly undoImport: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
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
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['UndoneImport'];
        };
      };
    };
  };
  readonly listWebhooks: {
    readonly parameters: {
      readonly query?: {
        /** @description Items per page. */
        readonly limit?: number;
        /** @description The place of the page: the token of a `Link` header with `rel="next"`. */
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description A page of the list. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly Link: components['headers']['Link'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly components['schemas']['Webhook'][];
          };
        };
      };
    };
  };
  readonly addWebhook: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description Within 24 hours, a repetition of the request with the same key returns the same response. */
        readonly 'idempotency-key'?: string;
      };
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewWebhook'];
      };
    };
    readonly responses: {
      /** @description The result. */
      readonly 201: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['AddedWebhook'];
        };
      };
    };
  };
  readonly removeWebhook: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly changeWebhook: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['WebhookChanges'];
      };
    };
    readonly responses: {
      /** @description The result. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Webhook'];
        };
      };
    };
  };
  readonly testWebhook: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description Within 24 hours, a repetition of the request with the same key returns the same response. */
        readonly 'idempotency-key'?: string;
      };
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['Nothing'];
      };
    };
    readonly responses: {
      /** @description The result. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['TestedWebhook'];
        };
      };
    };
  };
  readonly rotateWebhookSecret: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description Within 24 hours, a repetition of the request with the same key returns the same response. */
        readonly 'idempotency-key'?: string;
      };
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['Nothing'];
      };
    };
    readonly responses: {
      /** @description The result. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['RotatedSecret'];
        };
      };
    };
  };
  readonly listConnectSessions: {
    readonly parameters: {
      readonly query?: {
        /** @description Items per page. */
        readonly limit?: number;
        /** @description The place of the page: the token of a `Link` header with `rel="next"`. */
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description A page of the list. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly Link: components['headers']['Link'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly components['schemas']['ConnectSession'][];
          };
        };
      };
    };
  };
  readonly createConnectSession: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description Within 24 hours, a repetition of the request with the same key returns the same response. */
        readonly 'idempotency-key'?: string;
      };
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewConnectSession'];
      };
    };
    readonly responses: {
      /** @description The result. */
      readonly 201: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly 'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['CreatedConnectSession'];
        };
      };
    };
  };
  readonly getConnectSession: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
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
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ConnectSession'];
        };
      };
    };
  };
  readonly cancelConnectSession: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly listProjectTransactions: {
    readonly parameters: {
      readonly query?: {
        /** @description Items per page. */
        readonly limit?: number;
        /** @description The place of the page: the token of a `Link` header with `rel="next"`. */
        readonly cursor?: string;
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
        /** @description Only transactions of this wallet. */
        readonly walletId?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description A page of the list. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly Link: components['headers']['Link'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly (
              | components['schemas']['Transaction']
              | components['schemas']['PartialTransaction']
            )[];
          };
        };
      };
    };
  };
  readonly listProjectBalances: {
    readonly parameters: {
      readonly query?: {
        /** @description Items per page. */
        readonly limit?: number;
        /** @description The place of the page: the token of a `Link` header with `rel="next"`. */
        readonly cursor?: string;
        /** @description Only balances of this wallet. */
        readonly walletId?: string;
        /** @description Only balances of this asset. */
        readonly asset?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description A page of the list. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly Link: components['headers']['Link'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly components['schemas']['ProjectBalance'][];
          };
        };
      };
    };
  };
  readonly listAudit: {
    readonly parameters: {
      readonly query?: {
        /** @description Items per page. */
        readonly limit?: number;
        /** @description The place of the page: the token of a `Link` header with `rel="next"`. */
        readonly cursor?: string;
        /** @description Only changes of this project. */
        readonly projectId?: string;
        /** @description Only changes of this wallet, which may have been removed. */
        readonly walletId?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description A page of the list. */
      readonly 200: {
        headers: {
          readonly 'x-request-id': components['headers']['x-request-id'];
          readonly RateLimit: components['headers']['RateLimit'];
          readonly 'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          readonly Link: components['headers']['Link'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly components['schemas']['AuditEntry'][];
          };
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
}
