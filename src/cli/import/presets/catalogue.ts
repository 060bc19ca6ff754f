import { BINANCE_LAYOUTS } from './binance.ts';
import { BITSTAMP_LAYOUTS } from './bitstamp.ts';
import { BITVAVO_LAYOUTS } from './bitvavo.ts';
import { COINBASE_LAYOUTS } from './coinbase.ts';
import type { ExportLayout } from './export-layout.ts';
import { KRAKEN_LAYOUTS } from './kraken.ts';

/** The names of `--preset`: exchanges, by ccxt's ids. */
export const PRESET_NAMES = ['binance', 'bitstamp', 'bitvavo', 'coinbase', 'kraken'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

/** The layouts of each exchange; the first one whose columns are all in the header is used. */
export const PRESETS: Readonly<Record<PresetName, readonly ExportLayout[]>> = {
  binance: BINANCE_LAYOUTS,
  bitstamp: BITSTAMP_LAYOUTS,
  bitvavo: BITVAVO_LAYOUTS,
  coinbase: COINBASE_LAYOUTS,
  kraken: KRAKEN_LAYOUTS,
};
