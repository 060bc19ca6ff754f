import { DEPOSIT_STATUSES, WITHDRAWAL_STATUSES } from '../../binance/statuses.ts';
import { readText, requireText } from '../../mapping/raw-row.ts';
import { readEntries, readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import { byRows, endsAt, startsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** Source: docs.binance.us, deposit history, withdrawal history, asset fees and wallet status. */
export const binanceus: ExchangeTraits = {
  openedIn: 2019,
  windowDays: 90,
  start: startsAt('startTime'),
  end: endsAt('endTime'),
  limit: 1000,
  page: byRows('offset'),
  withdrawable: { account: 'spot', source: null },
  coins: {
    // ccxt disables this request by default.
    requests: [{ method: 'sapiGetCapitalConfigGetall' }],
    rows: rowsAt(),
    coin: (row) => requireText(row, 'coin'),
    networkRows: (row) => readEntries(row, 'networkList'),
    network: (network, row) => ({
      id: requireText(network, 'network'),
      name: readText(network, 'name'),
      isOpen: row['withdrawAllEnable'] !== false && requireFlag(network, 'withdrawEnable'),
      minWithdrawal: readLimit(network, 'withdrawMin'),
      maxWithdrawal: readLimit(network, 'withdrawMax'),
      addressRegex: readText(network, 'addressRegex'),
    }),
    isFiat: (row) => row['isLegalMoney'] === true,
  },
  rows: {
    createdAt: ['insertTime', 'applyTime'],
    status: { field: 'status', deposits: DEPOSIT_STATUSES, withdrawals: WITHDRAWAL_STATUSES },
  },
  // US dollars have lists of their own, `fiatpayment/query/deposit/history` and `fiatpayment/query/withdraw/history`
  // (docs.binance.us), which ccxt's unified methods do not request.
  note: 'deposits and withdrawals, without those of US dollars',
};
