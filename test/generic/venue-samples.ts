import type { VenueRequest } from './recorded-venue.ts';
import { AT_MS, DEPOSIT_HASH, ETHER, TRON, type VenueSample } from './venue-sample.ts';
import { FURTHER_SAMPLES } from './further-samples.ts';
import { PARTICULAR_SAMPLES } from './particular-samples.ts';

/** Deribit tells one currency at a time. */
const deribitOnly =
  (rows: readonly { currency: string }[]) =>
  ({ query }: VenueRequest): object => {
    const data = rows.filter(({ currency }) => currency === query.get('currency'));
    return { jsonrpc: '2.0', id: 1, result: { count: data.length, data } };
  };

export const VENUE_SAMPLES: Readonly<Record<string, VenueSample>> = {
  bingx: {
    answers: {
      'GET open-api.bingx.com/openApi/api/v3/capital/deposit/hisrec': [
        {
          amount: '0.04100',
          coin: 'PAXG',
          network: 'ETH',
          status: 1,
          address: ETHER,
          addressTag: '',
          txId: DEPOSIT_HASH,
          insertTime: AT_MS,
          transferType: 0,
          unlockConfirm: '12/12',
          confirmTimes: '12/12',
        },
      ],
      'GET open-api.bingx.com/openApi/api/v3/capital/withdraw/history': [
        {
          id: '1197073063359000577',
          address: TRON,
          amount: '8.91000000',
          applyTime: '2024-06-10T06:15:23.000+08:00',
          coin: 'USDT',
          network: 'TRX',
          transferType: 0,
          status: 4,
          transactionFee: '1.0040',
          confirmNo: 2,
          info: '',
          txId: '',
        },
      ],
      'GET open-api.bingx.com/openApi/spot/v1/account/balance': {
        code: 0,
        msg: '',
        data: { balances: [{ asset: 'USDT', free: '16.7396000', locked: '0' }] },
      },
    },
    rows: [
      ['deposit', 'completed', 'PAXG', '0.04100', AT_MS, DEPOSIT_HASH, ETHER, null, null],
      [
        'withdrawal',
        'pending',
        'USDT',
        '8.91000000',
        Date.UTC(2024, 5, 9, 22, 15, 23),
        null,
        TRON,
        '1.0040',
        'USDT',
      ],
    ],
    balances: [['USDT', '16.7396000']],
  },
  bitfinex: {
    answers: {
      'POST api.bitfinex.com/v2/auth/r/movements/hist':
        `[[13105603,"ETH","ETHEREUM",null,null,${AT_MS},${AT_MS + 900},null,null,"COMPLETED",null,null,` +
        `0.2600000000000000001,0,null,null,"${ETHER}",null,null,null,"${DEPOSIT_HASH}",null],` +
        `[13105604,"ETH","ETHEREUM",null,null,${AT_MS + 5},${AT_MS + 900},null,null,"UNCONFIRMED",null,null,` +
        `-0.240,-0.00135,null,null,"${ETHER}",null,null,null,null,"rent"]]`,
      'POST api.bitfinex.com/v2/auth/r/wallets':
        '[["exchange","ETH",1.50,0,1.2500000000000000001,null,null]]',
    },
    rows: [
      [
        'deposit',
        'completed',
        'ETH',
        '0.2600000000000000001',
        AT_MS,
        DEPOSIT_HASH,
        ETHER,
        '0',
        'ETH',
      ],
      ['withdrawal', 'pending', 'ETH', '0.240', AT_MS + 5, null, ETHER, '0.00135', 'ETH'],
    ],
    balances: [['ETH', '1.2500000000000000001']],
  },
  coinbaseexchange: {
    answers: {
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
      ],
      // Rows without an account name their currency themselves.
      'GET api.exchange.coinbase.com/accounts': [
        { id: 'a1', currency: 'LTC', balance: '3.000', available: '2.7500', hold: '0.2500' },
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
      ],
    },
    rows: [
      [
        'deposit',
        'completed',
        'LTC',
        '1.01000000',
        1718000123477,
        DEPOSIT_HASH,
        'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
        null,
        null,
      ],
      [
        'withdrawal',
        'pending',
        'ETH',
        '0.49790000',
        1718086523100,
        null,
        ETHER.slice(2),
        '0.00210',
        'ETH',
      ],
    ],
    balances: [['LTC', '2.7500', 'litecoin', 'LTC', '0.00100', '7900.0']],
  },
  deribit: {
    answers: {
      'GET www.deribit.com/api/v2/private/get_deposits': deribitOnly([
        {
          address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
          amount: 5.5,
          currency: 'BTC',
          received_timestamp: AT_MS,
          state: 'completed',
          transaction_id: DEPOSIT_HASH,
          updated_timestamp: AT_MS + 9,
        } as { currency: string },
      ]),
      'GET www.deribit.com/api/v2/private/get_withdrawals': deribitOnly([
        {
          id: 7,
          address: ETHER,
          amount: '0.50',
          currency: 'ETH',
          created_timestamp: AT_MS,
          fee: '0.00010',
          state: 'rejected',
          transaction_id: null,
          updated_timestamp: AT_MS + 9,
        } as { currency: string },
      ]),
      'GET www.deribit.com/api/v2/private/get_account_summaries': {
        result: {
          summaries: [
            {
              currency: 'BTC',
              equity: '2.0',
              available_funds: '1.5',
              available_withdrawal_funds: '1.20',
            },
          ],
        },
      },
    },
    rows: [
      [
        'deposit',
        'completed',
        'BTC',
        '5.5',
        AT_MS,
        DEPOSIT_HASH,
        'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        null,
        null,
      ],
      ['withdrawal', 'failed', 'ETH', '0.50', AT_MS, null, ETHER, '0.00010', 'ETH'],
    ],
    balances: [['BTC', '1.5']],
  },
  ...FURTHER_SAMPLES,
  ...PARTICULAR_SAMPLES,
};
