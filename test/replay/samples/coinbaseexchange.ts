/** Responses in the format of the Coinbase Exchange API (docs.cdp.coinbase.com/exchange). */
import type { RecordedResponses } from '../../best-effort/recorded-exchange.ts';

const HOST = 'GET api.exchange.coinbase.com';

export const RESPONSES: RecordedResponses = {
  [`${HOST}/currencies`]: [
    {
      id: 'USDC',
      name: 'USDC',
      min_size: '0.01',
      status: 'online',
      max_precision: '0.000001',
      details: {
        type: 'crypto',
        network_confirmations: 14,
        min_withdrawal_amount: 0.01,
        max_withdrawal_amount: 3000000,
      },
      default_network: 'ethereum',
      supported_networks: [
        {
          id: 'arbitrum',
          name: 'Arbitrum',
          status: 'online',
          contract_address: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
          min_withdrawal_amount: 0.01,
          max_withdrawal_amount: 250000,
          network_confirmations: null,
        },
        {
          id: 'ethereum',
          name: 'Ethereum',
          status: 'online',
          contract_address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          min_withdrawal_amount: 0.01,
          max_withdrawal_amount: 3000000,
          network_confirmations: 14,
        },
      ],
    },
  ],
  [`${HOST}/transfers`]: [
    {
      id: '19ac524d-8827-4246-a1b2-18dc5ca9472c',
      type: 'deposit',
      created_at: '2024-06-11 06:20:45.123456+00',
      completed_at: null,
      canceled_at: null,
      processed_at: null,
      account_id: '2b760113-fbba-5600-ac74-36482c130768',
      user_id: '5e8b2d3c4f6a7b8c9d0e1f2a',
      amount: '0.25000000',
      details: {
        network: 'litecoin',
        crypto_address: 'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441',
        coinbase_account_id: '2b760113-fbba-5600-ac74-36482c130768',
        crypto_transaction_hash: '2f4a1d6c8e0b3a5f7091b2c4d6e8f0a1b3c5d7e9f1a2b4c6d8e0f1a3b5c7d9e1',
      },
      user_nonce: null,
      currency: 'LTC',
    },
  ],
  [`${HOST}/accounts`]: [
    { id: 'a1', currency: 'USDC', balance: '3.000', available: '2.7500', hold: '0.2500' },
  ],
};
