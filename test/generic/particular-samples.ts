/** Venues whose answers ccxt's classes read in part or not at all. */
import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  TRON,
  WITHDRAWAL_HASH,
  type VenueSample,
} from './venue-sample.ts';

const AT_S = Math.trunc(AT_MS / 1000);

export const PARTICULAR_SAMPLES: Readonly<Record<string, VenueSample>> = {
  binanceus: {
    answers: {
      'GET api.binance.us/sapi/v1/capital/deposit/hisrec': [
        {
          amount: '45.00',
          coin: 'USDT',
          network: 'BSC',
          status: 1,
          address: ETHER,
          txId: 'Internal transfer 51376627901',
          insertTime: AT_MS,
          transferType: 1,
        },
      ],
      'GET api.binance.us/sapi/v1/capital/withdraw/history': [],
      'GET api.binance.us/api/v3/account': { balances: [] },
    },
    rows: [['deposit', 'completed', 'USDT', '45.00', AT_MS, null, ETHER, null, null]],
    balances: [],
  },
  cex: {
    answers: {
      'POST trade.cex.io/api/spot/rest/get_my_funding_history': {
        ok: 'ok',
        data: [
          {
            clientAccountId: null,
            accountId: '',
            currency: 'USDT',
            direction: 'withdraw',
            amount: '3.500000',
            commissionAmount: '1.000000',
            status: 'approved',
            updatedAt: '2024-06-10T06:15:23.000Z',
            txId: DEPOSIT_HASH,
          },
        ],
      },
      'POST trade.cex.io/api/spot/rest/get_my_wallet_balance': { ok: 'ok', data: {} },
    },
    rows: [
      [
        'withdrawal',
        'completed',
        'USDT',
        '3.500000',
        AT_MS,
        DEPOSIT_HASH,
        null,
        '1.000000',
        'USDT',
      ],
    ],
    balances: [],
  },
  coinbaseinternational: {
    answers: {
      'GET api.international.coinbase.com/api/v1/transfers': {
        pagination: { result_limit: 25, result_offset: 0 },
        results: [
          {
            transfer_uuid: '8e471d77-4208-45a8-9e5b-f3bd8a2c1fc3',
            transfer_type: 'WITHDRAW',
            amount: '1.250000',
            asset: 'USDC',
            status: 'PROCESSED',
            created_at: '2024-06-10T06:15:23.000Z',
            to_address: ETHER,
          },
        ],
      },
      'GET api.international.coinbase.com/api/v1/portfolios': [
        { portfolio_id: 'p1', portfolio_uuid: 'u1', name: 'default', is_default: true },
      ],
      'GET api.international.coinbase.com/api/v1/portfolios/p1/balances': [],
    },
    rows: [['withdrawal', 'completed', 'USDC', '1.250000', AT_MS, null, ETHER, null, null]],
    balances: [],
  },
  coincheck: {
    answers: {
      'GET coincheck.com/api/deposit_money': { success: true, deposits: [] },
      'GET coincheck.com/api/withdraws': { success: true, data: [] },
      'GET coincheck.com/api/accounts/balance': {
        success: true,
        jpy: '840.10',
        jpy_reserved: '3000.0',
        btc: '7.75052650',
        btc_reserved: '3.5',
      },
    },
    rows: [],
    balances: [
      ['BTC', '7.75052650'],
      ['JPY', '840.10'],
    ],
  },
  extended: {
    answers: {
      'GET api.starknet.extended.exchange/api/v1/info/assets': {
        status: 'OK',
        data: [{ id: 1, name: 'USD', symbol: 'USD', precision: 6, isActive: true }],
      },
      'GET api.starknet.extended.exchange/api/v1/user/assetOperations': {
        status: 'OK',
        data: [
          {
            id: '1951255127004282880',
            type: 'TRANSFER',
            status: 'COMPLETED',
            amount: '-3.0000000000000000',
            fee: '0',
            asset: 1,
            time: AT_MS,
            accountId: 100009,
            counterpartyAccountId: 100023,
          },
        ],
      },
      'GET api.starknet.extended.exchange/api/v1/user/spot/balances': { status: 'OK', data: [] },
    },
    rows: [['transfer', 'completed', 'USDC', '3.0000000000000000', AT_MS, null, null, '0', 'USDC']],
    balances: [],
  },
  hollaex: {
    answers: {
      'GET api.hollaex.com/v2/constants': {
        coins: { usdt: { id: 6, fullname: 'USD Tether', symbol: 'usdt', active: true } },
        pairs: {},
      },
      'GET api.hollaex.com/v2/user/deposits': {
        count: 1,
        data: [
          {
            id: 539,
            amount: 20,
            fee: 0,
            address: ETHER,
            status: true,
            currency: 'btc',
            type: 'deposit',
            transaction_id: DEPOSIT_HASH,
            created_at: '2024-06-10T06:15:23.000Z',
          },
        ],
      },
      'GET api.hollaex.com/v2/user/withdrawals': {
        count: 1,
        data: [
          {
            id: 540,
            amount: 0.5,
            fee: 0,
            address: ETHER,
            status: true,
            currency: 'btc',
            type: 'withdrawal',
            transaction_id: WITHDRAWAL_HASH,
            created_at: '2024-06-10T06:15:23.000Z',
          },
        ],
      },
      'GET api.hollaex.com/v2/user/balance': {
        updated_at: '2024-06-10T06:15:23.000Z',
        btc_balance: 1.5,
        btc_available: 0.125,
      },
    },
    rows: [
      ['deposit', 'completed', 'BTC', '20', AT_MS, DEPOSIT_HASH, ETHER, '0', 'BTC'],
      ['withdrawal', 'completed', 'BTC', '0.5', AT_MS, WITHDRAWAL_HASH, ETHER, '0', 'BTC'],
    ],
    balances: [['BTC', '0.125']],
  },
  indodax: {
    answers: {
      'GET indodax.com/api/server_time': { timezone: 'UTC', server_time: AT_MS },
      'POST indodax.com/tapi': ({ body }: { body: string }) =>
        body.includes('method=getInfo')
          ? { success: 1, return: { server_time: AT_S, balance: { idr: 167 }, balance_hold: {} } }
          : {
              success: 1,
              return: {
                withdraw: { btc: [] },
                deposit: {
                  idr: [],
                  btc: [
                    {
                      status: 'success',
                      btc: '0.00118760',
                      amount: '0.00118760',
                      success_time: String(AT_S),
                      deposit_id: '3602369',
                      tx: DEPOSIT_HASH,
                    },
                  ],
                },
              },
            },
    },
    rows: [['deposit', 'completed', 'BTC', '0.00118760', AT_MS, DEPOSIT_HASH, null, null, null]],
    balances: [['IDR', '167']],
  },
  toobit: {
    answers: {
      'GET api.toobit.com/api/v1/account/depositOrders': [
        {
          time: AT_MS,
          id: '100234',
          coinName: 'EOS',
          coinId: 'EOS',
          statusCode: 'DEPOSIT_CAN_WITHDRAW',
          status: '2',
          address: 'deposit2bb',
          txId: DEPOSIT_HASH,
          quantity: '1.010',
        },
      ],
      'GET api.toobit.com/api/v1/account/withdrawOrders': [
        {
          time: AT_MS,
          id: '90161227158286336',
          coinName: 'USDT',
          coinId: 'USDT',
          statusCode: 'PROCESSING_STATUS',
          status: 3,
          address: TRON,
          txId: '',
          quantity: '14.0',
          arriveQuantity: '14.0',
          fee: '0.1',
          feeCoinName: 'USDT',
        },
      ],
      'GET api.toobit.com/api/v1/account': { balances: [] },
    },
    rows: [
      ['deposit', 'completed', 'EOS', '1.010', AT_MS, DEPOSIT_HASH, 'deposit2bb', null, null],
      ['withdrawal', 'pending', 'USDT', '14.0', AT_MS, null, TRON, '0.1', 'USDT'],
    ],
    balances: [],
  },
};
