import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import { RoutedExchange } from '../routed/routed-exchange.ts';
import type { Simulation } from '../simulation.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { CRYPTOCOM_API } from './api.ts';
import { generateCryptoComHistory } from './history.ts';

/** Crypto.com, simulated. */
export const CRYPTOCOM: Simulation<RoutedTruthRow, RoutedHistoryOptions> = {
  open: (conditions) => new RoutedExchange(CRYPTOCOM_API, conditions),
  generateHistory: generateCryptoComHistory,
  makeCredentials: () => ({ apiKey: 'cryptocom-key', secret: 'cryptocom-secret' }),
  largeHistory: { count: 300, burst: 1300, crowd: 450 },
  networks: { tron: 'TRON', closed: 'ETH ARB', maxWithdrawal: null },
  optionalPaths: /get-transactions|get-reward-history/,
  emptyResponse: { code: 0, result: {} },
};
