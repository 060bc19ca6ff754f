import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import { RoutedExchange } from '../routed/routed-exchange.ts';
import type { Simulation } from '../simulation.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { GATE_API } from './api.ts';
import { generateGateHistory } from './history.ts';

/** Gate, simulated. */
export const GATE: Simulation<RoutedTruthRow, RoutedHistoryOptions> = {
  open: (conditions) => new RoutedExchange(GATE_API, conditions),
  generateHistory: generateGateHistory,
  makeCredentials: () => ({ apiKey: 'gate-key', secret: 'gate-secret' }),
  largeHistory: { count: 300, burst: 900, crowd: 600 },
  networks: { tron: 'TRX', closed: 'ETH ARBEVM', maxWithdrawal: '5000000' },
  optionalPaths: /account_book/,
  emptyResponse: {},
};
