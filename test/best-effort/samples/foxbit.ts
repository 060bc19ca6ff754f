import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  patternOf,
  WITHDRAWAL_HASH,
  type ExchangeSample,
} from '../exchange-sample.ts';

const network = {
  deposit_info: { status: 'ENABLED' },
  withdraw_info: { status: 'ENABLED', fee: '0.1' },
  has_destination_tag: false,
};

export const sample: ExchangeSample = {
  responses: {
    'GET api.foxbit.com.br/rest/v3/deposits': {
      data: [
        {
          // Foxbit's number does not contain the direction.
          sn: 'OKMAKSDHRVVREK',
          state: 'ACCEPTED',
          currency_symbol: 'btc',
          amount: '1.00',
          fee: '0.0',
          created_at: '2024-06-10T06:15:23.000Z',
          details_crypto: {
            transaction_id: DEPOSIT_HASH,
            receiving_address: '2N2rTrnKEFcyJjEJqvVjgWZ3bKvKT7Aij61',
          },
        },
      ],
    },
    'GET api.foxbit.com.br/rest/v3/withdrawals': {
      data: [
        {
          sn: 'DKMAKSDHRVVREK',
          state: 'REJECTED',
          rejection_reason: 'monthly_limit_exceeded',
          currency_symbol: 'usdt',
          amount: '25.50',
          fee: '0.5',
          created_at: '2024-06-10T06:15:24.000Z',
          details_crypto: { transaction_id: WITHDRAWAL_HASH, destination_address: ETHER },
        },
        {
          sn: 'DKMAKSDHRVVREL',
          state: 'CANCELLED',
          currency_symbol: 'brl',
          amount: '100.00',
          fee: '0',
          created_at: '2024-06-10T06:15:25.000Z',
          details_fiat: { bank: { code: '1' } },
        },
      ],
    },
    'GET api.foxbit.com.br/rest/v3/accounts': {
      data: [
        {
          currency_symbol: 'usdt',
          balance: '100.0',
          balance_available: '90.50',
          balance_locked: '9.50',
        },
        { currency_symbol: 'brl', balance: '10.0', balance_available: '10.0', balance_locked: '0' },
      ],
    },
    'GET api.foxbit.com.br/rest/v3/currencies': {
      data: [
        {
          symbol: 'brl',
          name: 'Real',
          type: 'FIAT',
          precision: 2,
          category: null,
          deposit_info: { enabled: true, min_amount: '0.01' },
          withdraw_info: { enabled: true, min_amount: '10', fee: '0' },
        },
        {
          symbol: 'usdt',
          name: 'Tether',
          type: 'CRYPTO',
          precision: 8,
          deposit_info: { enabled: true, min_amount: '5' },
          withdraw_info: { enabled: true, min_amount: '0.010', fee: '7.7' },
          networks: [
            { ...network, code: 'erc20', name: 'Ethereum (ERC-20)' },
            {
              ...network,
              code: 'bsc',
              name: 'Binance Smart Chain (BEP-20)',
              withdraw_info: { status: 'DISABLED', fee: '0.07' },
            },
            { ...network, code: 'trc20', name: 'Tron Network (TRC-20)' },
          ],
        },
      ],
    },
  },
  rows: [
    `deposit completed BTC 1.00 ${AT_MS} ${DEPOSIT_HASH} 2N2rTrnKEFcyJjEJqvVjgWZ3bKvKT7Aij61 0.0 BTC`,
    `withdrawal failed USDT 25.50 ${AT_MS + 1000} ${WITHDRAWAL_HASH} ${ETHER} 0.5 USDT`,
    `withdrawal canceled BRL 100.00 ${AT_MS + 2000} - - 0 BRL`,
  ],
  balances: [
    ['USDT', '90.50'],
    ['BRL', '10.0'],
  ],
  networks: {
    USDT: [
      ['erc20', 'ETH', 'Ethereum (ERC-20)', '0.010', null, patternOf('ETH')],
      ['trc20', 'TRX', 'Tron Network (TRC-20)', '0.010', null, patternOf('TRX')],
    ],
    BRL: [],
  },
  withdrawableUnverified: true,
};
