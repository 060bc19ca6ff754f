/** The common traits of OKX's regional exchanges, which have the same interface as OKX. Pure functions. */
import { readText, requireText } from '../mapping/raw-row.ts';
import { DEPOSIT_STATUSES, WITHDRAWAL_STATUSES } from '../okx/statuses.ts';
import { readLimit, requireFlag, rowsAt } from './reader-forms.ts';
import type { ExchangeTraits } from './exchange-traits.ts';

/** Accounts at a regional exchange may be older than the exchange. */
const OPENED_IN = 2017;

/**
 * Returns the traits of a regional exchange of OKX.
 *
 * @param docs the URL of its documentation.
 */
export function likeOkx(docs: string): ExchangeTraits {
  return {
    openedIn: OPENED_IN,
    limit: 100,
    order: 'newest-first',
    withdrawable: {
      account: 'funding',
      source: `${docs}#funding-account-rest-api-withdrawal`,
      request: { type: 'funding' },
      reader: {
        rows: rowsAt('data'),
        coin: (row) => requireText(row, 'ccy'),
        amount: (row) => requireText(row, 'availBal'),
      },
    },
    coins: {
      // A row for each network of each currency. `chain` contains both (`USDT-TRC20`), and is empty for fiat.
      rows: rowsAt('data'),
      coin: (row) => requireText(row, 'ccy'),
      networks: (row) => {
        const id = readText(row, 'chain');
        if (id === null) return [];
        const chain = id.slice(id.indexOf('-') + 1);
        return [
          {
            id,
            name: chain,
            hints: [],
            isOpen: requireFlag(row, 'canWd'),
            minWithdrawal: readLimit(row, 'minWd'),
            maxWithdrawal: readLimit(row, 'maxWd'),
            addressRegex: null,
          },
        ];
      },
      isFiat: (row) => readText(row, 'chain') === null,
    },
    rows: {
      createdAt: ['ts'],
      sender: ['from'],
      // A deposit from another customer has the number of that customer's withdrawal, and no hash.
      txid: (row) => (readText(row, 'fromWdId') === null ? readText(row, 'txId') : null),
      status: {
        field: 'state',
        deposits: DEPOSIT_STATUSES,
        withdrawals: WITHDRAWAL_STATUSES,
      },
    },
  };
}
