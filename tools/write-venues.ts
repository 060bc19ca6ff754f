/**
 * Writes `venues.json` from the installed ccxt: `npm run venues`. With `--check` it writes nothing, and exits
 * with 1 if the file is out of date.
 */
import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

import { VENUES } from '../src/exchanges/generic/venues.ts';
import { deriveVenues } from './derive-venues.ts';

const venues = await deriveVenues();
if (!process.argv.includes('--check')) {
  writeFileSync(
    new URL('../src/exchanges/generic/venues.json', import.meta.url),
    `${JSON.stringify(venues, undefined, 2)}\n`,
  );
} else if (!isDeepStrictEqual(VENUES, venues)) {
  process.stderr.write('venues.json is not derived from the installed ccxt; run: npm run venues\n');
  process.exitCode = 1;
}
