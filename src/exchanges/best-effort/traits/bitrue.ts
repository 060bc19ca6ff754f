import { type RawRow, requireText } from '../../mapping/raw-row.ts';
import { readLimit, readList, requireFlag, rowsAt } from '../reader-forms.ts';
import { byRows, endsAt, startsAt } from '../trait-forms.ts';
import type { RawNetwork, ExchangeTraits } from '../exchange-traits.ts';

function readChain(row: RawRow, limits: RawRow): RawNetwork {
  const id = requireText(row, 'chain');
  return {
    id,
    isOpen: requireFlag(limits, 'enableWithdraw'),
    minWithdrawal: readLimit(limits, 'minWithdraw'),
    maxWithdrawal: readLimit(limits, 'maxWithdraw'),
  };
}

/**
 * Returns the chains of a coin. Each has its own limits; in the older form, the coin's limits apply to all of
 * its `chains`.
 */
function listChains(row: RawRow): readonly RawNetwork[] {
  const details = readList(row, 'chainDetail');
  if (details.length > 0) return details.map((detail) => readChain(detail, detail));
  const chains = Array.isArray(row['chains']) ? (row['chains'] as readonly unknown[]) : [];
  return chains.map((chain) => readChain({ chain }, row));
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
    networks: listChains,
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
