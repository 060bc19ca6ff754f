import type { StatusTable } from '../../mapping/status-table.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** `TicketStatus` (apidoc.ndax.io, GetDeposits and GetWithdraws). */
const COMMON: StatusTable = {
  New: 'pending',
  AdminProcessing: 'pending',
  Accepted: 'pending',
  Rejected: 'failed',
  SystemProcessing: 'pending',
  FullyProcessed: 'completed',
  Failed: 'failed',
  Pending: 'pending',
  Confirmed: 'pending',
  AmlProcessing: 'pending',
  AmlAccepted: 'pending',
  AmlRejected: 'failed',
  AmlFailed: 'failed',
  LimitsAccepted: 'pending',
  LimitsRejected: 'failed',
};

export const ndax: ExchangeTraits = {
  openedIn: 2018,
  numbersAssets: 'history and balances',
  withdrawable: { account: 'account', source: null },
  rows: {
    // A JSON text in the row has the time of submission; the row itself has the time of the last change.
    createdAt: ['TimeSubmitted', 'CreatedTimestamp', 'LastUpdateTimeStamp'],
    sender: ['FromAddress'],
    status: {
      field: 'TicketStatus',
      deposits: COMMON,
      withdrawals: {
        ...COMMON,
        Pending2Fa: 'pending',
        AutoAccepted: 'pending',
        Delayed: 'pending',
        UserCanceled: 'canceled',
        AdminCanceled: 'canceled',
        Submitted: 'pending',
        ManuallyConfirmed: 'pending',
        Confirmed2Fa: 'pending',
      },
    },
  },
};
