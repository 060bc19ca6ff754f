export { generateBinanceHistory } from './binance/generate.ts';
export type { BinanceHistoryOptions, BinanceTraps } from './binance/history-options.ts';
export { generateKrakenHistory } from './kraken/generate.ts';
export type { KrakenHistoryOptions, KrakenTraps } from './kraken/history-options.ts';
export { generateBybitHistory } from './bybit/history.ts';
export { generateOkxHistory } from './okx/history.ts';
export type { RoutedHistoryOptions, RoutedTraps } from './routed/history-options.ts';
export type * from './truth.ts';
export { stateAt, toldAt } from './truth.ts';
