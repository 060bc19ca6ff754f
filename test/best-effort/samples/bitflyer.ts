import type { RecordedRequest } from '../recorded-exchange.ts';
import { AT_MS, DEPOSIT_HASH, type ExchangeSample, WITHDRAWAL_HASH } from '../exchange-sample.ts';

const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const TIME = '2024-06-10T06:15:23';

/** Rows before an identifier, newest first: a full page and a last one. */
const listDeposits = ({ query }: RecordedRequest): readonly object[] => {
  const before = Number(query.get('before') ?? 1000);
  const rows = Array.from({ length: 101 }, (_, index) => ({
    id: 900 - index,
    order_id: `CDP20151227-024141-05555${index}`,
    currency_code: 'BTC',
    amount: 0.000_02,
    address: ADDRESS,
    tx_hash: `${index}${DEPOSIT_HASH.slice(3)}`,
    status: 'COMPLETED',
    event_date: TIME,
  }));
  return rows.filter(({ id }) => id < before).slice(0, Number(query.get('count') ?? 100));
};

export const sample: ExchangeSample = {
  responses: {
    'GET api.bitflyer.com/v1/me/getcoinins': listDeposits,
    'GET api.bitflyer.com/v1/me/getcoinouts': [
      {
        id: 500,
        order_id: 'CWD20151224-014040-077777',
        currency_code: 'BTC',
        amount: 0.1234,
        address: ADDRESS,
        tx_hash: WITHDRAWAL_HASH,
        fee: 0.0005,
        additional_fee: 0.0001,
        status: 'PENDING',
        event_date: TIME,
      },
    ],
    // Numbered like the deposits of coins.
    'GET api.bitflyer.com/v1/me/getdeposits': [
      {
        id: 900,
        order_id: 'MDP20151014-101010-033333',
        currency_code: 'JPY',
        amount: 10_000,
        status: 'COMPLETED',
        event_date: TIME,
      },
    ],
    'GET api.bitflyer.com/v1/me/getwithdrawals': [
      {
        id: 500,
        order_id: 'MWD20151014-101010-033333',
        currency_code: 'JPY',
        amount: 12_000,
        status: 'PENDING',
        event_date: TIME,
      },
    ],
    'GET api.bitflyer.com/v1/me/getbalance':
      '[{"currency_code":"JPY","amount":1024078,"available":508000},' +
      '{"currency_code":"BTC","amount":10.24,"available":4.120000000000000001},' +
      '{"currency_code":"ETH"}]',
  },
  rows: [
    ...Array.from(
      { length: 101 },
      (_, index) =>
        `deposit completed BTC 0.00002 ${AT_MS} ${index}${DEPOSIT_HASH.slice(3)} ${ADDRESS} - -`,
    ),
    `deposit completed JPY 10000 ${AT_MS} - - - -`,
    `withdrawal pending BTC 0.1234 ${AT_MS} ${WITHDRAWAL_HASH} ${ADDRESS} 0.0006 BTC`,
    `withdrawal pending JPY 12000 ${AT_MS} - - - -`,
  ],
  balances: [
    ['JPY', '508000'],
    ['BTC', '4.120000000000000001'],
  ],
  networks: { JPY: [] },
  quarantined: ['balances:ETH'],
  withdrawableUnverified: true,
};
