import { requireText } from '../../mapping/raw-row.ts';
import { readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import { endsAt, startsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

export const blofin: ExchangeTraits = {
  openedIn: 2022,
  start: startsAt('before'),
  end: endsAt('after'),
  limit: 100,
  order: 'newest-first',
  withdrawable: {
    account: 'funding',
    // `available` of the account "can be withdrawn or transferred or used for trading".
    source: 'https://docs.blofin.com/index.html#get-balance',
    request: { accountType: 'funding' },
    reader: {
      rows: rowsAt('data'),
      coin: (row) => requireText(row, 'currency'),
      amount: (row) => requireText(row, 'available'),
    },
  },
  coins: {
    // A row for each chain of a currency.
    requests: [{ method: 'privateGetAssetCurrencies' }],
    rows: rowsAt('data'),
    coin: (row) => requireText(row, 'currency'),
    network: (row) => ({
      id: requireText(row, 'chain'),
      name: requireText(row, 'chain'),
      isOpen: requireFlag(row, 'isWithdrawAvailable'),
      minWithdrawal: readLimit(row, 'withdrawMinAmount'),
    }),
  },
  rows: {
    createdAt: ['ts'],
    status: {
      field: 'state',
      deposits: { '0': 'pending', '1': 'completed', '2': 'failed', '3': 'pending' },
      withdrawals: {
        '0': 'pending',
        '2': 'failed',
        '3': 'completed',
        '4': 'canceled',
        '6': 'pending',
        '7': 'pending',
      },
    },
  },
};
