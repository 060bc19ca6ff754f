import type { BinanceHistoryOptions } from './history-options.ts';
import type { Simulation } from '../simulation.ts';
import type { BinanceTruthRow } from '../truth.ts';
import { SimulatedBinance } from './api.ts';
import { generateBinanceHistory } from './history.ts';

/** Binance, simulated. */
export const BINANCE: Simulation<BinanceTruthRow, BinanceHistoryOptions> = {
  open: (conditions) => new SimulatedBinance(conditions),
  generateHistory: generateBinanceHistory,
  makeCredentials: () => ({ apiKey: 'binance-key', secret: 'binance-secret' }),
  largeHistory: { count: 400, burst: 1200, fiatOrders: 40 },
  networks: { tron: 'TRX', closed: 'BTC BSC', maxWithdrawal: '10000000' },
  optionalPaths: /sapi\/v1\/asset/,
  emptyResponse: {},
};
