/** Runs the simulated exchanges until a stop signal: `npm run simulator`. */
import { parseArgs } from 'node:util';

import { listenForStop, whenStopped } from '../src/cli/stop-signal.ts';
import type { Keys } from '../simulator/catalogue.ts';
import { readInteger } from './arguments.ts';
import { startExchanges } from './simulated-accounts.ts';

const HELP = `Usage: npm run simulator -- [options]

Runs the simulated exchanges on 127.0.0.1, with an account at each.

Options:
  --port <port>    default: 8090; 0 is any free port
  --rows <count>   transactions of each account (default: 500)
  --rate-limits    refuse too many requests, as the exchanges do
  --json           print the URL and the keys as one JSON value
  --help
`;
const PORT_MAX = 65_535;
const ROWS_MAX = 100_000;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8090' },
    rows: { type: 'string', default: '500' },
    'rate-limits': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else await run();

async function run(): Promise<void> {
  const stop = listenForStop();
  const { simulator, keys } = await startExchanges({
    port: readInteger('--port', values.port, 0, PORT_MAX),
    rows: readInteger('--rows', values.rows, 1, ROWS_MAX),
    rateLimits: values['rate-limits'],
  });
  const { url } = simulator;
  process.stdout.write(values.json ? `${JSON.stringify({ url, keys })}\n` : describe(url, keys));
  await whenStopped(stop);
  await simulator.close();
}

function describe(url: string, keys: Keys): string {
  const accounts = Object.entries(keys).map(
    ([exchange, key]) => `  ${exchange.padEnd(10)} ${JSON.stringify(key)}`,
  );
  return [
    `The simulated exchanges listen on ${url}`,
    '',
    'Commands and services use them with:',
    `  export TELLER_EXCHANGE_PROXY_URL=${url} TELLER_EXCHANGE_THROTTLE=off`,
    '',
    'Their accounts; teller wallet add reads such a key as JSON:',
    ...accounts,
    '',
    'Ctrl-C ends them.',
    '',
  ].join('\n');
}
