/**
 * Runs everything for development until a stop signal: `npm run dev`. Simulated exchanges, the service, which restarts when
 * a source changes, and the explorer, which vite reloads. Database, keys and ports remain the same, so open pages keep
 * working. All data is in `.dev/`; remove it to begin again.
 */
import { watch } from 'node:fs';
import { parseArgs } from 'node:util';

import { createServer, type ViteDevServer } from 'vite';

import { listenForStop, whenStopped } from '../src/cli/stop-signal.ts';
import { readInteger } from './arguments.ts';
import { type DevInstallation, openInstallation, ROOT } from './dev-installation.ts';
import { DevService } from './dev-service.ts';
import { startExchanges } from './simulated-accounts.ts';

const HELP = `Usage: npm run dev -- [options]

Runs simulated exchanges, the service and the explorer, and reloads them when a source changes.
The data is in .dev/; remove it to begin again.

Options:
  --port <port>            of the service (default: 8080)
  --manage-port <port>     of the management API (default: 8081)
  --explorer-port <port>   of the explorer (default: 5173)
  --simulator-port <port>  of the simulated exchanges (default: 8090)
  --help
`;
const PORT_MAX = 65_535;
const ROWS = 300;
/** An editor writes several files at once. */
const DEBOUNCE_MS = 200;
const HOST = '127.0.0.1';

interface Ports {
  readonly service: number;
  readonly manage: number;
  readonly explorer: number;
  readonly simulator: number;
}

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8080' },
    'manage-port': { type: 'string', default: '8081' },
    'explorer-port': { type: 'string', default: '5173' },
    'simulator-port': { type: 'string', default: '8090' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else await run(readPorts());

function readPorts(): Ports {
  const read = (name: Exclude<keyof typeof values, 'help'>): number =>
    readInteger(`--${name}`, values[name], 1, PORT_MAX);
  return {
    service: read('port'),
    manage: read('manage-port'),
    explorer: read('explorer-port'),
    simulator: read('simulator-port'),
  };
}

async function run(ports: Ports): Promise<void> {
  const stop = listenForStop();
  const installation = await openInstallation(`http://${HOST}:${ports.simulator}/`);
  const { simulator } = await startExchanges({
    port: ports.simulator,
    rows: ROWS,
    rateLimits: false,
    keys: installation.keys,
  });
  const service = new DevService(ports, installation.env);
  const explorer = await startExplorer(ports);
  try {
    service.start();
    await service.whenReady(stop);
    process.stdout.write(describe(ports, installation));
    const watching = watchSources(() => void restart(service, stop));
    await whenStopped(stop);
    watching.close();
  } finally {
    await Promise.all([service.stop(), explorer.close(), simulator.close()]);
  }
}

async function restart(service: DevService, stop: AbortSignal): Promise<void> {
  const startedMs = performance.now();
  await service.stop();
  if (stop.aborted) return;
  service.start();
  await service.whenReady(stop);
  process.stdout.write(
    `Restarted the service in ${Math.round(performance.now() - startedMs)} ms\n`,
  );
}

/** The explorer by vite, which sends requests to the service or the management API. */
async function startExplorer({ explorer, service, manage }: Ports): Promise<ViteDevServer> {
  const target = `http://${HOST}:${service}`;
  const server = await createServer({
    configFile: `${ROOT}/explorer/vite.config.ts`,
    clearScreen: false,
    server: {
      host: HOST,
      port: explorer,
      strictPort: true,
      proxy: {
        '^/v0/wallet/': target,
        '/v0': `http://${HOST}:${manage}`,
        '/openapi.json': target,
      },
    },
  });
  return server.listen();
}

/** Calls `onChange` soon after sources have changed. */
function watchSources(onChange: () => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(`${ROOT}/src`, { recursive: true }, (_event, file) => {
    if (file?.endsWith('.test.ts') === true) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, DEBOUNCE_MS);
  });
  return {
    close: () => {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

function describe(ports: Ports, { tenant, walletId, manageKey }: DevInstallation): string {
  const { apiKey, orgId, projectId } = tenant;
  const credentials = new URLSearchParams({ apiKey, orgId, projectId, walletId });
  return [
    '',
    `The explorer:        http://${HOST}:${ports.explorer}/#connect?${credentials.toString()}`,
    `All wallets:         http://${HOST}:${ports.explorer}/operator.html, key ${manageKey}`,
    `The service:         http://${HOST}:${ports.service}`,
    `The management API:  http://${HOST}:${ports.manage}`,
    `Simulated exchanges: http://${HOST}:${ports.simulator}/`,
    `Commands:            . .dev/environment; bin/teller wallet list`,
    'Changes in src/ restart the service, and those in explorer/ reload the page. Ctrl-C ends everything.',
    '',
  ].join('\n');
}
