import { type RawRow, readText, requireText } from '../../mapping/raw-row.ts';
import { readEntries, readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import type { ExchangeTraits, RawNetwork } from '../exchange-traits.ts';

/** Matches the token of a chain in a deposit (`ETH_USDT`, `TRXUSDT`); balances contain the currency. */
const TOKEN_OF_CHAIN =
  /^(?:[A-Z0-9]+_([A-Z0-9]+)|(?:ARB|AVAX|BSC|ETH|MATIC|OP|SOL|TRX)(USDC|USDT))$/;

function readAsset(row: RawRow): string | null {
  const found = TOKEN_OF_CHAIN.exec(readText(row, 'coin') ?? '');
  return found?.[1] ?? found?.[2] ?? null;
}

function readNetwork(chain: RawRow, coin: RawRow): RawNetwork {
  return {
    id: requireText(chain, 'chainType'),
    isOpen: requireFlag(coin, 'allowWithdraw') && requireFlag(chain, 'allowWithdraw'),
    minWithdrawal: readLimit(chain, 'minWithdrawQuantity'),
    // Zero means no maximum.
    maxWithdrawal: readLimit(chain, 'maxWithdrawQuantity', ['0']),
  };
}

export const hashkey: ExchangeTraits = {
  openedIn: 2023,
  windowDays: 30,
  limit: 1000,
  withdrawable: { account: 'main trading account', source: null, request: { type: 'spot' } },
  coins: {
    rows: rowsAt('coins'),
    coin: (row) => requireText(row, 'coinId'),
    networkRows: (row) => readEntries(row, 'chainTypes'),
    network: readNetwork,
    isFiat: (row) => row['tokenType'] === 'REAL_MONEY',
  },
  rows: {
    createdAt: ['time'],
    asset: readAsset,
    status: {
      field: 'status',
      deposits: {
        1: 'pending', // address to be authenticated
        2: 'pending', // under review
        3: 'failed',
        4: 'completed',
        5: 'pending', // being refunded
        6: 'failed', // refunded
        7: 'failed', // the refund failed
        8: 'pending', // being credited
        9: 'failed', // address not authenticated
        10: 'failed', // internal
      },
      withdrawals: {
        withdrawing: 'pending',
        canceling: 'pending',
        success: 'completed',
        successful: 'completed',
        canceled: 'canceled',
        failed: 'failed',
      },
    },
  },
};
