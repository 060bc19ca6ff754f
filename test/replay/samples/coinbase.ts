/** Responses in the format of the Coinbase App API (docs.cdp.coinbase.com/coinbase-app, Track APIs). */
import type { RecordedResponses } from '../../best-effort/recorded-exchange.ts';

const ACCOUNT_IDS = [
  '8fcfb4ab-96fb-5f6c-9f2a-2b7c3d4e5f60',
  '2bbf394c-193b-5b2a-9155-3b4732659ede',
];

export const WITHDRAWAL = {
  id: '57ffb4ae-0c59-5430-bcd3-3f98f797a66c',
  type: 'send',
  status: 'completed',
  amount: { amount: '-14.750000', currency: 'USDC' },
  native_amount: { amount: '-14.75', currency: 'USD' },
  created_at: '2024-06-12T08:15:09Z',
  resource: 'transaction',
  network: {
    status: 'confirmed',
    network_name: 'ethereum',
    hash: '3f6a1b2c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f8',
    transaction_fee: { amount: '0.250199', currency: 'USDC' },
  },
  to: { address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', resource: 'address' },
};

export const DEPOSIT = {
  id: 'a8b1c2d3-e4f5-5061-8273-94a5b6c7d8e9',
  type: 'send',
  status: 'completed',
  amount: { amount: '20.500000', currency: 'USDC' },
  native_amount: { amount: '20.50', currency: 'USD' },
  created_at: '2024-06-11T19:02:33Z',
  resource: 'transaction',
  network: {
    status: 'confirmed',
    network_name: 'ethereum',
    hash: '91a2b3c4d5e6f708192a3b4c5d6e7f83f6a1b2c4d5e6f708192a3b4c5d6e7f80',
  },
};

const LAST_PAGE = {
  ending_before: null,
  starting_after: null,
  previous_ending_before: null,
  next_starting_after: null,
  limit: 25,
  order: 'desc',
  previous_uri: null,
  next_uri: null,
};

const HOST = 'GET api.coinbase.com';

/** Every account returns the same page, as it does for each cursor. */
export const RESPONSES: RecordedResponses = {
  [`${HOST}/api/v3/brokerage/time`]: () => ({ epochMillis: String(Date.now()) }),
  [`${HOST}/api/v3/brokerage/accounts`]: { accounts: [], has_next: false, cursor: '' },
  [`${HOST}/v2/accounts`]: {
    pagination: LAST_PAGE,
    data: ACCOUNT_IDS.map((id, index) => ({
      id,
      name: `USDC Wallet ${index}`,
      primary: index === 0,
      type: 'wallet',
      currency: { code: 'USDC', name: 'USDC', exponent: 6, type: 'crypto' },
      balance: { amount: '5.750000', currency: 'USDC' },
      resource: 'account',
    })),
  },
  ...Object.fromEntries(
    ACCOUNT_IDS.map((id) => [
      `${HOST}/v2/accounts/${id}/transactions`,
      { pagination: LAST_PAGE, data: [WITHDRAWAL, DEPOSIT] },
    ]),
  ),
};
