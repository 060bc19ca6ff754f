import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import { RoutedExchange } from '../routed/routed-exchange.ts';
import type { Simulation } from '../simulation.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { HTX_API } from './api.ts';
import { generateHtxHistory } from './history.ts';

/** HTX, simulated. */
export const HTX: Simulation<RoutedTruthRow, RoutedHistoryOptions> = {
  open: (conditions) => new RoutedExchange(HTX_API, conditions),
  generateHistory: generateHtxHistory,
  makeCredentials: () => ({ apiKey: 'htx-key', secret: 'htx-secret' }),
  largeHistory: { count: 400, burst: 1200, crowd: 600 },
  networks: { tron: 'trc20usdt', closed: 'ETH arbieth', maxWithdrawal: '5000000' },
  optionalPaths: null,
  emptyResponse: { code: 200, status: 'ok', data: {} },
};
