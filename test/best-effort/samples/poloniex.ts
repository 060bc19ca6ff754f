import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  TRON,
  patternOf,
  type ExchangeSample,
} from '../exchange-sample.ts';

const SEGWIT = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const network = (coin: string, blockchain: string, further: object = {}): object => ({
  coin,
  name: 'Tether USD',
  currencyType: 'address',
  blockchain,
  withdrawalEnable: true,
  depositEnable: true,
  withdrawMin: '5.00000000',
  withdrawFee: '1.00000000',
  decimals: 6,
  ...further,
});

export const sample: ExchangeSample = {
  responses: {
    'GET api.poloniex.com/wallets/activity': {
      adjustments: [],
      deposits: [
        {
          depositNumber: 7397520,
          currency: 'BTC',
          address: SEGWIT,
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
        {
          withdrawalRequestsId: 33485232,
          currency: 'USDTTRON',
          address: TRON,
          amount: '10.00',
          fee: '1.00',
          timestamp: AT_MS / 1000,
          status: 'COMPLETE ERROR',
          txid: null,
        },
      ],
    },
    'GET api.poloniex.com/accounts/balances': [
      {
        accountId: '1',
        accountType: 'SPOT',
        balances: [
          { currencyId: '28', currency: 'BTC', available: '0.4500', hold: '0.1' },
          { currencyId: '214', currency: 'USDT', available: '3.00' },
          { currencyId: '33', currency: 'ETH', available: '-0.25', hold: '0' },
        ],
      },
    ],
    'GET api.poloniex.com/v2/currencies': [
      {
        id: 214,
        coin: 'USDT',
        name: 'Tether USD',
        delisted: false,
        networkList: [
          network('USDT', 'ETH', { withdrawMin: '20.00000000' }),
          network('USDTTRON', 'TRX'),
          network('USDTBSC', 'BSC', { withdrawalEnable: false }),
        ],
      },
      { id: 28, coin: 'BTC', name: 'Bitcoin', networkList: [network('BTC', 'BTC')] },
      { id: 29, coin: 'ODD', name: 'An odd coin', networkList: [{ withdrawalEnable: true }] },
    ],
  },
  rows: [
    `deposit completed BTC 0.0100 ${AT_MS} ${DEPOSIT_HASH} ${SEGWIT} - -`,
    `withdrawal pending ETH 13.19 ${AT_MS} - ${ETHER} 0.0100 ETH`,
    `withdrawal failed USDT 9 ${AT_MS} - ${TRON} 1.00 USDT`,
  ],
  balances: [
    ['BTC', '0.4500'],
    ['USDT', '3.00'],
    // It was borrowed.
    ['ETH', '0'],
  ],
  networks: {
    BTC: [['BTC', 'BTC', 'Bitcoin', '5.00000000', null, patternOf('BTC')]],
    USDT: [
      ['ETH', 'ETH', 'Ethereum', '20.00000000', null, patternOf('ETH')],
      ['TRX', 'TRX', 'Tron', '5.00000000', null, patternOf('TRX')],
    ],
  },
  quarantined: ['networks:ODD:0'],
  withdrawableUnverified: true,
};
