/** Measures the memory of a synchronisation with an exchange whose responses have the maximum length. */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { loadMasterKey } from '../src/compose/load-master-key.ts';
import { readConfig } from '../src/config/read-config.ts';
import { type Installation, TELLER } from './installation.ts';
import { atMost, makeFigure, type Measurement, reportProgress } from './measurement.ts';
import {
  LOAD_CORE,
  makeCommand,
  peakMegabytes,
  SERVER_CORE,
  startProcess,
  startServer,
  stop,
} from './processes.ts';
import { addWallet } from './sync.ts';

const WALLETS = 6;

/** Synchronises wallets of this exchange once, all concurrently. */
export async function measureLongResponses(installation: Installation): Promise<Measurement[]> {
  reportProgress('synchronisation: long responses');
  const command = makeCommand('long-response-exchange.ts');
  const exchange = await startServer(command, { core: LOAD_CORE });
  const { projectId } = installation.addTenant();
  await installation.withStore(async (store) => {
    const config = readConfig(installation.env, installation.folder);
    const masterKey = await loadMasterKey(config, store, randomBytes);
    for (let index = 0; index < WALLETS; index += 1) {
      const credentials = { apiKey: `key-${index}`, secret: 'secret' };
      await addWallet({ projectId, store, masterKey }, 'binance', credentials);
    }
  });
  const env = {
    ...installation.env,
    TELLER_EXCHANGE_PROXY_URL: exchange.url,
    TELLER_EXCHANGE_THROTTLE: 'off',
  };
  const options = { core: SERVER_CORE, env, quiet: true };
  const peak = await watchPeak(startProcess([TELLER, 'sync', '--once', '--json'], options));
  await stop(exchange.process);
  const name = `sync process, most resident, ${WALLETS} wallets of an exchange with responses of 15.5 MB`;
  return [makeFigure(name, peak, 'MB', atMost(400))];
}

/** Returns the most memory in MB that a process had resident until its end. */
async function watchPeak(child: ChildProcess): Promise<number | undefined> {
  let peak: number | undefined;
  while (child.exitCode === null && child.signalCode === null) {
    peak = peakMegabytes(child) ?? peak;
    await sleep(50);
  }
  return peak;
}
