import { parseDecimal, subtractDecimals } from '../../../domain/decimal.ts';
import { type RawRow, readText, requireText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { entriesAt, rowsAt } from '../reader-forms.ts';
import type { ExchangeTraits, RawNetwork } from '../exchange-traits.ts';

/** `status` of the funding history. */
const STATUSES: StatusTable = { approved: 'completed', pending: 'pending', rejected: 'failed' };

/** Returns the coins of `get_currencies_info`, with their networks from `get_processing_info`. */
function joinCoins(responses: readonly unknown[]): readonly unknown[] {
  const processed = entriesAt({ keyField: 'currency' }, 'data')(responses) as readonly RawRow[];
  const processing = new Map(processed.map((row) => [row['currency'], row['blockchains']]));
  const coins = rowsAt('data')(responses) as readonly (RawRow | null)[];
  return coins.map((coin) => ({
    currency: coin?.['currency'],
    fiat: coin?.['fiat'],
    walletWithdrawal: coin?.['walletWithdrawal'],
    blockchains: processing.get(coin?.['currency']) ?? null,
  }));
}

function listNetworks({ blockchains }: RawRow): readonly unknown[] | null {
  if (typeof blockchains !== 'object' || blockchains === null) return null;
  return entriesAt({ keyField: 'id' })([blockchains]);
}

function readNetwork(network: RawRow, coin: RawRow): RawNetwork {
  return {
    id: requireText(network, 'id'),
    isOpen: coin['walletWithdrawal'] !== false && network['withdrawal'] === 'enabled',
    minWithdrawal: readText(network, 'minWithdrawal'),
  };
}

export const cex: ExchangeTraits = {
  // The response to an unknown key, with status 200.
  errorCodes: { 'Authorization is failed': 'exchange_key_refused' },
  openedIn: 2013,
  windowDays: 1460,
  withdrawable: {
    account: 'wallet',
    source: null,
    reader: {
      rows: entriesAt({ keyField: 'currency' }, 'data'),
      coin: (row) => requireText(row, 'currency'),
      // The balance includes the amount on hold, which the response omits if it is zero.
      amount: (row) =>
        subtractDecimals(
          parseDecimal(requireText(row, 'balance')),
          parseDecimal(readText(row, 'balanceOnHold') ?? '0'),
        ),
    },
  },
  coins: {
    rows: joinCoins,
    coin: (row) => requireText(row, 'currency'),
    networkRows: listNetworks,
    network: readNetwork,
    isFiat: (row) => row['fiat'] === true,
  },
  rows: {
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
    // `txId` is CEX.IO's own number.
    txid: [],
  },
};
