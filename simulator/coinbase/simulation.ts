import { generateKeyPairSync } from 'node:crypto';

import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { Simulation } from '../simulation.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { SimulatedCoinbase } from './api.ts';
import { generateCoinbaseHistory } from './history.ts';

/** Coinbase, simulated. */
export const COINBASE: Simulation<RoutedTruthRow, RoutedHistoryOptions> = {
  open: (conditions) => new SimulatedCoinbase(conditions),
  generateHistory: generateCoinbaseHistory,
  makeCredentials: () => ({
    apiKey: 'organizations/org/apiKeys/coinbase-key',
    secret: makeEcKey(),
  }),
  largeHistory: { count: 400, burst: 1100, crowd: 120 },
  networks: null,
  optionalPaths: null,
  emptyResponse: {},
};

function makeEcKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ format: 'pem', type: 'sec1' }).toString();
}
