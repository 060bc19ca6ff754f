import { type RawRow, readText, requireText } from '../../mapping/raw-row.ts';
import { entriesAt } from '../reader-forms.ts';
import { byPages, endsAt, startsAt } from '../trait-forms.ts';
import type { ExchangeTraits, RawNetwork } from '../exchange-traits.ts';

type Fees = Readonly<Record<string, RawRow | null>>;

/**
 * Returns the networks of a coin from `withdrawal_fees`, each with its own flag, or else from `network`
 * (apidocs.hollaex.com, Constants).
 */
function listNetworks(coin: RawRow): readonly RawRow[] | null {
  const fees = coin['withdrawal_fees'];
  const listed = readText(coin, 'network')?.split(',') ?? [];
  const hasFees = typeof fees === 'object' && fees !== null;
  if (!hasFees && listed.length === 0) return null;
  const networks = hasFees ? (fees as Fees) : Object.fromEntries(listed.map((id) => [id, null]));
  return Object.entries(networks).map(([id, fee]) => ({ id, fee }));
}

function readNetwork({ id, fee }: RawRow, coin: RawRow): RawNetwork {
  return {
    id: String(id),
    // `bnb`, the coin of the BNB Smart Chain, is the name of that chain here.
    hints: id === 'bnb' ? ['BNB Smart Chain'] : [],
    isOpen: (fee as RawRow | null)?.['active'] !== false && coin['allow_withdrawal'] === true,
    // No limits: `min` and `max` of a coin are those of an order.
  };
}

export const hollaex: ExchangeTraits = {
  openedIn: 2018,
  start: startsAt('start_date', 'iso'),
  end: endsAt('end_date', 'iso'),
  limit: 50,
  page: byPages('page'),
  withdrawable: { account: 'wallet', source: null },
  coins: {
    rows: entriesAt({ keyField: 'key' }, 'coins'),
    coin: (row) => requireText(row, 'symbol'),
    networkRows: listNetworks,
    network: readNetwork,
    isFiat: (row) => readText(row, 'type') === 'fiat',
  },
  rows: { createdAt: ['created_at'] },
};
