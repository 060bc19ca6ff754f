import type {
  ApiKey,
  AuditEntry,
  ConnectSession,
  Credentials,
  Exchange,
  ManagedWallet,
  NewConnectSession,
  NewWallet,
  Organization,
  Project,
  ProjectBalance,
  ProjectTransaction,
  WalletFilters,
  Webhook,
} from './management-types.ts';
import {
  type ManagementCallOptions,
  type ManagementPage,
  ManagementRequests,
  type PageQuery,
} from './management-request.ts';
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
export type ProjectTransactionQuery = Pick<
  TransactionQuery,
  'asset' | 'type' | 'status' | 'since' | 'before' | 'fields'
> & { readonly walletId?: string | undefined };

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
    this.#requests = new ManagementRequests({ baseUrl, headers, fetch, retries, timeoutMs });
  }

  /** Every exchange, with what a form for its keys needs. */
  get exchanges(): ManagementList<Exchange, NoQuery> {
    return this.#list('/v0/exchanges');
  }

  get organizations() {
    return {
      ...this.#list<Organization, NoQuery>('/v0/organizations'),
      create: (organization: { readonly name: string }, options?: ManagementCallOptions) =>
        this.#post<Organization>('/v0/organizations', organization, options),
    };
  }

  get projects() {
    return {
      ...this.#list<Project, { readonly orgId?: string }>('/v0/projects'),
      create: (
        project: { readonly orgId: string; readonly name: string },
        options?: ManagementCallOptions,
      ) => this.#post<Project>('/v0/projects', project, options),
    };
  }

  /** Returns the records of a project. */
  project(projectId: string) {
    const path = `/v0/projects/${encodeURIComponent(projectId)}`;
    return {
      apiKeys: {
        ...this.#list<ApiKey, NoQuery>(`${path}/api-keys`),
        /** Creates a key, which only this response contains. */
        create: (
          key: { readonly label?: string; readonly expiresAt?: string; readonly walletId?: string },
          options?: ManagementCallOptions,
        ) => this.#post<ApiKey & { readonly apiKey: string }>(`${path}/api-keys`, key, options),
      },
      wallets: {
        ...this.#list<ManagedWallet, WalletFilters>(`${path}/wallets`),
        create: (wallet: NewWallet, options?: ManagementCallOptions) =>
          this.#post<ManagedWallet & { readonly sameKeyAs: string | null }>(
            `${path}/wallets`,
            wallet,
            options,
          ),
      },
      webhooks: {
        ...this.#list<Webhook, NoQuery>(`${path}/webhooks`),
        /** Creates a webhook, whose secret only this response contains. */
        create: (
          webhook: {
            readonly url: string;
            readonly events?: readonly string[];
            readonly walletIds?: readonly string[];
          },
          options?: ManagementCallOptions,
        ) =>
          this.#post<Webhook & { readonly secret: string }>(`${path}/webhooks`, webhook, options),
      },
      connectSessions: {
        ...this.#list<ConnectSession, NoQuery>(`${path}/connect-sessions`),
        /** Creates a link for a customer, which only this response contains. */
        create: (session: NewConnectSession, options?: ManagementCallOptions) =>
          this.#post<{ readonly id: string; readonly url: string; readonly expiresAt: string }>(
            `${path}/connect-sessions`,
            session,
            options,
          ),
      },
      /** The transactions of all wallets, newest first. */
      transactions: this.#list<ProjectTransaction, ProjectTransactionQuery>(`${path}/transactions`),
      /** The withdrawable balances of all wallets. */
      balances: this.#list<ProjectBalance, { readonly walletId?: string; readonly asset?: string }>(
        `${path}/balances`,
      ),
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
      change: (
        changes: {
          readonly label?: string | null;
          readonly externalId?: string | null;
          readonly paused?: boolean;
        },
        options?: ManagementCallOptions,
      ) => this.#requests.send<ManagedWallet>('PATCH', path, changes, options),
      /** Replaces the key; the history remains. */
      replaceCredentials: (
        key: { readonly credentials: Credentials; readonly check?: 'now' | 'later' },
        options?: ManagementCallOptions,
      ) => this.#requests.send<ManagedWallet>('PUT', `${path}/credentials`, key, options),
      /** Makes the wallet due; with `from`, its history is read again since then. */
      sync: (request: { readonly from?: string } = {}, options?: ManagementCallOptions) =>
        this.#post<{ readonly id: string }>(`${path}/sync`, request, options),
      /** Removes the wallet with all of its data. */
      remove: (options?: ManagementCallOptions) => this.#remove('wallets', id, options),
    };
  }

  /** Returns what can be done with a webhook. */
  webhook(id: string) {
    const path = `/v0/webhooks/${encodeURIComponent(id)}`;
    return {
      change: (
        changes: {
          readonly url?: string;
          readonly events?: readonly string[];
          readonly enabled?: true;
        },
        options?: ManagementCallOptions,
      ) => this.#requests.send<Webhook>('PATCH', path, changes, options),
      test: (options?: ManagementCallOptions) =>
        this.#post<{ readonly delivered: boolean; readonly status: number }>(
          `${path}/test`,
          {},
          options,
        ),
      rotateSecret: (options?: ManagementCallOptions) =>
        this.#post<{ readonly secret: string; readonly previousSecretUntil: string }>(
          `${path}/rotate-secret`,
          {},
          options,
        ),
      remove: (options?: ManagementCallOptions) => this.#remove('webhooks', id, options),
    };
  }

  /** Returns what can be done with a connect session. */
  connectSession(id: string) {
    const path = `/v0/connect-sessions/${encodeURIComponent(id)}`;
    return {
      get: (options?: ManagementCallOptions) =>
        this.#requests.send<ConnectSession>('GET', path, undefined, options),
      cancel: (options?: ManagementCallOptions) => this.#remove('connect-sessions', id, options),
    };
  }

  /** Every change, newest first. */
  get audit(): ManagementList<
    AuditEntry,
    { readonly projectId?: string; readonly walletId?: string }
  > {
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

  #remove(kind: string, id: string, options?: ManagementCallOptions): Promise<void> {
    return this.#requests.send(
      'DELETE',
      `/v0/${kind}/${encodeURIComponent(id)}`,
      undefined,
      options,
    );
  }
}
