import { isRow, readObject, readText, requireText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { readEntries, readLimit, rowsAt } from '../reader-forms.ts';
import { byRows } from '../trait-forms.ts';
import type { CoinReader, ExchangeTraits } from '../exchange-traits.ts';

/** Source: phemex-docs.github.io, Deposit status and Withdraw status. */
const STATUSES: StatusTable = {
  Success: 'completed',
  Succeed: 'completed',
  Rejected: 'failed',
  'Security check failed': 'failed',
  SecurityCheckFailed: 'failed',
  'Address Risk': 'failed',
  Expired: 'failed',
  'Security Checking': 'pending',
  SecurityChecking: 'pending',
  'Pending Review': 'pending',
  'Pending Transfer': 'pending',
  AmlCsApporve: 'pending',
  New: 'pending',
  Confirmed: 'pending',
  Cancelled: 'canceled',
};

/** Reads the coins. The list of currencies has no networks, so each coin with a balance is requested. */
const COINS: CoinReader = {
  further: [{ method: 'privateGetPhemexWithdrawWalletsApiAssetInfo', forHeld: 'currency' }],
  rows: (responses) => [
    ...rowsAt('data', 'currencies')(responses),
    ...responses.filter((response) => isRow(response) && isRow(response['response'])),
  ],
  coin: (row) => requireText(row, isRow(row['response']) ? 'coin' : 'currency'),
  networkRows: ({ response }) =>
    isRow(response) ? readEntries(readObject(response, 'data'), 'chainInfos') : null,
  network: (chain) => ({
    id: requireText(chain, 'chainName'),
    isOpen: (readText(chain, 'status') ?? 'Active') === 'Active',
    minWithdrawal: readLimit(chain, 'minWithdrawAmountRv'),
  }),
};

export const phemex: ExchangeTraits = {
  openedIn: 2019,
  // "Query recent deposit history within 3 months", and the same for withdrawals (github.com/phemex/phemex-api-docs,
  // Public-Spot-API-en). Three months have at least 89 days.
  listedDays: 88,
  note: 'the last three months',
  limit: 100,
  limitName: 'limit',
  page: byRows('offset'),
  // Amounts are integers; the list of currencies has the scale of each currency.
  numbersAssets: 'history and balances',
  // The documented amount (`allAvailableBalanceRv`) excludes a frozen balance that the wallet does not list.
  // Only a key that can withdraw may request it.
  withdrawable: { account: 'spot', source: null },
  coins: COINS,
  rows: {
    createdAt: ['createdAt', 'submittedAt', 'submitedAt'],
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
  },
};
