import { readdirSync } from 'node:fs';

import type { ExchangeSample } from './exchange-sample.ts';

const FOLDER = new URL('./samples/', import.meta.url);

/** Loads the samples of `samples/`, one file for each exchange, by ccxt's id of the exchange. */
export async function loadSamples(): Promise<Readonly<Record<string, ExchangeSample>>> {
  const names = readdirSync(FOLDER).map((file) => file.replace(/\.ts$/, ''));
  const entries = names.toSorted().map(async (name) => {
    const module = (await import(new URL(`${name}.ts`, FOLDER).href)) as { sample: ExchangeSample };
    return [name, module.sample] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
