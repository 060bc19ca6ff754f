import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import { RoutedExchange } from '../routed/routed-exchange.ts';
import type { Simulation } from '../simulation.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { BYBIT_API } from './api.ts';
import { generateBybitHistory } from './history.ts';

/** Bybit, simulated. */
export const BYBIT: Simulation<RoutedTruthRow, RoutedHistoryOptions> = {
  open: (conditions) => new RoutedExchange(BYBIT_API, conditions),
  generateHistory: generateBybitHistory,
  makeCredentials: () => ({ apiKey: 'bybit-key', secret: 'bybit-secret' }),
  largeHistory: { count: 300, burst: 1100, crowd: 120 },
  networks: { tron: 'TRX', closed: 'ETH ARBI', maxWithdrawal: '5000000' },
  optionalPaths: /query-inter-transfer-list|fundinghistory/,
  emptyResponse: { retCode: 0, result: {} },
};
