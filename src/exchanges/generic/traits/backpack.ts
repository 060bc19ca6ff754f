import { type RawRow, readText, requireText } from '../../mapping/raw-row.ts';
import {
  entriesAt,
  joinCoinResponses,
  readLimit,
  readList,
  requireFlag,
  rowsAt,
} from '../reader-forms.ts';
import { byRows, endsAt, startsAt } from '../trait-forms.ts';
import type { VenueTraits } from '../venue-traits.ts';

/** "Blockchains" that are banks: what has one of these is a currency of a state. */
const BANKS: ReadonlySet<unknown> = new Set(['EqualsMoney', 'Banxa']);

/**
 * What can be withdrawn without borrowing and without redeeming what is lent, given the exposure of
 * the account; if the venue refuses to say it of an asset, which is then in quarantine, what is
 * available.
 */
function readMaximum(row: RawRow): string {
  const limit = (row['aboutCoin'] ?? {}) as RawRow;
  return readText(limit, 'maxWithdrawalQuantity') ?? requireText(row, 'available');
}

/** The documentation's schemas: docs.backpack.exchange, Capital. */
export const backpack: VenueTraits = {
  openedIn: 2023,
  start: startsAt('from'),
  end: endsAt('to'),
  limit: 1000,
  page: byRows('offset'),
  withdrawable: {
    account: 'account',
    source: 'https://docs.backpack.exchange/#tag/Account/operation/get_max_withdrawal_quantity',
    reader: {
      requests: [
        { method: 'privateGetApiV1Capital' },
        { method: 'privateGetApiV1AccountLimitsWithdrawal', forHeld: 'symbol' },
      ],
      rows: ([balances, ...limits]) =>
        joinCoinResponses(entriesAt({ keyField: 'symbol' })([balances]), 'symbol', limits),
      coin: (row) => requireText(row, 'symbol'),
      amount: readMaximum,
    },
  },
  coins: {
    rows: rowsAt(),
    coin: (row) => requireText(row, 'symbol'),
    networks: (row) =>
      readList(row, 'tokens').map((token) => ({
        id: requireText(token, 'blockchain'),
        // `displayName` is the token's.
        name: requireText(token, 'blockchain'),
        hints: [],
        contract: readText(token, 'contractAddress'),
        isOpen: requireFlag(token, 'withdrawEnabled'),
        minWithdrawal: readLimit(token, 'minimumWithdrawal'),
        maxWithdrawal: readLimit(token, 'maximumWithdrawal', ['0']),
        addressRegex: null,
      })),
    isFiat: (row) => readList(row, 'tokens').some((token) => BANKS.has(token['blockchain'])),
  },
  rows: {
    createdAt: ['createdAt'],
    sender: ['fromAddress'],
    status: {
      field: 'status',
      deposits: {
        cancelled: 'canceled',
        confirmed: 'completed',
        declined: 'failed',
        expired: 'failed',
        initiated: 'pending',
        ownershipVerificationRequired: 'pending',
        pending: 'pending',
        refunded: 'failed',
        senderVerificationCompleted: 'pending',
        senderVerificationRequired: 'pending',
      },
      withdrawals: {
        confirmed: 'completed',
        ownershipVerificationRequired: 'pending',
        pending: 'pending',
        recipientInformationProvided: 'pending',
        recipientInformationRequired: 'pending',
      },
    },
  },
};
