import { requireText } from '../../mapping/raw-row.ts';
import { readEntries, readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

export const toobit: ExchangeTraits = {
  openedIn: 2022,
  limit: 1000,
  order: 'newest-first',
  withdrawable: {
    account: 'spot',
    source: null,
  },
  coins: {
    rows: rowsAt('coins'),
    coin: (row) => requireText(row, 'coinId'),
    networkRows: (row) => readEntries(row, 'chainTypes'),
    network: (network, row) => ({
      id: requireText(network, 'chainType'),
      isOpen: requireFlag(row, 'allowWithdraw') && requireFlag(network, 'allowWithdraw'),
      minWithdrawal: readLimit(network, 'minWithdrawQuantity'),
      // Zero means no maximum.
      maxWithdrawal: readLimit(network, 'maxWithdrawQuantity', ['0']),
    }),
  },
  rows: {
    createdAt: ['time'],
    sender: ['fromAddress'],
    // Numbers have different meanings for deposits and for withdrawals (api-docs.toobit.com, Spot Wallet).
    status: {
      field: 'status',
      deposits: {
        '2': 'completed',
        '11': 'failed',
        '12': 'pending',
      },
      withdrawals: {
        '0': 'pending',
        '1': 'pending',
        '2': 'failed', // rejected
        '3': 'pending',
        '4': 'pending',
        '5': 'pending',
        '6': 'completed',
        '7': 'failed',
        '8': 'pending',
        '9': 'canceled',
        '10': 'pending',
        '11': 'pending', // cancellation requested
      },
    },
  },
};
