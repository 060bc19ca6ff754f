import { type RawRow, readObject, readText, requireText } from '../../mapping/raw-row.ts';
import { readEntries, readLimit, rowsAt } from '../reader-forms.ts';
import { byPages, endsAt, startsAt } from '../trait-forms.ts';
import type { ExchangeTraits, RawNetwork } from '../exchange-traits.ts';

/** Returns a network; the coin's minimum applies to each of its networks. */
function readNetwork(network: RawRow, coin: RawRow): RawNetwork {
  const withdrawal = readObject(coin, 'withdraw_info');
  return {
    id: requireText(network, 'code'),
    name: readText(network, 'name'),
    isOpen:
      withdrawal['enabled'] === true &&
      readObject(network, 'withdraw_info')['status'] === 'ENABLED',
    minWithdrawal: readLimit(withdrawal, 'min_amount'),
  };
}

export const foxbit: ExchangeTraits = {
  openedIn: 2015,
  start: startsAt('start_time', 'iso'),
  end: endsAt('end_time', 'iso'),
  limit: 100,
  page: byPages('page'),
  withdrawable: {
    account: 'exchange account',
    source: null,
  },
  coins: {
    rows: rowsAt('data'),
    coin: (row) => requireText(row, 'symbol'),
    networkRows: (row) => readEntries(row, 'networks'),
    network: readNetwork,
    isFiat: (row) => row['type'] === 'FIAT',
  },
  rows: {
    createdAt: ['created_at'],
    status: {
      field: 'state',
      deposits: {
        SUBMITTING: 'pending',
        SUBMITTED: 'pending',
        WARNING: 'pending',
        BLOCKED: 'pending',
        UNBLOCKED: 'pending',
        ACCEPTED: 'completed',
        REJECTED: 'failed',
        CANCELLED: 'canceled',
      },
      withdrawals: {
        SUBMITTING: 'pending',
        SUBMITTED: 'pending',
        PROCESSING: 'pending',
        ACCEPTED: 'pending',
        DONE: 'completed',
        REJECTED: 'failed',
        FAILED: 'failed',
        CANCELED: 'canceled',
        CANCELLED: 'canceled',
      },
    },
  },
};
