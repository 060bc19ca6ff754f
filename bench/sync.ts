/** Measures synchronisation: polling unchanged wallets, and reading a long history. */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { loadMasterKey } from '../src/compose/load-master-key.ts';
import { readConfig } from '../src/config/read-config.ts';
import { createId } from '../src/domain/id.ts';
import type { MasterKey } from '../src/domain/master-key.ts';
import { type ExchangeCredentials, sealCredentials } from '../src/domain/sealed-credentials.ts';
import { requireExchange } from '../src/exchanges/catalogue.ts';
import type { Store } from '../src/store/store.ts';
import { type Installation, TELLER } from './installation.ts';
import {
  atMost,
  formatCount,
  makeFigure,
  type Measurement,
  reportProgress,
} from './measurement.ts';
import {
  LOAD_CORE,
  makeCommand,
  peakMegabytes,
  processorSeconds,
  readAnswer,
  residentMegabytes,
  SERVER_CORE,
  startProcess,
  startServer,
  stop,
} from './processes.ts';
import { LARGE_KEY } from './simulated-exchanges.ts';

const WALLETS = 1000;
/** Number of rounds in which every wallet is polled, because memory grows after the first round. */
const ROUNDS = 3;
const LARGE_ROWS = 100_000;
const WAIT_MS_MAX = 600_000;

/** Measures both against simulated exchanges without rate limits. */
export async function measureSync(installation: Installation): Promise<Measurement[]> {
  reportProgress('synchronisation: simulated exchanges');
  const command = makeCommand('simulated-exchanges.ts', [`${LARGE_ROWS}`]);
  const simulator = await startServer<{ keys: Keys }>(command, { core: LOAD_CORE });
  const { url, keys } = simulator;
  const env = {
    ...installation.env,
    TELLER_EXCHANGE_PROXY_URL: url,
    TELLER_EXCHANGE_THROTTLE: 'off',
    TELLER_SYNC_INTERVAL_SECONDS: '86400',
  };
  const { projectId } = installation.addTenant();
  const results = await installation.withStore(async (store) => {
    const config = readConfig(env, installation.folder);
    const masterKey = await loadMasterKey(config, store, randomBytes);
    const tenant = { projectId, store, masterKey };
    return [...(await measureBackfill(tenant, env)), ...(await measurePolling(tenant, keys, env))];
  });
  await stop(simulator.process);
  return results;
}

/** The keys of the simulated accounts, by exchange. */
type Keys = Readonly<Record<string, ExchangeCredentials>>;

/** A project, and the dependencies for adding wallets to it. */
export interface Tenant {
  readonly projectId: string;
  readonly store: Store;
  readonly masterKey: MasterKey;
}

async function measureBackfill(
  tenant: Tenant,
  env: Readonly<Record<string, string>>,
): Promise<Measurement[]> {
  reportProgress('synchronisation: backfill');
  const walletId = await addWallet(tenant, 'binance', LARGE_KEY);
  const startMs = performance.now();
  const args = ['sync', '--once', '--wallet', walletId, '--json'];
  await readAnswer(startProcess([TELLER, ...args], { core: SERVER_CORE, env, quiet: true }));
  const seconds = (performance.now() - startMs) / 1000;
  const { transactionCount } = await tenant.store.readWalletStatus(walletId);
  return [
    {
      name: `backfill of ${formatCount(transactionCount)} transactions of one Binance wallet`,
      value: Number(seconds.toFixed(1)),
      unit: 's',
      target: atMost(30),
    },
  ];
}

/** Measures unchanged wallets of every exchange, with complete history, that are always due. */
async function measurePolling(
  tenant: Tenant,
  keys: Keys,
  env: Readonly<Record<string, string>>,
): Promise<Measurement[]> {
  reportProgress('synchronisation: polling');
  const accounts = Object.entries(keys);
  const walletIds = new Set<string>();
  for (let index = 0; index < WALLETS; index += 1) {
    const [exchange, credentials] = accounts[index % accounts.length]!;
    const walletId = await addWallet(tenant, exchange, credentials);
    await coverWallet(tenant.store, walletId, exchange);
    walletIds.add(walletId);
  }
  const startMs = Date.now();
  const worker = startProcess([TELLER, 'sync'], {
    core: SERVER_CORE,
    env: { ...env, TELLER_SYNC_INTERVAL_SECONDS: '1' },
  });
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await untilSynced(tenant.store, walletIds, Date.now());
    }
    return describePolling(worker, accounts.length, (Date.now() - startMs) / 1000);
  } finally {
    await stop(worker);
  }
}

function describePolling(worker: ChildProcess, exchanges: number, seconds: number): Measurement[] {
  const processor = processorSeconds(worker);
  return [
    {
      name: `${WALLETS} unchanged wallets of ${exchanges} exchanges polled, mean of ${ROUNDS} rounds`,
      value: Number((seconds / ROUNDS).toFixed(1)),
      unit: 's',
      target: atMost(60),
    },
    makeFigure('processor time of it', processor && processor / ROUNDS, 's'),
    makeFigure('sync process after it, resident', residentMegabytes(worker), 'MB', atMost(250)),
    makeFigure('sync process, most resident', peakMegabytes(worker), 'MB', atMost(250)),
  ];
}

/** Adds a wallet with these credentials and returns its identifier. */
export async function addWallet(
  { projectId, store, masterKey }: Tenant,
  exchange: string,
  credentials: ExchangeCredentials,
): Promise<string> {
  const id = createId('wallet', randomBytes);
  const record = {
    id,
    projectId,
    exchange,
    label: null,
    externalId: null,
    importsOnly: false,
    createdAtMs: Date.now(),
  };
  await store.addWallet(record, sealCredentials({ ...credentials }, id, masterKey, randomBytes));
  return id;
}

/** Records the wallet's history as read, as an earlier synchronisation does. */
async function coverWallet(store: Store, walletId: string, exchange: string): Promise<void> {
  const nowMs = Date.now();
  const lease = await store.claimWallet({ nowMs, untilMs: nowMs + 60_000, walletId });
  if (lease === undefined) throw new Error(`${walletId} has a lease`);
  for (const { name, startMs } of requireExchange(exchange).sources) {
    const window = { fromMs: startMs, toMs: nowMs };
    await store.recordWindow(lease, {
      source: name,
      window,
      completeFromMs: startMs,
      covered: window,
      readAtMs: nowMs,
      transactions: [],
      quarantined: [],
      quarantineDueAtMs: nowMs,
      mappedKeys: [],
      rechecks: [],
    });
  }
  await store.recordOutcome(lease, { nextRunAtMs: nowMs, historyComplete: true });
  await store.releaseLease(lease);
}

async function untilSynced(
  store: Store,
  walletIds: ReadonlySet<string>,
  sinceMs: number,
): Promise<void> {
  while (Date.now() - sinceMs < WAIT_MS_MAX) {
    await sleep(200);
    const wallets = (await store.listWallets()).filter(({ id }) => walletIds.has(id));
    const failed = wallets.find(({ sync }) => sync.failure !== null)?.sync.failure;
    if (failed !== undefined && failed !== null) throw new Error(failed.message);
    const synced = wallets.filter(({ sync }) => (sync.lastSyncAtMs ?? 0) >= sinceMs).length;
    if (synced === walletIds.size) return;
  }
  throw new Error('the wallets were not synchronised in time');
}
