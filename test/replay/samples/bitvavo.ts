/** Responses in Bitvavo's format (docs.bitvavo.com). */
import type { RecordedResponses } from '../../best-effort/recorded-exchange.ts';

export const DEPOSITS = [
  {
    timestamp: 1718100000000,
    symbol: 'USDC',
    amount: '250.4',
    fee: '0',
    status: 'completed',
    txId: '0x927687621ca9da58a7de51e0b9b8af4cb8d8e3c6aef7f2dbcd5ec1d9f3d7fd6b',
    address: '0x449889e3234514c45d57f7c5a571feba0c7ad567',
  },
  {
    timestamp: 1717000000000,
    symbol: 'EUR',
    amount: '500',
    fee: '0',
    status: 'completed',
    address: 'NL30RABO0999999999',
  },
];

/** A sale, which is not a transaction of a wallet. */
const SALE = {
  transactionId: '1be6d0df-d5dc-4b53-a250-3376f3b393e6',
  executedAt: '2024-05-01T10:00:00.000Z',
  type: 'sell',
  priceCurrency: 'EUR',
  priceAmount: '60000.00',
  sentCurrency: 'BTC',
  sentAmount: '0.01',
  receivedCurrency: 'EUR',
  receivedAmount: '600.00',
  feesCurrency: 'EUR',
  feesAmount: '1.50',
};

export const RESPONSES: RecordedResponses = {
  'GET api.bitvavo.com/v2/time': () => ({ time: Date.now() }),
  'GET api.bitvavo.com/v2/assets': [
    {
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 6,
      depositFee: '0',
      depositConfirmations: 32,
      depositStatus: 'OK',
      withdrawalFee: '1.2',
      withdrawalMinAmount: '1.2',
      withdrawalStatus: 'OK',
      networks: ['ETH'],
      message: '',
    },
  ],
  'GET api.bitvavo.com/v2/balance': [
    { symbol: 'USDC', available: '250.4', inOrder: '0' },
    { symbol: 'EUR', available: '16.48', inOrder: '0' },
  ],
  'GET api.bitvavo.com/v2/depositHistory': DEPOSITS,
  'GET api.bitvavo.com/v2/withdrawalHistory': [],
  'GET api.bitvavo.com/v2/account/history': {
    items: [SALE],
    currentPage: 1,
    totalPages: 1,
    maxItems: 100,
  },
};
