import {
  AT_MS,
  DEPOSIT_HASH,
  patternOf,
  TRON,
  WITHDRAWAL_HASH,
  type ExchangeSample,
} from '../exchange-sample.ts';

const chain = {
  deposit_status: 1,
  withdraw_status: 1,
  min_deposit_amount: 10,
  withdraw_fee_rate: 0,
  min_withdraw_fee: 5,
};
const row = {
  chain: 'TRC20',
  address: TRON,
  memo: '',
  created_date: '2024-06-10 06:15:23',
  finished_date: '2024-06-10 08:15:23',
};

export const sample: ExchangeSample = {
  responses: {
    'GET openapi.digifinex.com/v3/deposit/history':
      `{"code":0,"data":[${JSON.stringify({
        ...row,
        id: 1171,
        currency: 'usdt',
        hash: DEPOSIT_HASH,
        state: 3,
      }).slice(0, -1)},"amount":7.4574670,"fee":0},` +
      `${JSON.stringify({ ...row, id: 1172, currency: 'usdt', hash: '', state: 4 }).slice(0, -1)},"amount":1.5,"fee":0}]}`,
    'GET openapi.digifinex.com/v3/withdraw/history': {
      code: 0,
      data: [
        {
          ...row,
          id: 1171,
          currency: 'usdt',
          hash: WITHDRAWAL_HASH,
          state: 2,
          amount: '12.50',
          fee: '1.0',
        },
      ],
    },
    'GET openapi.digifinex.com/v3/spot/assets':
      '{"code":0,"list":[{"currency":"USDT","free":4723846.892081290,"total":4723850.1},' +
      '{"currency":"LTC","free":0.50,"total":0.50}]}',
    // Each network is a row of its own; a coin without a choice of networks names none.
    'GET openapi.digifinex.com/v3/currencies': {
      code: 200,
      data: [
        { ...chain, currency: 'USDT', chain: 'OMNI', min_withdraw_amount: 10, withdraw_status: 0 },
        { ...chain, currency: 'USDT', chain: 'ERC20', min_withdraw_amount: '10.5' },
        { ...chain, currency: 'USDT', chain: 'TRC20', min_withdraw_amount: '10' },
        { ...chain, currency: 'USDT', chain: 'Arbitrum-One', min_withdraw_amount: '2' },
        { ...chain, currency: 'LTC', chain: '', min_withdraw_amount: '0.1' },
        { ...chain, currency: 'DGF13', chain: '', min_withdraw_amount: 0, withdraw_status: null },
      ],
    },
  },
  rows: [
    `deposit completed USDT 7.4574670 ${AT_MS} ${DEPOSIT_HASH} ${TRON} 0 USDT`,
    `deposit failed USDT 1.5 ${AT_MS} - ${TRON} 0 USDT`,
    `withdrawal pending USDT 12.50 ${AT_MS} ${WITHDRAWAL_HASH} ${TRON} 1.0 USDT`,
  ],
  balances: [
    ['USDT', '4723846.892081290'],
    ['LTC', '0.50'],
  ],
  networks: {
    USDT: [
      ['ERC20', 'ETH', 'Ethereum', '10.5', null, patternOf('ETH')],
      ['TRC20', 'TRX', 'Tron', '10', null, patternOf('TRX')],
      ['Arbitrum-One', 'ARBITRUM', 'Arbitrum One', '2', null, patternOf('ARBITRUM')],
    ],
    LTC: [['LTC', 'LTC', 'Litecoin', '0.1', null, patternOf('LTC')]],
  },
  quarantined: ['networks:DGF13'],
  withdrawableUnverified: true,
};
