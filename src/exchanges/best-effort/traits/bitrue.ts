import { type RawRow, requireText } from '../../mapping/raw-row.ts';
import { readEntries, readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import { byRows, endsAt, startsAt } from '../trait-forms.ts';
import type { ExchangeTraits, RawNetwork } from '../exchange-traits.ts';

/**
 * Returns the chains of a coin. Each has its own limits; in the older form, the coin's limits apply to all of
 * its `chains`.
 */
function listChains(row: RawRow): readonly unknown[] {
  const details = readEntries(row, 'chainDetail');
  if (details.length > 0) return details;
  const chains: readonly unknown[] = Array.isArray(row['chains']) ? row['chains'] : [];
  return chains.map((chain) => Object.assign({}, row, { chain }));
}

function readChain(chain: RawRow): RawNetwork {
  return {
    id: requireText(chain, 'chain'),
    isOpen: requireFlag(chain, 'enableWithdraw'),
    minWithdrawal: readLimit(chain, 'minWithdraw'),
    maxWithdrawal: readLimit(chain, 'maxWithdraw'),
  };
}

/** Source: github.com/Bitrue-exchange/Spot-official-api-docs. */
export const bitrue: ExchangeTraits = {
  openedIn: 2018,
  start: startsAt('startTime'),
  end: endsAt('endTime'),
  limit: 1000,
  page: byRows('offset'),
  // A list contains rows of one status; ccxt only requests finished rows. Finished rows are requested first: in the
  // other order, a row that is finished between the two requests would be returned twice, and deposits have no
  // identifier that shows it. A row that is missing in both lists is returned by the next reading.
  lists: {
    deposits: { parts: [{ request: { status: 1 } }, { request: { status: 0 } }] },
    withdrawals: {
      parts: [{ request: { status: 5 } }, { request: { status: 6 } }, { request: { status: 0 } }],
    },
  },
  withdrawable: { account: 'spot', source: null },
  coins: {
    rows: rowsAt('coins'),
    coin: (row) => requireText(row, 'coin'),
    networkRows: listChains,
    network: readChain,
  },
  rows: {
    createdAt: ['createdAt'],
    sender: ['addressFrom'],
    status: {
      field: 'status',
      deposits: { '0': 'pending', '1': 'completed' },
      withdrawals: { '0': 'pending', '5': 'completed', '6': 'canceled' },
    },
  },
};
