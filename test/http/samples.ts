import type { AssetBalance } from '../../src/domain/balance.ts';
import { type Decimal, parseDecimal } from '../../src/domain/decimal.ts';
import {
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type Transaction,
} from '../../src/domain/transaction.ts';

export const LISTING = '/v0/wallet/transactions';
export const BALANCE = '/v0/wallet/withdraw/balance';

export const FIRST_AT_MS = Date.UTC(2024, 0, 1);

const AMOUNTS = [
  '0.00000001',
  '123456789.123456789012345678',
  '9.00',
  '0',
  '115792089237316195423570985008687907853269984665640564039457.584007913129639935',
  '1.5',
];

/**
 * Returns this number of transactions: several share a millisecond, all types and statuses occur, and some
 * fields are missing.
 */
export function sampleTransactions(count: number): Transaction[] {
  const digits = String(count).length;
  return Array.from({ length: count }, (_, index) => ({
    id: `tx_${String(index).padStart(digits, '0')}`,
    asset: ['BTC', 'ETH', 'B&T "Ω\\"', 'btc'][index % 4]!,
    type: TRANSACTION_TYPES[index % TRANSACTION_TYPES.length]!,
    amount: parseDecimal(AMOUNTS[index % AMOUNTS.length]!),
    timestampMs: FIRST_AT_MS + Math.floor(index / 3) * 1000,
    status: TRANSACTION_STATUSES[index % TRANSACTION_STATUSES.length]!,
    txid: index % 5 === 0 ? null : `0x${index.toString(16)}`,
    address: index % 7 === 0 ? null : `addr"${index}\u2028`,
    feeCost: index % 3 === 0 ? null : ('0.10' as Decimal),
    feeCurrency: index % 3 === 0 ? null : 'BNB',
  }));
}

export const SAMPLE_BALANCES: readonly AssetBalance[] = [
  { asset: 'EUR', amount: parseDecimal('12.340'), networks: [] },
  {
    asset: 'USDC',
    amount: parseDecimal('123456789.123456789012345678'),
    networks: [
      {
        id: 'ARB_ONE',
        code: 'ARBITRUM',
        name: 'Arbitrum One',
        displayName: 'Arbitrum "One"',
        minWithdrawal: '1e-8',
        maxWithdrawal: null,
        assetName: 'USDC',
        addressRegex: '^(0x)[0-9A-Fa-f]{40}$',
      },
      {
        id: 'ETH',
        code: 'ETH',
        name: 'Ethereum',
        displayName: 'Ethereum',
        minWithdrawal: null,
        maxWithdrawal: '1000000.00',
        assetName: 'USDC',
        addressRegex: null,
      },
    ],
  },
];
