import { type RawRow, readText, requireText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { entriesAt } from '../reader-forms.ts';
import { byRows } from '../trait-forms.ts';
import type { RawNetwork, ExchangeTraits } from '../exchange-traits.ts';

/** Returns a limit; zero means none (docs.whitebit.com, Asset status list). */
function readBound(limits: RawRow, field: string): string | null {
  const text = readText(limits, field);
  return text === '0' ? null : text;
}

function partOf(row: RawRow, ...path: readonly string[]): RawRow {
  let part: unknown = row;
  for (const name of path) part = (part as RawRow | undefined)?.[name];
  return typeof part === 'object' && part !== null ? (part as RawRow) : {};
}

/** Returns the networks in `networks.withdraws`, which are open for withdrawal. */
function readNetworks(coin: RawRow): readonly RawNetwork[] | null {
  const open = partOf(coin, 'networks')['withdraws'];
  if (!Array.isArray(open)) return null;
  return open.map((id) => {
    const limits = partOf(coin, 'limits', 'withdraw', String(id));
    return {
      id: String(id),
      hints: id === 'CCHAIN' ? ['Avalanche C-Chain'] : [],
      isOpen: coin['can_withdraw'] === true,
      minWithdrawal: readBound(limits, 'min'),
      maxWithdrawal: readBound(limits, 'max'),
    };
  });
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
    networks: readNetworks,
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
