import type { LedgerKind } from '../routed/ledger.ts';
import type { RoutedSource, TruthStatus } from '../truth.ts';

const WITHDRAWAL: Readonly<Record<string, TruthStatus>> = {
  success: 'completed',
  BlockchainConfirmed: 'completed',
  Pending: 'pending',
  SecurityCheck: 'pending',
  MoreInformationRequired: 'pending',
  HighValueReviewPending: 'pending',
  HighValueReviewEDDSubmission: 'pending',
  CancelByUser: 'canceled',
  Reject: 'failed',
  Fail: 'failed',
  HighValueReviewRejected: 'failed',
  HighValueReviewRejectedRfunding: 'failed',
  HighValueReviewRejectedRefunded: 'failed',
  Unknown: 'unknown',
};

/** The meanings of Bybit's codes. Source: Bybit v5, "Enums", "Get Internal Deposit Records". */
export const BYBIT_STATUSES: Readonly<Record<RoutedSource, Readonly<Record<string, TruthStatus>>>> =
  {
    deposit: {
      '0': 'unknown',
      '1': 'pending',
      '2': 'pending',
      '3': 'completed',
      '4': 'failed',
      '7': 'pending',
      '10011': 'pending',
      '10012': 'completed',
      '70011': 'failed',
      '70012': 'completed',
    },
    'internal-deposit': { '1': 'pending', '2': 'completed', '3': 'failed' },
    withdrawal: WITHDRAWAL,
    'internal-withdrawal': { Pending: 'pending', success: 'completed', Reject: 'failed' },
  };

/** Separates the entries of the funding account's history from transfers. */
export const FUNDING_CODE = 'fundingAccountRecord';

/**
 * Entries of the funding account's history: type, description and direction. Source: Bybit v5, "Funding Account
 * Transaction History"; it also contains what other lists contain.
 */
export const FUNDING_KINDS: readonly LedgerKind[] = (
  [
    ['Earn FlexSavingInterestDistribution I', 'reward'],
    ['TypeDeposit TypeDeposit I', null],
    ['Airdrop AirdropBonus I', 'reward'],
    ['Convert Convert I', null],
    ['Fiat P2PSale O', 'debit'],
    ['TransferOut Transfer2TradingAccount O', null],
    ['TransferIn TransferFromSubAccount I', 'transfer_in'],
    ['TypeWithdraw Withdraw O', null],
  ] as const
).map(([words, kind]) => ({
  code: `${FUNDING_CODE} ${words}`,
  kind: kind ?? 'other',
  listed: kind !== null,
}));

/**
 * Transfers between the accounts of one user: from, to and status.
 * Source: Bybit v5, "Get Internal Transfer Records".
 */
export const TRANSFER_KINDS: readonly LedgerKind[] = [
  { code: 'FUND UNIFIED SUCCESS', kind: 'transfer_out', listed: true },
  { code: 'UNIFIED FUND SUCCESS', kind: 'transfer_in', listed: true },
  { code: 'FUND CONTRACT FAILED', kind: 'transfer_out', listed: true, status: 'failed' },
  { code: 'SPOT FUND PENDING', kind: 'transfer_in', listed: true, status: 'pending' },
];
