import type { TruthStatus } from '../truth.ts';

/**
 * The meanings of Binance's deposit codes. 6 is credited, but locked against withdrawal for a while; 7 is a
 * wrong deposit; 8 waits for the user's confirmation; 2 is rejected. Source: Binance Wallet API, "Deposit
 * History".
 */
export const DEPOSIT_STATUSES: Readonly<Record<string, TruthStatus>> = {
  '0': 'pending',
  '1': 'completed',
  '2': 'failed',
  '6': 'completed',
  '7': 'failed',
  '8': 'pending',
};

/** The meanings of Binance's withdrawal codes. Source: Binance Wallet API, "Withdraw History". */
export const WITHDRAWAL_STATUSES: Readonly<Record<string, TruthStatus>> = {
  '0': 'pending',
  '1': 'canceled',
  '2': 'pending',
  '3': 'failed',
  '4': 'pending',
  '5': 'failed',
  '6': 'completed',
};

/** The meanings of Binance's fiat order statuses. Source: Binance Fiat API, "Deposit/Withdraw History". */
export const FIAT_STATUSES: Readonly<Record<string, TruthStatus>> = {
  Processing: 'pending',
  Failed: 'failed',
  Successful: 'completed',
  Finished: 'completed',
};

/** A code that no documentation lists; it should be reported as unknown. */
export const UNDOCUMENTED_CODE = '23';
