import { DAY_MS } from '../../../src/domain/duration.ts';
import type { RecordedRequest } from '../recorded-exchange.ts';
import {
  DEPOSIT_HASH,
  ETHER,
  patternOf,
  TRON,
  type ExchangeSample,
  WITHDRAWAL_HASH,
} from '../exchange-sample.ts';

/** Times within the two years that are read of a sample, in two windows. */
const LATE_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - 20 * DAY_MS;
const EARLY_MS = LATE_MS - 200 * DAY_MS;

/** Times have no zone. */
const write = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, -1);

/** Selects rows like the exchange: only by `from`, `to`, `limit` and `offset`. */
const select =
  <Row extends { readonly createdAt: string }>(rows: readonly Row[]) =>
  ({ query }: RecordedRequest): readonly Row[] => {
    const from = Number(query.get('from') ?? 0);
    const to = Number(query.get('to') ?? Number.MAX_SAFE_INTEGER);
    const offset = Number(query.get('offset') ?? 0);
    return rows
      .filter(({ createdAt }) => {
        const timeMs = Date.parse(`${createdAt}Z`);
        return timeMs >= from && timeMs <= to;
      })
      .slice(offset, offset + Number(query.get('limit') ?? 100));
  };

const deposit = {
  id: 6_695_353,
  createdAt: write(LATE_MS),
  fiatAmount: null,
  fiatCurrency: null,
  fromAddress: ETHER,
  institutionBic: null,
  platformMemo: null,
  quantity: '120.0',
  source: 'ethereum',
  status: 'confirmed',
  symbol: 'USDC',
  toAddress: '0x8617e340b3d01fa5f11f306f4090fd50e238070d',
  transactionHash: DEPOSIT_HASH,
};
const withdrawal = {
  id: 5_479_929,
  blockchain: 'Tron',
  clientId: null,
  createdAt: write(LATE_MS),
  fee: '3.00',
  identifier: null,
  isInternal: false,
  quantity: '10.50',
  status: 'recipientInformationRequired',
  symbol: 'USDT',
  toAddress: TRON,
  transactionHash: null,
  triggerAt: null,
};
const CONTRACT = `0x${'91'.repeat(20)}`;
const token = {
  contractAddress: '0x0',
  depositEnabled: true,
  displayName: 'USD Coin',
  maximumWithdrawal: null,
  minimumDeposit: '0.5',
  minimumWithdrawal: '1.20',
  withdrawEnabled: true,
  withdrawalFee: '0.6',
};
const asset = (symbol: string, tokens: readonly object[]): object => ({
  coingeckoId: symbol,
  displayName: symbol,
  symbol,
  tokens,
});

export const sample: ExchangeSample = {
  responses: {
    'GET api.backpack.exchange/wapi/v1/capital/deposits': select([
      deposit,
      { ...deposit, id: 4, createdAt: write(EARLY_MS), status: 'refunded', fromAddress: null },
    ]),
    'GET api.backpack.exchange/wapi/v1/capital/withdrawals': select([
      withdrawal,
      {
        ...withdrawal,
        id: 3,
        createdAt: write(EARLY_MS),
        status: 'confirmed',
        transactionHash: WITHDRAWAL_HASH,
      },
    ]),
    'GET api.backpack.exchange/api/v1/capital': {
      USDC: { available: '120.10', locked: '0', staked: '3' },
      USD: { available: '7.00', locked: '0', staked: '0' },
      POINTS: { available: '1', locked: '0', staked: '0' },
      BONK: { available: '0.0', locked: '0', staked: '0' },
      // The exchange refuses the request for its withdrawable amount.
      JTO: { available: '5.0', locked: '0', staked: '0' },
      ODD: { locked: '0' },
    },
    'GET api.backpack.exchange/api/v1/account/limits/withdrawal': ({ query }: RecordedRequest) => {
      const symbol = query.get('symbol');
      // A part of the available amount is collateral.
      const maxWithdrawalQuantity = { USDC: '100.50', USD: '7.00', POINTS: '1' }[symbol ?? ''];
      if (symbol === 'JTO') return undefined;
      return { autoBorrow: null, autoLendRedeem: null, maxWithdrawalQuantity, symbol };
    },
    'GET api.backpack.exchange/api/v1/assets': [
      asset('USDC', [
        { ...token, blockchain: 'Solana' },
        { ...token, blockchain: 'Ethereum', maximumWithdrawal: '50000.0' },
        { ...token, blockchain: 'Base', maximumWithdrawal: '0' },
        { ...token, blockchain: 'Sui', withdrawEnabled: false },
        { ...token, blockchain: 'Eclipse' },
        // A token on the part of the chain with Ethereum's account format.
        { ...token, blockchain: 'Kava', contractAddress: CONTRACT },
      ]),
      asset('USD', [{ ...token, blockchain: 'EqualsMoney' }]),
      asset('POINTS', []),
      // A coin with networks that do not say if they are open for withdrawal.
      asset('BONK', [{ blockchain: 'Solana' }]),
    ],
  },
  rows: [
    `deposit completed USDC 120.0 ${LATE_MS} ${DEPOSIT_HASH} ${ETHER} - -`,
    `deposit failed USDC 120.0 ${EARLY_MS} ${DEPOSIT_HASH} 0x8617e340b3d01fa5f11f306f4090fd50e238070d - -`,
    `withdrawal pending USDT 10.50 ${LATE_MS} - ${TRON} 3.00 USDT`,
    `withdrawal completed USDT 10.50 ${EARLY_MS} ${WITHDRAWAL_HASH} ${TRON} 3.00 USDT`,
  ],
  balances: [
    ['USDC', '100.50'],
    ['USD', '7.00'],
    ['POINTS', '1'],
    ['BONK', '0.0'],
    ['JTO', '5.0'],
  ],
  networks: {
    USDC: [
      ['Solana', 'SOL', 'Solana', '1.20', null, patternOf('SOL')],
      ['Ethereum', 'ETH', 'Ethereum', '1.20', '50000.0', patternOf('ETH')],
      ['Base', 'BASE', 'Base', '1.20', null, patternOf('BASE')],
      ['Eclipse', 'Eclipse', 'Eclipse', '1.20', null, null],
      ['Kava', 'UNKNOWN', 'Kava', '1.20', null, null],
    ],
    USD: [],
    POINTS: [],
  },
  // The exchange refuses the maximum of JTO.
  withdrawableUnverified: true,
  quarantined: ['balances:JTO', 'balances:ODD', 'networks:BONK:0'],
  // Nine windows of two lists, and a request for each asset.
  requestsMax: 40,
};
