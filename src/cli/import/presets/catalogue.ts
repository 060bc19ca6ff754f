import type { PresetName } from '../../../domain/import-options.ts';
import { BINANCE_LAYOUTS } from './binance.ts';
import { BITSTAMP_LAYOUTS } from './bitstamp.ts';
import { BITVAVO_LAYOUTS } from './bitvavo.ts';
import { COINBASE_LAYOUTS } from './coinbase.ts';
import type { ExportLayout } from './export-layout.ts';
import { KRAKEN_LAYOUTS } from './kraken.ts';

/** The layouts of each exchange; the first one whose columns are all in the header is used. */
export const PRESETS: Readonly<Record<PresetName, readonly ExportLayout[]>> = {
  binance: BINANCE_LAYOUTS,
  bitstamp: BITSTAMP_LAYOUTS,
  bitvavo: BITVAVO_LAYOUTS,
  coinbase: COINBASE_LAYOUTS,
  kraken: KRAKEN_LAYOUTS,
};
