/**
 * The parts of a wallet's history by exchange, as coverage is kept under them: what was left out is
 * what is missing there, and an account cannot be asked without loading an exchange library.
 */
const HISTORY_SOURCES: Readonly<Record<string, readonly string[]>> = {
  binance: ['deposits', 'withdrawals', 'fiat-deposits', 'fiat-withdrawals'],
  kraken: ['ledgers'],
};

/** Names of the sources of an exchange; none where the exchange is not known. */
export function listHistorySources(exchange: string): readonly string[] {
  return HISTORY_SOURCES[exchange] ?? [];
}
