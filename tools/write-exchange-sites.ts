/**
 * Writes `exchange-sites.json`, the home pages of exchanges without a guide of their own, from the installed
 * ccxt: `npm run sites`. With `--check` it writes nothing, and exits with 1 if the file is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';

import ccxt from 'ccxt';

import { EXCHANGE_CATALOGUE } from '../src/exchanges/catalogue.ts';

const FILE = new URL('../src/exchanges/exchange-sites.json', import.meta.url);

const exchanges = ccxt as unknown as Record<string, new () => { urls: { www: string } }>;
const sites = EXCHANGE_CATALOGUE.filter(({ facts }) => !facts.certified).map(({ name }) => {
  const Exchange = exchanges[name];
  if (Exchange === undefined) throw new Error(`ccxt has no exchange ${name}`);
  return [name, new Exchange().urls.www] as const;
});
const text = `${JSON.stringify(Object.fromEntries(sites), undefined, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  process.stderr.write(
    'exchange-sites.json is not derived from the installed ccxt; run: npm run sites\n',
  );
  process.exitCode = 1;
}
