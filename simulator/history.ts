import type { BinanceHistoryOptions } from './binance/history-options.ts';
import { generateBinanceHistory } from './binance/generate.ts';
import type { BinanceTruthRow, History } from './truth.ts';

export { generateBinanceHistory };
export type { BinanceHistoryOptions };
export type * from './truth.ts';
export { stateAt, toldAt } from './truth.ts';
export type BinanceHistory = History<BinanceTruthRow>;
