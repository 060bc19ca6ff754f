/** Runs the simulated exchanges until a stop signal: `npm run simulator`. */
import { Command } from 'commander';

import { readPort } from '../src/cli/option-values.ts';
import { listenForStop, whenStopped } from '../src/cli/stop-signal.ts';
import type { Keys } from '../simulator/catalogue.ts';
import { integerFrom } from './arguments.ts';
import { type ExchangesOptions, startExchanges } from './simulated-accounts.ts';

const options = new Command('npm run simulator --')
  .description('Runs the simulated exchanges on 127.0.0.1, with an account at each.')
  .option('--port <port>', '0 is any free port', readPort, 8090)
  .option('--rows <count>', 'transactions of each account', integerFrom(1), 500)
  .option('--rate-limits', 'refuse too many requests, as the exchanges do', false)
  .option('--json', 'print the URL and the keys as one JSON value')
  .parse()
  .opts<ExchangesOptions & { readonly json?: true }>();

const stop = listenForStop();
const { simulator, keys } = await startExchanges(options);
const { url } = simulator;
process.stdout.write(options.json ? `${JSON.stringify({ url, keys })}\n` : describe(url, keys));
await whenStopped(stop);
await simulator.close();

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
