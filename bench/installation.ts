/** An installation to measure: a database, tenants, wallets with rows, and services. */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openStore } from '../src/compose/open-store.ts';
import { readConfig } from '../src/config/read-config.ts';
import { LIMIT_MAX } from '../src/domain/query.ts';
import type { Store } from '../src/store/store.ts';
import { addWallet, askTeller, createTenant, headersOf, type Tenant } from '../test/teller.ts';
import { makeFolder, SERVER_CORE, type Service, startServer } from './processes.ts';
import { SMALL_ROWS, writeHistory } from './rows.ts';

/** The command as users start it, with Node's cache of compiled code. */
export const TELLER = fileURLToPath(new URL('../bin/teller', import.meta.url));

/** The path of a wallet's transactions. */
export const LISTING = '/v0/wallet/transactions';

/** The pages that are measured. */
export const DEFAULT_PAGE = { title: 'default page', path: LISTING };
export const FULL_PAGE = { title: 'page of 1,000', path: `${LISTING}?limit=${LIMIT_MAX}` };

/** Settings of a service with and without its response cache. */
export const CACHES = {
  cached: {},
  'nothing cached': { TELLER_CACHE_MEGABYTES: '0' },
} as const;
export type Cache = keyof typeof CACHES;

/** A database and its contents. */
export class Installation {
  readonly folder = makeFolder('database');
  readonly databaseUrl: string;
  readonly env: Record<string, string>;

  private constructor(databaseUrl = `sqlite:${join(this.folder, 'teller.db')}`) {
    this.databaseUrl = databaseUrl;
    this.env = {
      TELLER_DATABASE_URL: databaseUrl,
      TELLER_MASTER_KEY: randomBytes(32).toString('base64'),
      TELLER_RATE_LIMIT: '0',
      TELLER_LOG_LEVEL: 'fatal',
    };
  }

  /** Creates the tables. @param databaseUrl the URL of an empty database; by default an SQLite file. */
  static async create(databaseUrl?: string): Promise<Installation> {
    const installation = new Installation(databaseUrl);
    await askTeller(['migrate'], installation.env);
    return installation;
  }

  /** Runs `work` with the store, and closes the store afterwards. */
  async withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    const store = await openStore(readConfig(this.env, this.folder), { create: false });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  /** Creates a tenant with a wallet of {@link SMALL_ROWS} rows, and returns both with the headers of a request. */
  async addTenant() {
    const tenant = await createTenant(this.env);
    const walletId = await this.addWallet(tenant);
    const file = await writeHistory(SMALL_ROWS);
    await askTeller(['import', '--wallet', walletId, file], this.env);
    return { tenant, walletId, headers: headersOf(tenant, walletId) };
  }

  /** Creates a wallet without rows, and returns its identifier. Its key does not belong to a real account. */
  addWallet(tenant: Tenant): Promise<string> {
    return addWallet(tenant, 'binance', { apiKey: randomUUID(), secret: 'bench' }, this.env);
  }

  /** Starts a service without synchronisation. @param databaseUrl another address of the same database. */
  serve(cache: Cache, databaseUrl = this.databaseUrl): Promise<Service> {
    const command = [TELLER, 'serve', '--no-sync', '--port', '0', '--json'];
    const env = { ...this.env, ...CACHES[cache], TELLER_DATABASE_URL: databaseUrl };
    return startServer(command, SERVER_CORE, env);
  }
}
