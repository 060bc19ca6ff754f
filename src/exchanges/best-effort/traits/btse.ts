import { type RawRow, readObject, requireText, UnreadableRowError } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { rowsAt } from '../reader-forms.ts';
import { endsAt, startsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** Returns the networks on which an asset with a balance can be withdrawn now. The response has no limits. */
function listNetworks(row: RawRow): readonly RawRow[] | null {
  const { withdrawalNetworks: networks } = readObject(row, 'cryptoNetwork');
  if (networks === undefined || networks === null) return null;
  if (!Array.isArray(networks)) throw new UnreadableRowError('withdrawalNetworks is not a list');
  return networks.map((id: unknown) => ({ id }));
}

const STATUSES: StatusTable = {
  PROCESSING: 'pending',
  PENDING: 'pending',
  COMPLETED: 'completed',
  CANCELLED: 'canceled',
  EXPIRED: 'failed',
  FAILURE: 'failed',
};

/** Source: docs.btse.com/wallet/rest/get-user-wallet-history. */
export const btse: ExchangeTraits = {
  openedIn: 2018,
  // Bounds must lie within 120 days.
  listedDays: 119,
  note: 'the last 120 days only, by asset',
  start: startsAt('startTime'),
  end: endsAt('endTime'),
  withdrawable: {
    account: 'SPOT',
    source: null,
    reader: {
      rows: rowsAt('data'),
      coin: (row) => requireText(row, 'asset'),
      amount: (row) => requireText(row, 'availableAmount'),
    },
  },
  coins: {
    requests: [{ method: 'privateGetPublicApiWalletV1UserAssets' }],
    rows: rowsAt('data'),
    coin: (row) => requireText(row, 'asset'),
    networkRows: listNetworks,
    network: ({ id }) => ({ id: String(id), name: String(id), isOpen: true }),
    isFiat: (row) => row['type'] === 'FIAT',
    listsHeldOnly: true,
  },
  rows: {
    createdAt: ['transactionTime', 'timestamp'],
    // `amount` is optional.
    amount: ['amount', 'netAmount'],
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
  },
};
