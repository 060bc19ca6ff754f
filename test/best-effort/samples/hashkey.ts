import {
  AT_MS,
  DEPOSIT_HASH,
  patternOf,
  TRON,
  WITHDRAWAL_HASH,
  type ExchangeSample,
} from '../exchange-sample.ts';

const chain = {
  withdrawFee: '0',
  maxWithdrawQuantity: '0',
  minDepositQuantity: '0.01',
  allowDeposit: true,
  allowWithdraw: true,
};
const coin = { orgId: '9001', allowWithdraw: true, allowDeposit: true };
const deposit = { time: String(AT_MS), address: TRON, txId: DEPOSIT_HASH };

export const sample: ExchangeSample = {
  responses: {
    'GET api-glb.hashkey.com/api/v1/account/depositOrders': [
      // The token of a chain; the balance contains the currency.
      {
        ...deposit,
        coin: 'TRXUSDT',
        coinName: 'TRXUSDT',
        quantity: '86.00000000000000000000',
        status: 4,
        statusCode: '4',
        depositOrderId: 'D578755281141776384',
      },
      {
        ...deposit,
        time: String(AT_MS + 1),
        coin: 'ETH_USDT',
        coinName: 'USDT',
        quantity: '5.0',
        status: 8,
        statusCode: '8',
        depositOrderId: 'D578755281141776385',
      },
      {
        ...deposit,
        time: String(AT_MS + 2),
        coin: 'BTC',
        coinName: 'BTC',
        quantity: '0.10',
        status: 6,
        statusCode: '6',
        depositOrderId: 'D578755281141776386',
      },
    ],
    'GET api-glb.hashkey.com/api/v1/account/withdrawOrders': [
      {
        time: String(AT_MS + 3),
        id: 'W611267400947572736',
        coin: 'USDT',
        coinId: 'USDT',
        coinName: 'USDT',
        address: TRON,
        quantity: '2.00000000',
        arriveQuantity: '2.00000000',
        txId: WITHDRAWAL_HASH,
        addressUrl: TRON,
        feeCoinId: 'USDT',
        feeCoinName: 'USDT',
        fee: '1.00000000',
        status: 'successful',
        remark: '',
      },
    ],
    'GET api-glb.hashkey.com/api/v1/account': {
      balances: [
        { asset: 'USDT', assetId: 'USDT', total: '40.50', free: '30.50', locked: '10' },
        { asset: 'USD', assetId: 'USD', total: '9.00', free: '9.00', locked: '0' },
      ],
      userId: '1732885739572845312',
    },
    'GET api-glb.hashkey.com/api/v1/exchangeInfo': {
      coins: [
        {
          ...coin,
          coinId: 'USDT',
          coinName: 'USDT',
          coinFullName: 'Tether',
          tokenType: 'ERC20_TOKEN',
          chainTypes: [
            { ...chain, chainType: 'ERC20', minWithdrawQuantity: '25' },
            { ...chain, chainType: 'TRC20', minWithdrawQuantity: '1.0', allowWithdraw: false },
            {
              ...chain,
              chainType: 'Arbitrum',
              minWithdrawQuantity: '1.0',
              maxWithdrawQuantity: '5000',
            },
          ],
        },
        {
          ...coin,
          coinId: 'USD',
          coinName: 'USD',
          coinFullName: 'US dollar',
          tokenType: 'REAL_MONEY',
          chainTypes: [],
        },
      ],
    },
  },
  rows: [
    `deposit completed USDT 86.00000000000000000000 ${AT_MS} ${DEPOSIT_HASH} ${TRON} - -`,
    `deposit pending USDT 5.0 ${AT_MS + 1} ${DEPOSIT_HASH} ${TRON} - -`,
    `deposit failed BTC 0.10 ${AT_MS + 2} ${DEPOSIT_HASH} ${TRON} - -`,
    `withdrawal completed USDT 2.00000000 ${AT_MS + 3} ${WITHDRAWAL_HASH} ${TRON} 1.00000000 USDT`,
  ],
  balances: [
    ['USDT', '30.50'],
    ['USD', '9.00'],
  ],
  networks: {
    USDT: [
      ['ERC20', 'ETH', 'Ethereum', '25', null, patternOf('ETH')],
      ['Arbitrum', 'ARBITRUM', 'Arbitrum One', '1.0', '5000', patternOf('ARBITRUM')],
    ],
    USD: [],
  },
  withdrawableUnverified: true,
  requestsMax: 80,
};
