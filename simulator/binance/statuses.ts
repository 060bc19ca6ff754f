import type { TruthStatus } from '../truth.ts';

/**
 * What Binance's deposit codes mean. 6 is credited (though locked for withdrawal for a while), 7 is
 * a wrong deposit, 8 waits for the user's confirmation, 2 is rejected.
 * Source: Binance Wallet API, "Deposit History".
 */
export const DEPOSIT_STATUSES: Readonly<Record<string, TruthStatus>> = {
  '0': 'pending',
  '1': 'completed',
  '2': 'failed',
  '6': 'completed',
  '7': 'failed',
  '8': 'pending',
};

/** What Binance's withdrawal codes mean. Source: Binance Wallet API, "Withdraw History". */
export const WITHDRAWAL_STATUSES: Readonly<Record<string, TruthStatus>> = {
  '0': 'pending',
  '1': 'canceled',
  '2': 'pending',
  '3': 'failed',
  '4': 'pending',
  '5': 'failed',
  '6': 'completed',
};

/**
 * What Binance's fiat order statuses mean. Source: Binance Fiat API, "Deposit/Withdraw History".
 */
export const FIAT_STATUSES: Readonly<Record<string, TruthStatus>> = {
  Processing: 'pending',
  Failed: 'failed',
  Successful: 'completed',
  Finished: 'completed',
};

/** A code that no documentation lists; it should be reported as unknown. */
export const UNDOCUMENTED_CODE = '23';
