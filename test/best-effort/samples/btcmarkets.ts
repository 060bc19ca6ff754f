import type { RecordedRequest } from '../recorded-exchange.ts';
import { AT_MS, DEPOSIT_HASH, type ExchangeSample } from '../exchange-sample.ts';

const transfer = {
  id: '6500',
  assetName: 'XRP',
  amount: '500.50',
  type: 'Deposit',
  creationTime: '2024-06-10T06:15:23.000000Z',
  status: 'Complete',
  description: 'RIPPLE Deposit, XRP 500.50',
  fee: '0',
  lastUpdate: '2024-07-27T07:52:08.665000Z',
  paymentDetail: {
    txId: DEPOSIT_HASH,
    address: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH?dt=873874545',
  },
};
/** Transfers before an identifier, newest first: a full page and a last one. */
const list = ({ query }: RecordedRequest): readonly object[] => {
  // The parameter is an identifier, not a time.
  if (query.has('after')) return [];
  const before = Number(query.get('before') ?? 10_000);
  const rows = Array.from({ length: 201 }, (_, index) => ({
    ...transfer,
    id: String(6500 - index),
    ...(index === 200
      ? {
          assetName: 'BTC',
          amount: '0.42570126',
          type: 'Withdraw',
          status: 'Pending Authorization',
          fee: '0.0005',
          paymentDetail: undefined,
        }
      : {}),
  }));
  return rows.filter(({ id }) => Number(id) < before).slice(0, Number(query.get('limit')));
};

export const sample: ExchangeSample = {
  responses: {
    'GET api.btcmarkets.net/v3/transfers': list,
    'GET api.btcmarkets.net/v3/accounts/me/balances': [
      { assetName: 'AUD', balance: '100.50', available: '90.250', locked: '10.25' },
      { assetName: 'BTC', balance: '1.5', available: '1.50', locked: '0' },
      { assetName: 'ETH' },
    ],
  },
  rows: [
    ...Array.from(
      { length: 200 },
      () =>
        `deposit completed XRP 500.50 ${AT_MS} ${DEPOSIT_HASH} rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH 0 XRP`,
    ),
    `withdrawal pending BTC 0.42520126 ${AT_MS} - - 0.0005 BTC`,
  ],
  balances: [
    ['AUD', '90.250'],
    ['BTC', '1.50'],
  ],
  networks: { AUD: [] },
  quarantined: ['balances:ETH'],
  withdrawableUnverified: true,
};
