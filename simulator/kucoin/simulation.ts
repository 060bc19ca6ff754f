import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import { RoutedExchange } from '../routed/routed-exchange.ts';
import type { Simulation } from '../simulation.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { KUCOIN_API } from './api.ts';
import { generateKucoinHistory } from './history.ts';

/** KuCoin, simulated. */
export const KUCOIN: Simulation<RoutedTruthRow, RoutedHistoryOptions> = {
  open: (conditions) => new RoutedExchange(KUCOIN_API, conditions),
  generateHistory: generateKucoinHistory,
  makeCredentials: () => ({
    apiKey: 'kucoin-key',
    secret: 'kucoin-secret',
    password: 'kucoin-passphrase',
  }),
  largeHistory: {
    // Begins on KuCoin's first platform (V1), which has separate endpoints.
    fromMs: Date.UTC(2018, 2, 1),
    count: 400,
    burst: 1200,
    crowd: 600,
    traps: { identicalPairs: 20 },
  },
  networks: { tron: 'trx', closed: 'ETH arbitrum', maxWithdrawal: '5000000' },
  optionalPaths: /accounts\/ledgers/,
  emptyResponse: { code: '200000', data: {} },
};
