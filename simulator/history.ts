export { generateBinanceHistory } from './binance/generate.ts';
export type { BinanceHistoryOptions, BinanceTraps } from './binance/history-options.ts';
export { generateKrakenHistory } from './kraken/generate.ts';
export type { KrakenHistoryOptions, KrakenTraps } from './kraken/history-options.ts';
export type * from './truth.ts';
export { stateAt, toldAt } from './truth.ts';
