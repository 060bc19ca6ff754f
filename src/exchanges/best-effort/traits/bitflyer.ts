import { readText, requireText } from '../../mapping/raw-row.ts';
import { rowsAt } from '../reader-forms.ts';
import { byLastRow } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** Source: lightning.bitflyer.com/docs, coin deposit and withdrawal history, `count`, `before`, `after`. */
export const bitflyer: ExchangeTraits = {
  openedIn: 2014,
  limit: 100,
  limitName: 'count',
  order: 'newest-first',
  page: byLastRow('before', 'id'),
  // Yen has separate lists, which need separate permissions.
  lists: {
    deposits: { parts: [{}, { asset: 'JPY', endpoint: 'privateGetGetdeposits' }] },
    withdrawals: { parts: [{}, { asset: 'JPY', endpoint: 'privateGetGetwithdrawals' }] },
  },
  withdrawable: {
    account: 'spot',
    source: null,
    reader: {
      rows: rowsAt(),
      coin: (row) => requireText(row, 'currency_code'),
      amount: (row) => readText(row, 'available') ?? requireText(row, 'amount'),
    },
  },
  rows: {
    createdAt: ['event_date'],
    status: {
      field: 'status',
      deposits: { PENDING: 'pending', COMPLETED: 'completed' },
      withdrawals: { PENDING: 'pending', COMPLETED: 'completed' },
    },
  },
};
