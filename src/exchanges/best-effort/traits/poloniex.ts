import { findField } from '../raw-values.ts';
import { type RawRow, readText, requireText } from '../../mapping/raw-row.ts';
import {
  readEntries,
  readLimit,
  requireAtLeastZero,
  requireFlag,
  rowsAt,
} from '../reader-forms.ts';
import { endsAt, startsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/**
 * Returns the rows of every account. An account without a list of rows is returned as a row, so that it is
 * quarantined.
 */
function listBalances(responses: readonly unknown[]): readonly unknown[] {
  return rowsAt()(responses).flatMap((account) => {
    const balances = (account as RawRow | null)?.['balances'];
    return Array.isArray(balances) ? (balances as readonly unknown[]) : [account];
  });
}

const readCurrency = (row: RawRow): string => requireText(row, 'currency');
/** With a margin loan, the available amount may be negative. */
const readAvailable = (row: RawRow): string => requireAtLeastZero(row, 'available');

export const poloniex: ExchangeTraits = {
  openedIn: 2014,
  start: startsAt('start', 's'),
  end: endsAt('end', 's'),
  windowDays: 365,
  note: 'deposits and withdrawals, without adjustments',
  withdrawable: {
    account: 'SPOT',
    source: null,
    reader: { rows: listBalances, coin: readCurrency, amount: readAvailable },
  },
  coins: {
    rows: rowsAt(),
    coin: (row) => requireText(row, 'coin'),
    networkRows: (row) => readEntries(row, 'networkList'),
    network: (network) => ({
      id: requireText(network, 'blockchain'),
      // No name: `name` is the name of the coin.
      contract: readText(network, 'contractAddress'),
      isOpen: requireFlag(network, 'withdrawalEnable'),
      minWithdrawal: readLimit(network, 'withdrawMin'),
    }),
    // On further chains a coin has other names (`USDTTRON`), which histories contain.
    aliases: (row) =>
      readEntries(row, 'networkList').flatMap((network) => findField(network, ['coin']) ?? []),
  },
};
