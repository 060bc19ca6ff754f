import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import { RoutedExchange } from '../routed/routed-exchange.ts';
import type { Simulation } from '../simulation.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { BITVAVO_API } from './api.ts';
import { generateBitvavoHistory } from './history.ts';

/** Bitvavo, simulated. */
export const BITVAVO: Simulation<RoutedTruthRow, RoutedHistoryOptions> = {
  open: (conditions) => new RoutedExchange(BITVAVO_API, conditions),
  generateHistory: generateBitvavoHistory,
  makeCredentials: () => ({ apiKey: 'bitvavo-key', secret: 'bitvavo-secret' }),
  largeHistory: { count: 300, burst: 1300, crowd: 900, traps: { identicalPairs: 20 } },
  networks: { tron: 'TRX', closed: 'EUR SEPA', maxWithdrawal: null },
  optionalPaths: /account\/history/,
  emptyResponse: {},
};
