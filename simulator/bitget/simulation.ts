import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import { RoutedExchange } from '../routed/routed-exchange.ts';
import type { Simulation } from '../simulation.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { BITGET_API } from './api.ts';
import { generateBitgetHistory } from './history.ts';

/** Bitget, simulated. */
export const BITGET: Simulation<RoutedTruthRow, RoutedHistoryOptions> = {
  open: (conditions) => new RoutedExchange(BITGET_API, conditions),
  generateHistory: generateBitgetHistory,
  makeCredentials: () => ({
    apiKey: 'bitget-key',
    secret: 'bitget-secret',
    password: 'bitget-passphrase',
  }),
  largeHistory: { count: 300, burst: 900, crowd: 250 },
  networks: { tron: 'TRC20', closed: 'ETH ArbitrumOne', maxWithdrawal: null },
  optionalPaths: /account\/bills/,
  emptyResponse: { code: '00000', data: {} },
};
