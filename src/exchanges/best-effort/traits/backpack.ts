import { BASE64_FORM } from '../../client/credential-forms.ts';
import { type RawRow, readObject, readText, requireText } from '../../mapping/raw-row.ts';
import {
  entriesAt,
  joinCoinResponses,
  readEntries,
  readLimit,
  readList,
  requireFlag,
  rowsAt,
} from '../reader-forms.ts';
import { byRows, endsAt, startsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** "Blockchains" that are banks. A token with one of these is a fiat currency. */
const BANKS: ReadonlySet<unknown> = new Set(['EqualsMoney', 'Banxa']);

/**
 * Returns the amount that can be withdrawn without borrowing and without redeeming lent amounts, given the
 * exposure of the account. If the exchange refuses this request for an asset, which is then quarantined, returns
 * the available amount.
 */
function readMaximum(row: RawRow): string {
  return (
    readText(readObject(row, 'aboutCoin'), 'maxWithdrawalQuantity') ?? requireText(row, 'available')
  );
}

/** Source: docs.backpack.exchange, Capital (schemas). */
export const backpack: ExchangeTraits = {
  credentialForms: { secret: BASE64_FORM },
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
      isVerified: (row) => readText(readObject(row, 'aboutCoin'), 'maxWithdrawalQuantity') !== null,
    },
  },
  coins: {
    rows: rowsAt(),
    coin: (row) => requireText(row, 'symbol'),
    networkRows: (row) => readEntries(row, 'tokens'),
    network: (token) => ({
      id: requireText(token, 'blockchain'),
      // `displayName` is the name of the token.
      name: requireText(token, 'blockchain'),
      contract: readText(token, 'contractAddress'),
      isOpen: requireFlag(token, 'withdrawEnabled'),
      minWithdrawal: readLimit(token, 'minimumWithdrawal'),
      maxWithdrawal: readLimit(token, 'maximumWithdrawal', ['0']),
    }),
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
