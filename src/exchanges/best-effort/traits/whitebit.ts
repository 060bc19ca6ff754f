import { type RawRow, readObject, readText, requireText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { entriesAt, readLimit } from '../reader-forms.ts';
import { byRows } from '../trait-forms.ts';
import type { ExchangeTraits, RawNetwork } from '../exchange-traits.ts';

/** Returns the networks in `networks.withdraws`, which are open for withdrawal. */
function listNetworks(coin: RawRow): readonly RawRow[] | null {
  const open = readObject(coin, 'networks')['withdraws'];
  if (!Array.isArray(open)) return null;
  return open.map((id: unknown) => ({ id: String(id) }));
}

function readNetwork(network: RawRow, coin: RawRow): RawNetwork {
  const id = requireText(network, 'id');
  const limits = readObject(readObject(readObject(coin, 'limits'), 'withdraw'), id);
  return {
    id,
    hints: id === 'CCHAIN' ? ['Avalanche C-Chain'] : [],
    isOpen: coin['can_withdraw'] === true,
    // Zero means none (docs.whitebit.com, Asset status list).
    minWithdrawal: readLimit(limits, 'min', ['0']),
    maxWithdrawal: readLimit(limits, 'max', ['0']),
  };
}

const PENDING: StatusTable = Object.fromEntries(
  [1, 2, 6, 10, 11, 12, 13, 14, 15, 16, 17].map((code) => [String(code), 'pending'] as const),
);

/**
 * Returns true for a withdrawal that was partly paid out; `details.partial` has the amount and fee of that
 * part.
 */
function isPartial(row: RawRow): boolean {
  return readText(row, 'status') === '18';
}

export const whitebit: ExchangeTraits = {
  openedIn: 2018,
  limit: 100,
  page: { ...byRows('offset'), max: 10_000 },
  withdrawable: {
    // docs.whitebit.com/concepts/balances: "Withdrawals leave from here". The balance includes deposits that
    // the network has not confirmed and that cannot be withdrawn. ccxt does not have the endpoint for the
    // amount without them (main-account/withdrawable-balance).
    account: 'main',
    source: null,
    request: { account: 'main' },
    reader: {
      rows: entriesAt({ keyField: 'ticker', valueField: 'main_balance' }),
      coin: (row) => requireText(row, 'ticker'),
      amount: (row) => requireText(row, 'main_balance'),
    },
  },
  coins: {
    rows: entriesAt({ keyField: 'ticker' }),
    coin: (row) => requireText(row, 'ticker'),
    networkRows: listNetworks,
    network: readNetwork,
    isFiat: (row) => row['providers'] !== undefined,
  },
  rows: {
    createdAt: ['createdAt'],
    amount: (row) => [isPartial(row) ? 'processedAmount' : 'amount'],
    fee: (row) => [isPartial(row) ? 'processedFee' : 'fee'],
    // github.com/whitebit-exchange/api-docs, Get deposit/withdraw history.
    status: {
      field: 'status',
      deposits: {
        ...PENDING,
        '3': 'completed',
        '4': 'canceled',
        '5': 'pending', // not yet confirmed by the user
        '7': 'completed',
        '9': 'canceled',
        '21': 'pending', // frozen
        '22': 'failed', // not credited
        '27': 'pending', // frozen: data for the Travel Rule is missing
        '28': 'pending', // frozen: this data is being verified
      },
      withdrawals: {
        ...PENDING,
        '3': 'completed',
        '4': 'canceled',
        '5': 'pending', // not yet confirmed by the user
        '7': 'completed',
        '18': 'completed', // a part of it
        '21': 'pending', // frozen
      },
    },
  },
};
