import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  TRON,
  patternOf,
  type ExchangeSample,
} from '../exchange-sample.ts';

const SENDER = '0x7830c87c02e56aff27fa9ab1241711331fa86f58';
const chain = (name: string, further: object = {}): object => ({
  chain: name,
  depositEnabled: true,
  withdrawEnabled: true,
  withdrawFeeAmount: '1.000000000000000000',
  withdrawMinAmount: '10',
  depositFeeRate: '0',
  ...further,
});
const list = (items: readonly object[]): object => ({
  rc: 0,
  mc: 'SUCCESS',
  ma: [],
  result: { hasPrev: false, hasNext: false, items },
});

export const sample: ExchangeSample = {
  responses: {
    'GET sapi.xt.com/v4/public/time': { rc: 0, result: { serverTime: Date.now() } },
    'GET sapi.xt.com/v4/public/wallet/support/currency': {
      rc: 0,
      mc: 'SUCCESS',
      result: [
        {
          currency: 'usdt',
          supportChains: [
            chain('Tron'),
            chain('Ethereum', { withdrawMinAmount: '1E+1' }),
            chain('BNB Smart Chain', { withdrawEnabled: false }),
            chain('XT Smart Chain'),
          ],
        },
        { currency: 'odd', supportChains: [chain('Tron', { withdrawEnabled: 'soon' })] },
      ],
    },
    'GET sapi.xt.com/v4/public/currencies': {
      rc: 0,
      result: { currencies: [{ id: 11, currency: 'usdt', type: 'FT', fullName: 'Tether' }] },
    },
    'GET sapi.xt.com/v4/balances': {
      rc: 0,
      result: {
        assets: [
          {
            currency: 'usdt',
            frozenAmount: '0.03',
            availableAmount: '31.70',
            totalAmount: '31.73',
          },
          { currency: 'odd', availableAmount: '1.50', totalAmount: '1.50' },
        ],
      },
    },
    'GET sapi.xt.com/v4/deposit/history': list([
      {
        id: 170368702,
        currency: 'usdt',
        chain: 'Ethereum',
        status: 'SUCCESS',
        amount: '31.792520',
        transactionId: DEPOSIT_HASH,
        address: ETHER,
        fromAddr: SENDER,
        createdTime: AT_MS,
      },
    ]),
    'GET sapi.xt.com/v4/withdraw/history': list([
      {
        id: 950898,
        currency: 'usdt',
        chain: 'Tron',
        address: TRON,
        status: 'CANCEL',
        amount: '5.0',
        fee: '2.00',
        transactionId: '',
        createdTime: AT_MS + 1,
      },
    ]),
  },
  rows: [
    `deposit completed USDT 31.792520 ${AT_MS} ${DEPOSIT_HASH} ${SENDER} - -`,
    `withdrawal canceled USDT 5.0 ${AT_MS + 1} - ${TRON} 2.00 USDT`,
  ],
  balances: [
    ['USDT', '31.70'],
    ['ODD', '1.50'],
  ],
  networks: {
    USDT: [
      ['Tron', 'TRX', 'Tron', '10', null, patternOf('TRX')],
      ['Ethereum', 'ETH', 'Ethereum', '1E+1', null, patternOf('ETH')],
      ['XT Smart Chain', 'XSC', 'XT Smart Chain', '10', null, patternOf('ETH')],
    ],
  },
  quarantined: ['networks:odd:0'],
  withdrawableUnverified: true,
};
