import { type RawRow, readText, requireText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { readEntries, readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import { endsAt } from '../trait-forms.ts';
import type { ExchangeTraits, RawNetwork } from '../exchange-traits.ts';

/** `status` of both lists; 3 waits for data of the sender (travel rule). */
const STATUSES: StatusTable = { 0: 'pending', 1: 'completed', 2: 'failed', 3: 'pending' };

function readNetwork(network: RawRow, coin: RawRow): RawNetwork {
  return {
    id: requireText(network, 'network'),
    name: readText(network, 'name'),
    isOpen: requireFlag(coin, 'withdrawAllEnable') && requireFlag(network, 'withdrawEnable'),
    minWithdrawal: readLimit(network, 'withdrawMin'),
    maxWithdrawal: readLimit(network, 'withdrawMax'),
    // A blank means that there is no pattern.
    addressRegex: readText(network, 'addressRegex')?.trim() || null,
  };
}

export const coinsph: ExchangeTraits = {
  openedIn: 2022,
  end: endsAt('endTime'),
  // The bounds must be less than 90 days apart.
  windowDays: 89,
  limit: 1000,
  withdrawable: {
    account: 'spot',
    source: null,
  },
  coins: {
    rows: rowsAt(),
    coin: (row) => requireText(row, 'coin'),
    networkRows: (row) => readEntries(row, 'networkList'),
    network: readNetwork,
    isFiat: (row) => row['legalMoney'] === true,
  },
  rows: {
    createdAt: ['insertTime', 'applyTime'],
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
  },
};
