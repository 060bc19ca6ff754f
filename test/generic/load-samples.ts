import { readdirSync } from 'node:fs';

import type { VenueSample } from './venue-sample.ts';

const FOLDER = new URL('./samples/', import.meta.url);

/** Loads the samples of `samples/`, one file for each venue, by ccxt's id of the venue. */
export async function loadSamples(): Promise<Readonly<Record<string, VenueSample>>> {
  const names = readdirSync(FOLDER).map((file) => file.replace(/\.ts$/, ''));
  const entries = names.toSorted().map(async (name) => {
    const module = (await import(new URL(`${name}.ts`, FOLDER).href)) as { sample: VenueSample };
    return [name, module.sample] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
