import { once } from 'node:events';
import { readFileSync } from 'node:fs';

import { expect } from 'vitest';

import type { Simulator } from '../../simulator/simulator.ts';
import { createScratch, type Scratch } from '../cli/scratch.ts';
import { createMigratedDatabase } from '../store/postgres-database.ts';
import { MANAGEMENT_ENGINE } from '../random-cases.ts';
import { KEYS } from '../sync/harness.ts';
import { askTeller, startTeller } from '../teller.ts';
import { addAccount, startLiveExchanges, variablesOf } from '../live-exchanges.ts';

/** A response of the management API. */
export interface ManageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests look at members of any response
  readonly body: any;
}

/** What a request sends. */
export interface ManageCall {
  readonly key?: string | null;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A running service with its management API and a simulated exchange. */
export interface ManageHarness {
  readonly scratch: Scratch;
  readonly variables: Record<string, string>;
  readonly simulator: Simulator;
  /** A key for the whole installation. */
  readonly key: string;
  /** The URL of the public service. */
  readonly publicUrl: () => string;
  /** The URL of the management API. */
  readonly manageUrl: () => string;
  /** Sends a request, by default with the key of the installation: `POST /v0/projects`. */
  call(request: string, call?: ManageCall): Promise<ManageAnswer>;
  /** Sends a request that has to succeed, and returns the body. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests look at members of any response
  ask(request: string, body?: unknown, key?: string): Promise<any>;
  /** Returns the bytes in which responses of idempotent requests are stored, perhaps with others. */
  readResponses(): Promise<Buffer>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The credentials of an account at the simulated exchange that can only read. */
export const READ_ONLY = KEYS.kraken;

/** The credentials of an account that may trade and withdraw. */
export const POWERFUL = { apiKey: 'binance-powerful', secret: 'binance-secret' };

/** Returns the media type of the body of a request to a path. */
export function bodyTypeOf(path: string): string {
  return /\/imports(?:\?|$)/.test(path) ? 'application/x-ndjson' : 'application/json';
}

/** Creates an empty store. Returns the variables that name it. */
async function createStore({ variables }: Scratch) {
  if (MANAGEMENT_ENGINE === 'SQLite') {
    const files = ['', '-wal'].map((suffix) => `${variables['TELLER_DATABASE_URL']}${suffix}`);
    const readResponses = async () => Buffer.concat(files.map((file) => readFileSync(file)));
    return { variables, readResponses, drop: async () => undefined };
  }
  const database = await createMigratedDatabase();
  const masterKey = Buffer.alloc(32, 7).toString('base64');
  const readResponses = async () => {
    const rows = await database.query('SELECT body FROM idempotency_key WHERE body IS NOT NULL');
    expect(rows.length).toBeGreaterThan(0);
    return Buffer.concat(rows.map(({ body }) => body as Buffer));
  };
  const of = { TELLER_DATABASE_URL: database.url, TELLER_MASTER_KEY: masterKey };
  return { variables: of, readResponses, drop: () => database.drop() };
}

/** Starts it. @param extra variables of its environment. @param port of the service; any free one by default. */
export async function startManagement(
  extra: Readonly<Record<string, string>> = {},
  port = 0,
): Promise<ManageHarness> {
  const scratch = createScratch();
  const store = await createStore(scratch);
  const simulator = await startLiveExchanges();
  addAccount(simulator, 'kraken', { seed: 'manage', count: 20 });
  addAccount(simulator, 'binance', { seed: 'manage', count: 20 });
  const permissions = { withdraw: true, trade: true };
  const powerful = { credentials: POWERFUL, permissions };
  addAccount(simulator, 'binance', { seed: 'powerful', count: 5 }, powerful);
  const variables = {
    ...store.variables,
    ...variablesOf(simulator),
    TELLER_WEBHOOK_ALLOW: 'http,private',
    TELLER_CONNECT_RETURN_ORIGINS: 'https://product.example',
    TELLER_PUBLIC_URL: 'https://teller.example',
    ...extra,
  };
  await askTeller(['org', 'create', 'first'], variables);
  const { manageKey: key } = await askTeller<{ manageKey: string }>(
    ['manage-key', 'create'],
    variables,
  );
  const start = async () => {
    const args = ['serve', '--port', String(port), '--manage-port', '0', '--no-sync', '--json'];
    const child = startTeller(args, variables);
    child.stderr?.resume();
    const [line] = (await once(child.stdout!, 'data')) as [Buffer];
    return { child, ...(JSON.parse(line.toString()) as { url: string; manageUrl: string }) };
  };
  let service = await start();
  const end = async () => {
    const closed = once(service.child, 'close');
    service.child.kill('SIGTERM');
    await closed;
  };
  const call = async (request: string, options: ManageCall = {}): Promise<ManageAnswer> => {
    const [method = '', path = ''] = request.split(' ');
    const { body } = options;
    const own = options.key === undefined ? key : options.key;
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(`${service.manageUrl}${path}`, {
      method,
      headers: {
        ...(own !== null && { authorization: `Bearer ${own}` }),
        ...(body !== undefined && { 'content-type': bodyTypeOf(path) }),
        ...options.headers,
      },
      ...(sent !== undefined && { body: sent }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    const { status, headers } = answer;
    return { status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : undefined };
  };
  return {
    scratch,
    variables,
    simulator,
    key,
    publicUrl: () => service.url,
    manageUrl: () => service.manageUrl,
    readResponses: store.readResponses,
    call,
    ask: async (request, body, own) => {
      const answer = await call(request, { body, ...(own !== undefined && { key: own }) });
      if (answer.status >= 300) throw new Error(`${request}: ${answer.status} ${answer.text}`);
      return answer.body;
    },
    restart: async () => {
      await end();
      service = await start();
    },
    stop: async () => {
      await end();
      await simulator.close();
      await store.drop();
      scratch.remove();
    },
  };
}
