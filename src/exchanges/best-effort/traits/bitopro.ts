import { type RawRow, requireText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import { endsAt, startsAt } from '../trait-forms.ts';
import type { ExchangeTraits, RawNetwork } from '../exchange-traits.ts';

/** Source: github.com/bitoex/bitopro-offical-api-docs, List Deposit / Withdraw Invoices Data. */
const STATUSES: StatusTable = {
  PROCESSING: 'pending',
  WAIT_PROCESS: 'pending',
  WAIT_CONFIRMATION: 'pending',
  EMAIL_VERIFICATION: 'pending',
  COMPLETE: 'completed',
  EXPIRED: 'failed',
  FAILED: 'failed',
  INVALID: 'failed',
  CANCELLED: 'canceled',
};

/** Matches a coin on one of several networks: `USDT (ETH-ERC20)`. */
const COIN_ON_NETWORK = /^([^ (]+) \((.+)\)$/;
/** The protocol of a coin with a single network. */
const MAIN = 'MAIN';

function readNetwork(row: RawRow): RawNetwork {
  const currency = requireText(row, 'currency');
  const network = COIN_ON_NETWORK.exec(currency)?.[2];
  return {
    id: network ?? MAIN,
    name: network ?? null,
    // A coin without a protocol is on its own chain, or on a chain that the exchange does not name.
    hints: network === undefined ? [currency] : network.split('-'),
    isOpen: requireFlag(row, 'withdraw'),
    minWithdrawal: readLimit(row, 'minWithdraw'),
    maxWithdrawal: readLimit(row, 'maxWithdraw'),
  };
}

export const bitopro: ExchangeTraits = {
  openedIn: 2018,
  windowDays: 90,
  start: startsAt('startTimestamp'),
  end: endsAt('endTimestamp'),
  limit: 100,
  withdrawable: { account: 'spot', source: null },
  coins: {
    rows: rowsAt('data'),
    coin: (row) => {
      const currency = requireText(row, 'currency');
      return COIN_ON_NETWORK.exec(currency)?.[1] ?? currency;
    },
    network: readNetwork,
    isFiat: (row) => row['currency'] === 'TWD' || row['currency'] === 'USD',
  },
  rows: {
    createdAt: ['timestamp'],
    // `total`, which ccxt reads, includes the fee.
    amount: ['amount'],
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
  },
};
