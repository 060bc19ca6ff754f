/**
 * Writes what the installed ccxt says about exchanges that are not certified: the requests of all but regions (`exchanges.json`), and the
 * home pages (`exchange-sites.json`), `npm run exchanges`. With `--check` it writes nothing, and exits with 1 if a file is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

import { REGIONS } from '../src/exchanges/regions.ts';
import { deriveExchanges } from './derive-exchanges.ts';

const regions = new Set(REGIONS.map(({ name }) => name));
const derived = await deriveExchanges();
const files = {
  'best-effort/exchanges.json': derived
    .map(([exchange]) => exchange)
    .filter(({ name }) => !regions.has(name)),
  'exchange-sites.json': Object.fromEntries(derived.map(([{ name }, site]) => [name, site])),
};
for (const [name, content] of Object.entries(files)) {
  const path = new URL(`../src/exchanges/${name}`, import.meta.url);
  if (!process.argv.includes('--check')) {
    writeFileSync(path, `${JSON.stringify(content, undefined, 2)}\n`);
  } else if (!isDeepStrictEqual(JSON.parse(readFileSync(path, 'utf8')), content)) {
    process.stderr.write(`${name} is not derived from the installed ccxt: npm run exchanges\n`);
    process.exitCode = 1;
  }
}
