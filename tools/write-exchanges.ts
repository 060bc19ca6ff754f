/**
 * Writes `exchanges.json` from the installed ccxt: `npm run exchanges`. With `--check` it writes nothing, and exits
 * with 1 if the file is out of date.
 */
import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

import { BEST_EFFORT_EXCHANGES } from '../src/exchanges/best-effort/exchanges.ts';
import { deriveExchanges } from './derive-exchanges.ts';

const exchanges = await deriveExchanges();
if (!process.argv.includes('--check')) {
  writeFileSync(
    new URL('../src/exchanges/best-effort/exchanges.json', import.meta.url),
    `${JSON.stringify(exchanges, undefined, 2)}\n`,
  );
} else if (!isDeepStrictEqual(BEST_EFFORT_EXCHANGES, exchanges)) {
  process.stderr.write(
    'exchanges.json is not derived from the installed ccxt; run: npm run exchanges\n',
  );
  process.exitCode = 1;
}
