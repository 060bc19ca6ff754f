import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import { RoutedExchange } from '../routed/routed-exchange.ts';
import type { Simulation } from '../simulation.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { OKX_API } from './api.ts';
import { generateOkxHistory } from './history.ts';

/** OKX, simulated. */
export const OKX: Simulation<RoutedTruthRow, RoutedHistoryOptions> = {
  open: (conditions) => new RoutedExchange(OKX_API, conditions),
  generateHistory: generateOkxHistory,
  makeCredentials: () => ({ apiKey: 'okx-key', secret: 'okx-secret', password: 'okx-passphrase' }),
  largeHistory: { count: 400, burst: 1200, crowd: 90 },
  networks: { tron: 'USDT-TRC20', closed: 'ETH ETH-Arbitrum One', maxWithdrawal: '5000000' },
  optionalPaths: /bills/,
  emptyResponse: { code: '0', data: {} },
};
