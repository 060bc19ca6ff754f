import { AT_MS, DEPOSIT_HASH, TRON, patternOf, type ExchangeSample } from '../exchange-sample.ts';

const chain = (chainType: string, further: object = {}): object => ({
  chainType,
  withdrawFee: '1',
  minWithdrawQuantity: '10',
  maxWithdrawQuantity: '0',
  minDepositQuantity: '1',
  allowDeposit: true,
  allowWithdraw: true,
  ...further,
});

export const sample: ExchangeSample = {
  responses: {
    'GET api.toobit.com/api/v1/account/depositOrders': [
      {
        time: AT_MS,
        id: '100234',
        coinName: 'EOS',
        coinId: 'EOS',
        status: '2',
        address: 'deposit2bb',
        fromAddress: 'clarkkent',
        txId: DEPOSIT_HASH,
        quantity: '1.010',
      },
      {
        time: AT_MS + 1,
        id: '100235',
        coin: 'EOS',
        statusCode: 'AUDIT',
        status: '12',
        address: 'deposit2bb',
        quantity: '2.00',
      },
      {
        time: AT_MS + 2,
        id: '100236',
        coin: 'EOS',
        status: '1',
        address: 'deposit2bb',
        quantity: '3.00',
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
        walletHandleTime: String(AT_MS + 60_000),
        fee: '0.1',
        feeCoinName: 'USDT',
      },
      {
        time: AT_MS + 1,
        id: '90161227158286337',
        coinId: 'USDT',
        statusCode: 'BROKER_REJECT_STATUS',
        status: 2,
        address: TRON,
        txId: '',
        quantity: '5',
        arriveQuantity: '5',
        fee: '0.1',
        feeCoinName: 'USDT',
      },
    ],
    'GET api.toobit.com/api/v1/account': {
      balances: [
        { asset: 'USDT', assetId: 'USDT', total: '7.50', free: '6.50', locked: '1' },
        { asset: 'EOS', total: '3.010', free: '3.010' },
      ],
    },
    'GET api.toobit.com/api/v1/exchangeInfo': {
      timezone: 'UTC',
      symbols: [],
      coins: [
        {
          coinId: 'USDT',
          coinName: 'USDT',
          coinFullName: 'TetherUS',
          allowWithdraw: true,
          chainTypes: [
            chain('ETH', { minWithdrawQuantity: '15.5', maxWithdrawQuantity: '250000' }),
            chain('TRX'),
            chain('BSC', { allowWithdraw: false }),
          ],
        },
        { coinId: 'EOS', coinFullName: 'EOS', allowWithdraw: false, chainTypes: [chain('EOS')] },
        { coinId: 'ODD', coinFullName: 'An odd coin', allowWithdraw: true, chainTypes: 'none' },
      ],
    },
  },
  rows: [
    `deposit completed EOS 1.010 ${AT_MS} ${DEPOSIT_HASH} clarkkent - -`,
    `deposit pending EOS 2.00 ${AT_MS + 1} - deposit2bb - -`,
    `deposit unknown EOS 3.00 ${AT_MS + 2} - deposit2bb - -`,
    `withdrawal pending USDT 14.0 ${AT_MS} - ${TRON} 0.1 USDT`,
    `withdrawal failed USDT 5 ${AT_MS + 1} - ${TRON} 0.1 USDT`,
  ],
  balances: [
    ['USDT', '6.50'],
    ['EOS', '3.010'],
  ],
  networks: {
    USDT: [
      ['ETH', 'ETH', 'Ethereum', '15.5', '250000', patternOf('ETH')],
      ['TRX', 'TRX', 'Tron', '10', null, patternOf('TRX')],
    ],
    EOS: [],
  },
  quarantined: ['networks:ODD'],
  withdrawableUnverified: true,
};
