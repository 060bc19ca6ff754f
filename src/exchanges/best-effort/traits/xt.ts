import { requireText } from '../../mapping/raw-row.ts';
import { readEntries, readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import { endsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

const STATUSES = {
  SUBMIT: 'pending',
  REVIEW: 'pending',
  AUDITED: 'pending',
  AUDITED_AGAIN: 'pending',
  PENDING: 'pending',
  CANCEL: 'canceled',
  FAIL: 'failed',
  SUCCESS: 'completed',
} as const;

/** Chains by the exchange's own names. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  OPT: ['Optimism'],
  'SOL-SOL': ['Solana'],
  'BNB-BEP2': ['BEP2'],
};

export const xt: ExchangeTraits = {
  openedIn: 2018,
  end: endsAt('endTime'),
  limit: 200,
  withdrawable: {
    account: 'spot',
    source: null,
  },
  coins: {
    // The list of supported currencies has the networks; the list of currencies does not.
    rows: rowsAt('result'),
    coin: (row) => requireText(row, 'currency'),
    networkRows: (row) => readEntries(row, 'supportChains'),
    network: (network) => {
      const chain = requireText(network, 'chain');
      return {
        id: chain,
        name: chain,
        hints: OTHER_NAMES[chain] ?? [],
        isOpen: requireFlag(network, 'withdrawEnabled'),
        minWithdrawal: readLimit(network, 'withdrawMinAmount'),
      };
    },
  },
  rows: {
    createdAt: ['createdTime'],
    sender: ['fromAddr'],
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
  },
};
