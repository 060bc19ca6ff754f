import type { CcxtExchange } from '../client/ccxt-instance.ts';
import type { UnifiedRow } from './rows.ts';

type Rows = readonly UnifiedRow[];

/** The parts of ccxt's base class that are used or replaced here. */
export interface UnifiedExchange extends CcxtExchange {
  accounts: unknown;
  requiredCredentials: Record<string, boolean>;
  setMarkets: (markets: readonly unknown[], currencies: object) => unknown;
  currency: (code: string) => unknown;
  loadMarkets: () => Promise<object>;
  loadAccounts: () => Promise<unknown>;
  currencies: object;
  currencies_by_id: Record<string, unknown>;
  parseBalance: (response: unknown, ...rest: readonly unknown[]) => unknown;
  parseTransaction: (row: unknown, currency?: unknown) => UnifiedRow;
  parseTransactions: (rows: unknown, currency?: unknown, ...rest: readonly unknown[]) => Rows;
  filterBySinceLimit: (rows: Rows) => Rows;
  filterByValueSinceLimit: (rows: Rows, field: string, value?: unknown) => Rows;
  fetchBalance: (...args: readonly unknown[]) => Promise<unknown>;
  fetchCurrencies: (...args: readonly unknown[]) => Promise<unknown>;
  implodeParams: (path: string, parameters: object) => string;
  /** Only Hyperliquid's class has this method. */
  extractTypeFromDelta?: (updates: readonly unknown[]) => unknown;
  parsePrecision: (precision: unknown) => unknown;
  safeBalance: (balance: object) => object;
}
