import type { TransactionType } from '../../../domain/transaction.ts';
import { type RawRow, readText, requireText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { feeAt, rowsAt } from '../reader-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** `status`; an `Advanced` deposit is credited before the bank has settled it. */
const STATUSES: StatusTable = { Advanced: 'completed', Complete: 'completed', Pending: 'pending' };

/** `type`, other than deposits and withdrawals. */
const TYPES: Readonly<Record<string, TransactionType>> = {
  Reward: 'reward',
  AdminCredit: 'credit',
  AdminDebit: 'debit',
};

/**
 * Transfers between accounts of the same user: "If the transfer is an internal transfer between subaccounts the method
 * field will return Internal" (docs.gemini.com, List Past Transfers).
 */
const INTERNAL_TYPES: Readonly<Record<string, TransactionType>> = {
  Deposit: 'transfer_in',
  Withdrawal: 'transfer_out',
};

function readType(row: RawRow): TransactionType | null {
  const types = row['method'] === 'Internal' ? { ...TYPES, ...INTERNAL_TYPES } : TYPES;
  return types[String(row['type'])] ?? null;
}

export const gemini: ExchangeTraits = {
  // Transfers: "restricted further than our standard rate limiting to a rate of 1 request per 5 seconds per subaccount"
  // (docs.gemini.com, List Past Transfers). Few other requests are sent.
  keyRequestMs: 5000,
  // docs.gemini.com, Error codes. The message of ccxt does not contain the reason.
  errorCodes: {
    'to assign one of these roles': 'exchange_permission_denied', // MissingRole
    'IP Filtering Check': 'exchange_permission_denied', // ApiKeyIpFilteringFailure
  },
  openedIn: 2015,
  limit: 50,
  // With `timestamp`, the oldest rows after it are selected, else the newest rows. A response lists them
  // newest first.
  order: 'oldest-first',
  // A deposit that is credited in advance has a row (`Advanced`), and when the bank has settled it another one
  // (`Complete`), with its own `eid` and that of the first one as `advanceEid`. The parameter keeps the first one in the
  // list. Its default has changed to true (docs.gemini.com, List Past Transfers).
  request: { show_completed_deposit_advances: true },
  withdrawable: {
    account: 'exchange account',
    source: 'https://docs.gemini.com/rest/fund-management',
    reader: {
      rows: rowsAt(),
      coin: (row) => requireText(row, 'currency'),
      amount: (row) => requireText(row, 'availableForWithdrawal'),
    },
  },
  rows: {
    createdAt: ['timestampms'],
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
    feeOf: feeAt('feeAmount', 'feeCurrency'),
    isRepeated: (row) => readText(row, 'advanceEid') !== null,
    type: readType,
  },
  key: 'an account key with the role of an auditor',
};
