/** An installation to measure: a database, tenants, wallets with rows, and services. */
import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openStore } from '../src/compose/open-store.ts';
import { readConfig } from '../src/config/read-config.ts';
import type { Store } from '../src/store/store.ts';
import { makeFolder, SERVER_CORE, type Service, startServer } from './processes.ts';

/** The command as users start it, with Node's cache of compiled code. */
export const TELLER = fileURLToPath(new URL('../bin/teller', import.meta.url));

/** The path of a wallet's transactions. */
export const LISTING = '/v0/wallet/transactions';

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
  readonly env: Readonly<Record<string, string>>;

  /** @param databaseUrl the URL of an empty database; by default an SQLite file. */
  constructor(databaseUrl = `sqlite:${join(this.folder, 'teller.db')}`) {
    this.databaseUrl = databaseUrl;
    this.env = {
      TELLER_DATABASE_URL: databaseUrl,
      TELLER_MASTER_KEY: randomBytes(32).toString('base64'),
      TELLER_RATE_LIMIT: '0',
      TELLER_LOG_LEVEL: 'fatal',
    };
    this.ask(['migrate']);
  }

  /** Runs a `teller` command and parses its JSON. */
  ask<Answer>(args: readonly string[], input = ''): Answer {
    const run = spawnSync(TELLER, [...args, '--json'], {
      env: { ...process.env, ...this.env },
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (run.status !== 0) throw new Error(`teller ${args.join(' ')}: ${run.stdout}`);
    return JSON.parse(run.stdout) as Answer;
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

  addTenant(): Tenant {
    const org = this.ask<{ id: string }>(['org', 'create', 'bench']);
    const project = this.ask<{ id: string }>(['project', 'create', '--org', org.id, 'bench']);
    const key = this.ask<{ apiKey: string }>(['key', 'create', '--project', project.id]);
    return new Tenant(this, {
      'x-svc-api-key': key.apiKey,
      'x-svc-org-id': org.id,
      'x-svc-project-id': project.id,
    });
  }

  /** Starts a service without synchronisation. @param databaseUrl another address of the same database. */
  serve(cache: Cache, databaseUrl = this.databaseUrl): Promise<Service> {
    const command = [TELLER, 'serve', '--no-sync', '--port', '0', '--json'];
    const env = { ...this.env, ...CACHES[cache], TELLER_DATABASE_URL: databaseUrl };
    return startServer(command, { core: SERVER_CORE, env });
  }
}

/** An organization with a project and a key. */
export class Tenant {
  readonly installation: Installation;
  readonly #headers: Readonly<Record<string, string>>;

  /** @param headers of a request of this tenant. */
  constructor(installation: Installation, headers: Readonly<Record<string, string>>) {
    this.installation = installation;
    this.#headers = headers;
  }

  get projectId(): string {
    return this.#headers['x-svc-project-id']!;
  }

  /** Creates a wallet without rows. Returns its identifier. */
  addEmptyWallet(): string {
    const args = ['wallet', 'add', '--project', this.projectId, '--exchange', 'binance'];
    // The keys do not belong to real accounts.
    args.push('--unchecked');
    const credentials = { apiKey: randomUUID(), secret: 'bench' };
    return this.installation.ask<{ id: string }>(args, JSON.stringify(credentials)).id;
  }

  /** Creates a wallet with the rows of a file. Returns its identifier. */
  addWallet(file: string): string {
    const id = this.addEmptyWallet();
    this.installation.ask(['import', '--wallet', id, file]);
    return id;
  }

  /** Returns the headers of a request for a wallet. */
  headersOf(walletId: string): Record<string, string> {
    return { ...this.#headers, 'x-svc-wallet-id': walletId };
  }
}
