import { type RawRow, readText, requireText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { readList, readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import { endsAt } from '../trait-forms.ts';
import type { RawNetwork, ExchangeTraits } from '../exchange-traits.ts';

/** `status` of both lists; 3 waits for data of the sender (travel rule). */
const STATUSES: StatusTable = { 0: 'pending', 1: 'completed', 2: 'failed', 3: 'pending' };

function readNetwork(coin: RawRow, network: RawRow): RawNetwork {
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
    networks: (row) => readList(row, 'networkList').map((network) => readNetwork(row, network)),
    isFiat: (row) => row['legalMoney'] === true,
  },
  rows: {
    createdAt: ['insertTime', 'applyTime'],
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
  },
};
