/**
 * Writes what the installed ccxt says about best-effort exchanges: their requests (`exchanges.json`) and their home pages
 * (`exchange-sites.json`), `npm run exchanges`. With `--check` it writes nothing, and exits with 1 if a file is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

import ccxt from 'ccxt';

import { deriveExchanges } from './derive-exchanges.ts';

const FOLDER = new URL('../src/exchanges/', import.meta.url);
const classes = ccxt as unknown as Record<string, new () => { urls: { www: string } }>;

const exchanges = await deriveExchanges();
const sites = exchanges.map(({ name }) => [name, readSite(name)]);
const files = {
  'best-effort/exchanges.json': exchanges,
  'exchange-sites.json': Object.fromEntries(sites) as unknown,
};
for (const [name, content] of Object.entries(files)) {
  const path = new URL(name, FOLDER);
  if (!process.argv.includes('--check')) {
    writeFileSync(path, `${JSON.stringify(content, undefined, 2)}\n`);
  } else if (!isDeepStrictEqual(JSON.parse(readFileSync(path, 'utf8')), content)) {
    process.stderr.write(`${name} is not derived from the installed ccxt: npm run exchanges\n`);
    process.exitCode = 1;
  }
}

/** Returns the home page of an exchange. */
function readSite(name: string): string {
  const Exchange = classes[name];
  if (Exchange === undefined) throw new Error(`ccxt has no exchange ${name}`);
  return new Exchange().urls.www;
}
