import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { Simulation } from '../simulation.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { SimulatedBitstamp } from './api.ts';
import { generateBitstampHistory } from './history.ts';

/** Bitstamp, simulated. */
export const BITSTAMP: Simulation<RoutedTruthRow, RoutedHistoryOptions> = {
  open: (conditions) => new SimulatedBitstamp(conditions),
  generateHistory: generateBitstampHistory,
  makeCredentials: () => ({ apiKey: 'bitstamp-key', secret: 'bitstamp-secret' }),
  largeHistory: { count: 300, burst: 1300, crowd: 1100 },
  networks: { tron: 'tron', closed: 'ETH arbitrum', maxWithdrawal: null },
  optionalPaths: null,
  emptyResponse: {},
};
