import type {
  AddedWallet,
  AddedWebhook,
  ApiKey,
  AuditEntry,
  AuditFilters,
  ConnectSession,
  CreatedApiKey,
  CreatedConnectSession,
  Exchange,
  Import,
  ImportedFile,
  ManagedWallet,
  NewApiKey,
  NewConnectSession,
  NewCredentials,
  NewOrganization,
  NewProject,
  NewWallet,
  NewWebhook,
  Organization,
  Project,
  ProjectBalance,
  ProjectBalanceFilters,
  ProjectTransaction,
  RekeyedWallet,
  RotatedSecret,
  SyncRequest,
  TestedWebhook,
  UndoneImport,
  WalletChanges,
  WalletFilters,
  Webhook,
  WebhookChanges,
} from './management-types.ts';
import {
  type ManagementCallOptions,
  type ManagementPage,
  ManagementRequests,
  type PageQuery,
} from './management-request.ts';
import type { TransactionField } from './schemas.ts';
import type { TransactionQuery } from './transactions.ts';

const RETRIES = 5;
/** Longer than the check of a key takes. */
const TIMEOUT_MS = 60_000;

/** The address of the management API, a management key, and the settings of a client. */
export interface WalletTellerManagementOptions {
  /** The address of the management API, `http://127.0.0.1:8081` for example. */
  readonly baseUrl: string;
  readonly manageKey: string;
  /** Maximum attempts after the first if the service is busy or unreachable; 5 if absent. */
  readonly retries?: number | undefined;
  /** Maximum duration of one attempt, in milliseconds; 60 s if absent. */
  readonly timeoutMs?: number | undefined;
  /** Sends the requests; the global `fetch` if absent. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** A list: page by page, or every item. */
export interface ManagementList<Item, Query> {
  readonly page: (
    query?: Query & PageQuery,
    options?: ManagementCallOptions,
  ) => Promise<ManagementPage<Item>>;
  readonly all: (
    query?: Query & Pick<PageQuery, 'limit'>,
    options?: ManagementCallOptions,
  ) => AsyncGenerator<Item, void, undefined>;
}

type NoQuery = object;
/** Filters of the transactions of a project. */
export type ProjectTransactionQuery<Field extends TransactionField = TransactionField> = Pick<
  TransactionQuery<Field>,
  'asset' | 'type' | 'status' | 'since' | 'before' | 'fields'
> & { readonly walletId?: string | undefined };

/** The transactions of all wallets of a project: a {@link ManagementList} whose items have the requested fields. */
export interface ProjectTransactionList {
  readonly page: <Field extends TransactionField = TransactionField>(
    query?: ProjectTransactionQuery<Field> & PageQuery,
    options?: ManagementCallOptions,
  ) => Promise<ManagementPage<Pick<ProjectTransaction, Field>>>;
  readonly all: <Field extends TransactionField = TransactionField>(
    query?: ProjectTransactionQuery<Field> & Pick<PageQuery, 'limit'>,
    options?: ManagementCallOptions,
  ) => AsyncGenerator<Pick<ProjectTransaction, Field>, void, undefined>;
}

/** How a file is imported. */
export interface ImportOptions {
  readonly fileName?: string | undefined;
  /** As detected if absent. */
  readonly format?: 'csv' | 'jsonl' | undefined;
  /** The file is a CSV export of this exchange. */
  readonly preset?: string | undefined;
  /** Types of operations that the preset does not know: `OPERATION=TYPE`. */
  readonly map?: readonly string[] | undefined;
  /** Operations whose rows are skipped. */
  readonly skip?: readonly string[] | undefined;
  /** The time zone of the times in an export that does not name it, for example `Europe/Berlin` or `+02:00`. */
  readonly timeZone?: string | undefined;
  /** Amounts are written like `1.234,50`. */
  readonly decimalComma?: boolean | undefined;
  /** Reports the result without storing it. */
  readonly dryRun?: boolean | undefined;
}

/**
 * Manages tenants, wallets, webhooks and connect sessions. Every method throws {@link ProblemError} for a refusal and
 * {@link ConnectionError} without a response.
 */
export class WalletTellerManagement {
  readonly #requests: ManagementRequests;

  constructor(options: WalletTellerManagementOptions) {
    const { baseUrl, manageKey, retries = RETRIES, timeoutMs = TIMEOUT_MS } = options;
    const { fetch = globalThis.fetch } = options;
    const headers = { authorization: `Bearer ${manageKey}` };
    this.#requests = new ManagementRequests(baseUrl, { headers, fetch, retries, timeoutMs });
  }

  /** Every exchange, with what a form for its keys needs. */
  get exchanges(): ManagementList<Exchange, NoQuery> {
    return this.#list('/v0/exchanges');
  }

  get organizations() {
    const path = '/v0/organizations';
    return {
      ...this.#list<Organization, NoQuery>(path),
      create: (organization: NewOrganization, options?: ManagementCallOptions) =>
        this.#post<Organization>(path, organization, options),
    };
  }

  get projects() {
    const path = '/v0/projects';
    return {
      ...this.#list<Project, { readonly orgId?: string | undefined }>(path),
      create: (project: NewProject, options?: ManagementCallOptions) =>
        this.#post<Project>(path, project, options),
    };
  }

  /** The wallets of all projects that the key can see. */
  get wallets(): ManagementList<
    ManagedWallet,
    WalletFilters & { readonly projectId?: string | undefined }
  > {
    return this.#list('/v0/wallets');
  }

