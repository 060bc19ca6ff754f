import { AT_MS, type ExchangeSample } from '../exchange-sample.ts';

const AT_S = Math.trunc(AT_MS / 1000);
const asset = (id: number, symbol: string, type: string | null): object => ({
  product_id: id,
  ticker_id: null,
  market_type: type,
  name: symbol,
  symbol,
  can_withdraw: type !== 'perp',
  can_deposit: type !== 'perp',
});
const event = (id: string, product: number, before: string, after: string): object => ({
  subaccount: '0x22',
  product_id: product,
  submission_idx: id,
  pre_balance: { spot: { balance: { amount: before } } },
  post_balance: { spot: { balance: { amount: after } } },
});

export const sample: ExchangeSample = {
  responses: {
    'GET gateway.prod.nado.xyz/v1/query': ({ query }: { query: URLSearchParams }) =>
      query.get('type') === 'subaccount_info'
        ? {
            status: 'success',
            data: {
              exists: true,
              spot_balances: [
                { product_id: 0, balance: { amount: '456895621098158389211471' } },
                { product_id: 1, balance: { amount: '250000000000000000' } },
                { product_id: 5, balance: { amount: '-7000000000000000000' } },
              ],
              perp_balances: [],
            },
          }
        : { status: 'success', data: 'active' },
    'GET gateway.prod.nado.xyz/v2/assets': [
      asset(2, 'BTC-PERP', 'perp'),
      asset(0, 'USDT0', null),
      asset(1, 'KBTC', 'spot'),
      asset(5, 'USDC', 'spot'),
    ],
    'POST archive.prod.nado.xyz/v1': ({ body }: { body: string }) =>
      body.includes('deposit_collateral')
        ? {
            events: [
              {
                ...event('563011', 0, '1000000000000000000', '2500000000000000000'),
                event_type: 'deposit_collateral',
              },
            ],
            txs: [{ submission_idx: '563011', timestamp: String(AT_S) }],
          }
        : {
            events: [
              {
                ...event('563012', 1, '2500000000000000000', '2000000000000000000'),
                event_type: 'withdraw_collateral',
              },
            ],
            txs: [{ submission_idx: '563012', timestamp: String(AT_S + 1) }],
          },
  },
  rows: [
    `deposit completed USDT0 1.5 ${AT_MS} - - - -`,
    `withdrawal unknown KBTC 0.5 ${AT_MS + 1000} - - - -`,
  ],
  balances: [
    ['USDT0', '456895.621098158389211471'],
    ['KBTC', '0.250000000000000000'],
    ['USDC', '0'],
  ],
  withdrawableUnverified: true,
};
