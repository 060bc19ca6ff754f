import type { KrakenHistoryOptions } from './history-options.ts';
import type { Simulation } from '../simulation.ts';
import type { KrakenTruthRow } from '../truth.ts';
import { SimulatedKraken } from './api.ts';
import { generateKrakenHistory } from './history.ts';

/** Kraken, simulated. */
export const KRAKEN: Simulation<KrakenTruthRow, KrakenHistoryOptions> = {
  open: (conditions) => new SimulatedKraken(conditions),
  generateHistory: generateKrakenHistory,
  makeCredentials: () => ({
    apiKey: 'kraken-key',
    secret: Buffer.alloc(64, 7).toString('base64'),
  }),
  largeHistory: { count: 400, burst: 1200, traps: { reversed: 2 } },
  networks: null,
  optionalPaths: null,
  emptyResponse: { error: [], result: {} },
};
