import { DEPOSIT_HASH, ETHER, patternOf, type ExchangeSample } from '../exchange-sample.ts';

export const sample: ExchangeSample = {
  responses: {
    'GET api.exchange.coinbase.com/transfers': [
      {
        id: '2b760113-fbba-5600-ac74-36482c130768',
        type: 'deposit',
        created_at: '2024-06-10 06:15:23.477503+00',
        completed_at: '2024-06-10 06:15:26.857425+00',
        canceled_at: null,
        processed_at: '2024-06-10 06:15:26.857425+00',
        amount: '1.01000000',
        currency: 'LTC',
        details: {
          crypto_address: 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
          crypto_transaction_hash: DEPOSIT_HASH,
        },
      },
      {
        id: '3d1d7a2c-9c7f-4f52-8a34-0b8f2f10aa01',
        type: 'withdraw',
        created_at: '2024-06-11 06:15:23.100000+00',
        completed_at: null,
        canceled_at: null,
        processed_at: null,
        amount: '0.50000000',
        currency: 'ETH',
        details: {
          sent_to_address: ETHER.slice(2),
          fee: '0.00210',
          crypto_transaction_id: '63a25bb1',
        },
      },
      // From another profile of the same user.
      {
        id: '3d1d7a2c-9c7f-4f52-8a34-0b8f2f10aa02',
        type: 'internal_deposit',
        created_at: '2024-06-12 06:15:23.100000+00',
        completed_at: '2024-06-12 06:15:23.200000+00',
        canceled_at: null,
        processed_at: '2024-06-12 06:15:23.200000+00',
        amount: '12.50',
        currency: 'USD',
        details: {},
      },
    ],
    // Rows without an account name their currency themselves.
    'GET api.exchange.coinbase.com/accounts': [
      { id: 'a1', currency: 'LTC', balance: '3.000', available: '2.7500', hold: '0.2500' },
      { id: 'a2', currency: 'USDC', balance: '9.500', available: '9.500', hold: '0' },
      { id: 'a3', currency: 'USD', balance: '40.25', available: '40.25', hold: '0' },
    ],
    'GET api.exchange.coinbase.com/currencies': [
      {
        id: 'LTC',
        name: 'Litecoin',
        status: 'online',
        details: {
          type: 'crypto',
          min_withdrawal_amount: '0.001',
          max_withdrawal_amount: '8000',
        },
        supported_networks: [
          {
            id: 'litecoin',
            name: 'Litecoin',
            status: 'online',
            min_withdrawal_amount: '0.00100',
            max_withdrawal_amount: '7900.0',
          },
        ],
      },
      {
        id: 'USDC',
        name: 'USDC',
        status: 'online',
        details: { type: 'crypto', min_withdrawal_amount: '1', max_withdrawal_amount: '9' },
        supported_networks: [
          {
            id: 'ethereum',
            name: 'Ethereum',
            status: 'online',
            min_withdrawal_amount: '0.50',
            max_withdrawal_amount: '1000000',
          },
          { id: 'avacchain', name: 'Avalanche C-Chain', status: 'offline' },
          // Limits are missing: the limits of the currency belong to another network.
          { id: 'base', name: 'Base', status: 'online' },
        ],
      },
      {
        id: 'USD',
        name: 'United States Dollar',
        status: 'online',
        details: { type: 'fiat' },
        supported_networks: [],
      },
    ],
  },
  rows: [
    `deposit completed LTC 1.01000000 1718000123477 ${DEPOSIT_HASH} LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9 - -`,
    `withdrawal pending ETH 0.49790000 1718086523100 - ${ETHER.slice(2)} 0.00210 ETH`,
    'transfer_in completed USD 12.50 1718172923100 - - - -',
  ],
  balances: [
    ['LTC', '2.7500'],
    ['USDC', '9.500'],
    ['USD', '40.25'],
  ],
  networks: {
    LTC: [['litecoin', 'LTC', 'Litecoin', '0.00100', '7900.0', patternOf('LTC')]],
    USDC: [
      ['ethereum', 'ETH', 'Ethereum', '0.50', '1000000', patternOf('ETH')],
      ['base', 'BASE', 'Base', null, null, patternOf('BASE')],
    ],
    USD: [],
  },
};