  /** Returns the records of a project. */
  project(projectId: string) {
    const path = `/v0/projects/${encodeURIComponent(projectId)}`;
    return {
      apiKeys: {
        ...this.#list<ApiKey, NoQuery>(`${path}/api-keys`),
        /** Creates a key, which only this response contains. */
        create: (key: NewApiKey, options?: ManagementCallOptions) =>
          this.#post<CreatedApiKey>(`${path}/api-keys`, key, options),
      },
      wallets: {
        ...this.#list<ManagedWallet, WalletFilters>(`${path}/wallets`),
        create: (wallet: NewWallet, options?: ManagementCallOptions) =>
          this.#post<AddedWallet>(`${path}/wallets`, wallet, options),
      },
      webhooks: {
        ...this.#list<Webhook, NoQuery>(`${path}/webhooks`),
        /** Creates a webhook, whose secret only this response contains. */
        create: (webhook: NewWebhook, options?: ManagementCallOptions) =>
          this.#post<AddedWebhook>(`${path}/webhooks`, webhook, options),
      },
      connectSessions: {
        ...this.#list<ConnectSession, NoQuery>(`${path}/connect-sessions`),
        /** Creates a link for a customer, which only this response contains. */
        create: (session: NewConnectSession, options?: ManagementCallOptions) =>
          this.#post<CreatedConnectSession>(`${path}/connect-sessions`, session, options),
      },
      /** The transactions of all wallets, newest first. */
      transactions: this.#list(`${path}/transactions`) as ProjectTransactionList,
      /** The withdrawable balances of all wallets. */
      balances: this.#list<ProjectBalance, ProjectBalanceFilters>(`${path}/balances`),
    };
  }

  /** Returns what can be done with an API key. */
  apiKey(id: string) {
    return { revoke: (options?: ManagementCallOptions) => this.#remove('api-keys', id, options) };
  }

  /** Returns what can be done with a wallet. */
  wallet(id: string) {
    const path = `/v0/wallets/${encodeURIComponent(id)}`;
    return {
      get: (options?: ManagementCallOptions) =>
        this.#requests.send<ManagedWallet>('GET', path, undefined, options),
      change: (changes: WalletChanges, options?: ManagementCallOptions) =>
        this.#requests.send<ManagedWallet>('PATCH', path, changes, options),
      /** Replaces the key; the history remains. */
      replaceCredentials: (key: NewCredentials, options?: ManagementCallOptions) =>
        this.#requests.send<RekeyedWallet>('PUT', `${path}/credentials`, key, options),
      /** Makes the wallet due; with `from`, its history is read again since then. */
      sync: (request: SyncRequest = {}, options?: ManagementCallOptions) =>
        this.#post<{ readonly id: string }>(`${path}/sync`, request, options),
      imports: {
        ...this.#list<Import, NoQuery>(`${path}/imports`),
        /** Imports a file, CSV or JSON Lines: the whole file or nothing. */
        create: (file: string | Blob, how: ImportOptions = {}, options?: ManagementCallOptions) =>
          this.#requests.upload<ImportedFile>(
            `${path}/imports`,
            file,
            { ...how, map: joinLines(how.map), skip: joinLines(how.skip) },
            options,
          ),
      },
      /** Removes the wallet with all of its data. */
      remove: (options?: ManagementCallOptions) => this.#remove('wallets', id, options),
    };
  }

  /** Returns what can be done with an import. */
  import(id: string) {
    return {
      /** Takes its rows out again. Returns `undefined` if a retry finds that an attempt before it has done so. */
      undo: (options?: ManagementCallOptions) =>
        this.#remove<UndoneImport | undefined>('imports', id, options),
    };
  }

  /** Returns what can be done with a webhook. */
  webhook(id: string) {
    const path = `/v0/webhooks/${encodeURIComponent(id)}`;
    return {
      change: (changes: WebhookChanges, options?: ManagementCallOptions) =>
        this.#requests.send<Webhook>('PATCH', path, changes, options),
      test: (options?: ManagementCallOptions) =>
        this.#post<TestedWebhook>(`${path}/test`, {}, options),
      rotateSecret: (options?: ManagementCallOptions) =>
        this.#post<RotatedSecret>(`${path}/rotate-secret`, {}, options),
      remove: (options?: ManagementCallOptions) => this.#remove('webhooks', id, options),
    };
  }

  /** Returns what can be done with a connect session. */
  connectSession(id: string) {
    const path = `/v0/connect-sessions/${encodeURIComponent(id)}`;
    return {
      get: (options?: ManagementCallOptions) =>
        this.#requests.send<ConnectSession>('GET', path, undefined, options),
      /** Throws the problem `session_not_open` if an account was connected with the session, or it has expired. */
      cancel: (options?: ManagementCallOptions) => this.#remove('connect-sessions', id, options),
    };
  }

  /** Every change, newest first. */
  get audit(): ManagementList<AuditEntry, AuditFilters> {
    return this.#list('/v0/audit');
  }

  #list<Item, Query>(path: string): ManagementList<Item, Query> {
    return {
      page: (query, options) => this.#requests.list(path, query, options),
      all: (query, options) => this.#requests.all(path, query, options),
    };
  }

  #post<Result>(path: string, body: object, options?: ManagementCallOptions): Promise<Result> {
    return this.#requests.send('POST', path, body, options);
  }

  #remove<Result = void>(
    kind: string,
    id: string,
    options?: ManagementCallOptions,
  ): Promise<Result> {
    const path = `/v0/${kind}/${encodeURIComponent(id)}`;
    return this.#requests.send('DELETE', path, undefined, options);
  }
}

/** Returns a parameter with several lines; the service refuses an empty one. */
function joinLines(lines: readonly string[] = []): string | undefined {
  return lines.length === 0 ? undefined : lines.join('\n');
}
