/** Memory of the sync process: a thousand unchanged wallets of all certified exchanges, polled in several rounds. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Keys } from '../simulator/catalogue.ts';
import { loadMasterKey } from '../src/compose/load-master-key.ts';
import { readConfig } from '../src/config/read-config.ts';
import { createId } from '../src/domain/id.ts';
import { sealCredentials } from '../src/domain/sealed-credentials.ts';
import { requireExchange } from '../src/exchanges/catalogue.ts';
import type { Store } from '../src/store/store.ts';
import { createTenant } from '../test/teller.ts';
import { makeWallet, makeWindow } from '../test/store/contract/fixtures.ts';
import { formatCount } from '../src/cli/format.ts';
import { reportProgress } from './figures.ts';
import type { Result } from './floors.ts';
import { Installation, TELLER } from './installation.ts';
import {
  LOAD_CORE,
  makeCommand,
  peakMegabytes,
  SERVER_CORE,
  startProcess,
  startServer,
} from './processes.ts';

const WALLETS = 1000;
/** The simulated exchanges, with 200 rows for each account. */
const SIMULATOR = ['--json', '--port', '0', '--rows', '200'];
/** Memory still grows after the first round. */
const ROUNDS = 3;
const LEASE_MS = 60_000;
const WAIT_MS_MAX = 600_000;

/** Measures a sync process with SQLite and exchanges without rate limits. */
export async function measureSync(): Promise<Result> {
  reportProgress(`sync: ${WALLETS} wallets`);
  const installation = await Installation.create();
  const simulator = makeCommand('../tools/run-simulator.ts', SIMULATOR);
  const { url, keys } = await startServer<{ keys: Keys }>(simulator, LOAD_CORE);
  const env = {
    ...installation.env,
    TELLER_EXCHANGE_PROXY_URL: url,
    TELLER_EXCHANGE_THROTTLE: 'off',
    TELLER_SYNC_INTERVAL_SECONDS: '1',
  };
  const { projectId } = await createTenant(installation.env);
  return installation.withStore(async (store) => {
    const masterKey = await loadMasterKey(readConfig(env, installation.folder), store, randomBytes);
    const accounts = Object.entries(keys);
    for (let index = 0; index < WALLETS; index += 1) {
      const [exchange, credentials] = accounts[index % accounts.length]!;
      const id = createId('wallet', randomBytes);
      const sealed = sealCredentials({ ...credentials }, id, masterKey, randomBytes);
      await store.addWallet(makeWallet(id, { projectId, exchange }), sealed);
      await coverWallet(store, id, exchange);
    }
    const { pid } = startProcess([TELLER, 'sync'], SERVER_CORE, env);
    for (let done = 0; done < ROUNDS; done += 1) await untilSynced(store, Date.now());
    return {
      name: 'sync process, 1,000 wallets',
      work: `sync process, ${formatCount(WALLETS)} wallets`,
      measured: peakMegabytes(pid!),
    };
  });
}

/** Records the wallet's history as read, as an earlier synchronisation does. */
async function coverWallet(store: Store, walletId: string, exchange: string): Promise<void> {
  const nowMs = Date.now();
  const lease = await store.claimWallet({ nowMs, untilMs: nowMs + LEASE_MS, walletId });
  if (lease === undefined) throw new Error(`${walletId} has a lease`);
  for (const { name: source, startMs } of requireExchange(exchange).sources) {
    const window = { fromMs: startMs, toMs: nowMs };
    const dates = { readAtMs: nowMs, quarantineDueAtMs: nowMs };
    await store.recordWindow(lease, makeWindow({ source, window, covered: window, ...dates }));
  }
  await store.recordOutcome(lease, { nextRunAtMs: nowMs, historyComplete: true });
  await store.releaseLease(lease);
}

async function untilSynced(store: Store, sinceMs: number): Promise<void> {
  while (Date.now() - sinceMs < WAIT_MS_MAX) {
    await sleep(200);
    const wallets = await store.listWallets();
    const failure = wallets.find(({ sync }) => sync.failure !== null)?.sync.failure;
    if (failure) throw new Error(failure.message);
    if (wallets.every(({ sync }) => (sync.lastSyncAtMs ?? 0) >= sinceMs)) return;
  }
  throw new Error('the wallets were not synchronised in time');
}
