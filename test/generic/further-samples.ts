import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  TRON,
  WITHDRAWAL_HASH,
  type VenueSample,
} from './venue-sample.ts';

const binanceLikeNetworks = [
  {
    coin: 'USDT',
    Name: 'Tether',
    name: 'Tether',
    networkList: [
      {
        coin: 'USDT',
        network: 'TRX',
        netWork: 'TRX',
        name: 'Tron',
        depositEnable: true,
        withdrawEnable: true,
        withdrawFee: '1.5',
        withdrawMin: '2.50',
        withdrawMax: '5000000',
      },
      {
        coin: 'USDT',
        network: 'ETH',
        netWork: 'ETH',
        name: 'Ethereum',
        depositEnable: true,
        withdrawEnable: false,
        withdrawFee: '3',
        withdrawMin: '5',
        withdrawMax: '900',
      },
    ],
  },
];

export const FURTHER_SAMPLES: Readonly<Record<string, VenueSample>> = {
  gemini: {
    answers: {
      'POST api.gemini.com/v1/transfers': [
        {
          type: 'Deposit',
          status: 'Complete',
          timestampms: AT_MS,
          eid: 320013281,
          currency: 'USD',
          amount: '36.00',
          method: 'ACH',
        },
        {
          type: 'Withdrawal',
          status: 'Pending',
          timestampms: AT_MS + 7,
          eid: 341167014,
          currency: 'ETH',
          amount: '1.50',
          feeAmount: '0.0010',
          feeCurrency: 'ETH',
          destination: ETHER,
        },
      ],
      'POST api.gemini.com/v1/balances': [
        {
          type: 'exchange',
          currency: 'USD',
          amount: '30.10',
          available: '20.10',
          availableForWithdrawal: '20.10',
        },
      ],
    },
    rows: [
      ['deposit', 'completed', 'USD', '36.00', AT_MS, null, null, null, null],
      ['withdrawal', 'pending', 'ETH', '1.50', AT_MS + 7, null, ETHER, '0.0010', 'ETH'],
    ],
    balances: [['USD', '20.10']],
  },
  lbank: {
    secret: 'a-short-secret',
    answers: {
      'POST api.lbank.info/v2/supplement/deposit_history.do': `{"result":true,"data":{"total":1,"depositOrders":[{"insertTime":${AT_MS},"amount":9.00000000000000000001,"address":"${TRON}","networkName":"trc20","txId":"${DEPOSIT_HASH}","coin":"usdt","status":"2"}],"page_length":20,"current_page":1},"error_code":0,"ts":1}`,
      'POST api.lbank.info/v2/supplement/withdraws.do': `{"result":true,"data":{"total":1,"withdraws":[{"amount":2.50000000000000000000,"coid":"usdt","address":"${TRON}","withdrawId":"9","fee":1.00000000000000000000,"networkName":"trc20","txId":"${WITHDRAWAL_HASH}","id":1902194,"applyTime":${AT_MS},"status":"4"}],"page_length":20,"current_page":1},"error_code":0,"ts":1}`,
      'POST api.lbank.info/v2/supplement/user_info.do': {
        result: true,
        data: [
          {
            usableAmt: '31.10',
            assetAmt: '32.10',
            freezeAmt: '1.00',
            coin: 'usdt',
            networkList: [],
          },
        ],
        error_code: 0,
        ts: 1,
      },
    },
    rows: [
      [
        'deposit',
        'completed',
        'USDT',
        '9.00000000000000000001',
        AT_MS,
        DEPOSIT_HASH,
        TRON,
        null,
        null,
      ],
      [
        'withdrawal',
        'completed',
        'USDT',
        '2.50000000000000000000',
        AT_MS,
        WITHDRAWAL_HASH,
        TRON,
        '1.00000000000000000000',
        'USDT',
      ],
    ],
    balances: [['USDT', '31.10']],
  },
  mexc: {
    answers: {
      'GET api.mexc.com/api/v3/capital/deposit/hisrec': [
        {
          amount: '50.10',
          coin: 'USDT-TRX',
          network: 'TRX',
          status: 5,
          address: TRON,
          txId: DEPOSIT_HASH,
          insertTime: AT_MS,
        },
      ],
      'GET api.mexc.com/api/v3/capital/withdraw/history': [
        {
          id: 'adcd1c8322154de691b815eedcd10c42',
          txId: WITHDRAWAL_HASH,
          coin: 'USDT-TRX',
          network: 'TRX',
          address: TRON,
          amount: '14.25',
          transferType: 0,
          status: 2,
          transactionFee: '1.50',
          applyTime: AT_MS + 1,
        },
      ],
      'GET api.mexc.com/api/v3/account': {
        balances: [{ asset: 'USDT', free: '10.500', locked: '1' }],
      },
      'GET api.mexc.com/api/v3/capital/config/getall': binanceLikeNetworks,
    },
    rows: [
      ['deposit', 'completed', 'USDT', '50.10', AT_MS, DEPOSIT_HASH, TRON, null, null],
      ['withdrawal', 'pending', 'USDT', '12.75', AT_MS + 1, WITHDRAWAL_HASH, TRON, '1.50', 'USDT'],
    ],
    balances: [['USDT', '10.500', 'TRX', 'TRX', '2.50', '5000000']],
  },
  poloniex: {
    answers: {
      'GET api.poloniex.com/wallets/activity': {
        deposits: [
          {
            depositNumber: 7397520,
            currency: 'BTC',
            address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
            amount: '0.0100',
            confirmations: 4,
            txid: DEPOSIT_HASH,
            timestamp: AT_MS / 1000,
            status: 'COMPLETED',
          },
        ],
        withdrawals: [
          {
            withdrawalRequestsId: 33485231,
            currency: 'ETH',
            address: ETHER,
            amount: '13.20',
            fee: '0.0100',
            timestamp: AT_MS / 1000,
            status: 'AWAITING APPROVAL',
            txid: null,
            ipAddress: '192.0.2.1',
            paymentID: null,
          },
        ],
      },
      'GET api.poloniex.com/accounts/balances': [
        {
          accountId: '1',
          accountType: 'SPOT',
          balances: [{ currencyId: '28', currency: 'BTC', available: '0.4500', hold: '0.1' }],
        },
      ],
    },
    rows: [
      [
        'deposit',
        'completed',
        'BTC',
        '0.0100',
        AT_MS,
        DEPOSIT_HASH,
        'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        null,
        null,
      ],
      ['withdrawal', 'pending', 'ETH', '13.19', AT_MS, null, ETHER, '0.0100', 'ETH'],
    ],
    balances: [['BTC', '0.4500']],
  },
  upbit: {
    answers: {
      'GET api.upbit.com/v1/deposits': [
        {
          type: 'deposit',
          uuid: '94332e99-3a87-4a35-ad98-28b0c969f830',
          currency: 'KRW',
          txid: 'BKD-2017',
          state: 'ACCEPTED',
          created_at: '2024-06-10T15:15:23+09:00',
          done_at: null,
          amount: '100000.0',
          fee: '0.0',
        },
      ],
      'GET api.upbit.com/v1/withdraws': [
        {
          type: 'withdraw',
          uuid: '9f432943-54e0-40b7-825f-b6fec8b42b79',
          currency: 'BTC',
          txid: null,
          state: 'PROCESSING',
          created_at: '2024-06-10T15:15:23+09:00',
          done_at: null,
          amount: '0.010',
          fee: '0.0005',
        },
      ],
      'GET api.upbit.com/v1/accounts': [{ currency: 'BTC', balance: '0.2500', locked: '0.0' }],
    },
    rows: [
      ['deposit', 'completed', 'KRW', '100000.0', AT_MS, 'BKD-2017', null, '0.0', 'KRW'],
      ['withdrawal', 'pending', 'BTC', '0.010', AT_MS, null, null, '0.0005', 'BTC'],
    ],
    balances: [['BTC', '0.2500']],
  },
  whitebit: {
    answers: {
      'POST whitebit.com/api/v4/main-account/history': {
        limit: 100,
        offset: 0,
        total: 2,
        records: [
          {
            address: TRON,
            uniqueId: null,
            transactionId: 'a6d71d69-2b17',
            createdAt: AT_MS / 1000,
            currency: 'Tether',
            ticker: 'USDT',
            method: 1,
            amount: '600.10',
            fee: '0',
            status: 3,
            transactionHash: DEPOSIT_HASH,
          },
          {
            address: TRON,
            uniqueId: 'mine-1',
            transactionId: 'a6d71d69-2b18',
            createdAt: AT_MS / 1000 + 1,
            currency: 'Tether',
            ticker: 'USDT',
            method: 2,
            amount: '20.500',
            fee: '1.50',
            status: 4,
            transactionHash: null,
          },
        ],
      },
      'POST whitebit.com/api/v4/main-account/balance': { USDT: { main_balance: '0.5000' } },
    },
    rows: [
      ['deposit', 'completed', 'USDT', '600.10', AT_MS, DEPOSIT_HASH, TRON, '0', 'USDT'],
      ['withdrawal', 'canceled', 'USDT', '20.500', AT_MS + 1000, null, TRON, '1.50', 'USDT'],
    ],
    balances: [['USDT', '0.5000']],
  },
};
