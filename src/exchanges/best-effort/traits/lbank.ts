import { readText, requireText } from '../../mapping/raw-row.ts';
import { feeAt, readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import { endsAt, startsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

export const lbank: ExchangeTraits = {
  openedIn: 2016,
  start: startsAt('startTime'),
  end: endsAt('endTime'),
  // By default, a page has at most 20 rows (`page_length`).
  limit: 20,
  withdrawable: {
    account: 'spot',
    source: null,
    reader: {
      rows: rowsAt('data'),
      coin: (row) => requireText(row, 'coin'),
      amount: (row) => requireText(row, 'usableAmt'),
    },
  },
  coins: {
    rows: rowsAt('data'),
    coin: (row) => requireText(row, 'assetCode'),
    // A row for each network; a coin with one network of its own may have no `chain`.
    network: (row) => ({
      id: readText(row, 'chain') ?? requireText(row, 'assetCode'),
      hints: readChainHints(readText(row, 'chain')),
      isOpen: requireFlag(row, 'canWithDraw'),
      minWithdrawal: readLimit(row, 'min'),
    }),
  },
  rows: {
    createdAt: ['insertTime', 'applyTime'],
    // Only withdrawals have it.
    feeOf: feeAt('fee', 'feeAssetCode'),
    status: {
      field: 'status',
      deposits: {
        '1': 'pending', // applying
        '2': 'completed',
        '3': 'failed',
        '4': 'canceled',
        // 5 is a transfer; the documentation does not say if it is completed.
      },
      withdrawals: { '1': 'pending', '2': 'canceled', '3': 'failed', '4': 'completed' },
    },
  },
};

/** Returns the parts of a chain's name: `bep20(bsc)` has the standard before the chain. */
function readChainHints(chain: string | null): readonly string[] {
  const parts = /^([^(]+)\(([^()]+)\)$/.exec(chain ?? '');
  return parts === null ? [] : [parts[1] ?? '', parts[2] ?? ''];
}
