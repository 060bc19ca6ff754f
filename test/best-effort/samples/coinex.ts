import {
  AT_MS,
  DEPOSIT_HASH,
  patternOf,
  TRON,
  WITHDRAWAL_HASH,
  type ExchangeSample,
} from '../exchange-sample.ts';

const chain = { deposit_enabled: true, withdraw_enabled: true, withdrawal_precision: 8, memo: '' };
const deposit = {
  created_at: AT_MS,
  ccy: 'USDT',
  chain: 'TRC20',
  deposit_method: 'ON_CHAIN',
  actual_amount: '',
  to_address: TRON,
  remark: '',
};

export const sample: ExchangeSample = {
  responses: {
    'GET api.coinex.com/v2/assets/deposit-history': {
      code: 0,
      data: [
        {
          ...deposit,
          deposit_id: 5173801,
          tx_id: DEPOSIT_HASH,
          amount: '30.50',
          status: 'FINISHED',
        },
        { ...deposit, deposit_id: 5173802, tx_id: '', amount: '0.10', status: 'too_small' },
        { ...deposit, deposit_id: 5173803, tx_id: '', amount: '7', status: 'exception' },
      ],
      pagination: { total: 3, has_next: false },
      message: 'OK',
    },
    'GET api.coinex.com/v2/assets/withdraw': {
      code: 0,
      data: [
        {
          withdraw_id: 259364,
          created_at: AT_MS,
          withdraw_method: 'ON_CHAIN',
          ccy: 'USDT',
          amount: '23.845744',
          actual_amount: '22.445744',
          chain: 'TRC20',
          tx_fee: '1.4',
          fee_asset: 'USDT',
          fee_amount: '1.4',
          to_address: TRON,
          memo: '',
          tx_id: WITHDRAWAL_HASH,
          status: 'cancelled',
          remark: '',
        },
      ],
      pagination: { total: 1, has_next: false },
      message: 'OK',
    },
    'GET api.coinex.com/v2/assets/spot/balance': {
      code: 0,
      data: [
        { available: '0.00000046', ccy: 'USDT', frozen: '5' },
        { available: '2.5', ccy: 'CET', frozen: '0' },
      ],
      message: 'OK',
    },
    'GET api.coinex.com/v2/assets/all-deposit-withdraw-config': {
      code: 0,
      data: [
        {
          asset: { ccy: 'USDT', deposit_enabled: true, withdraw_enabled: true },
          chains: [
            { ...chain, chain: 'BSC', min_withdraw_amount: '0.50' },
            { ...chain, chain: 'TRC20', min_withdraw_amount: '1' },
            { ...chain, chain: 'AVA_C', min_withdraw_amount: '0.5', withdraw_enabled: false },
            { ...chain, chain: 'CSC', min_withdraw_amount: '0.5' },
          ],
        },
        // A coin without withdrawals, and one that cannot be read.
        {
          asset: { ccy: 'CET', deposit_enabled: true, withdraw_enabled: false },
          chains: [{ ...chain, chain: 'CSC', min_withdraw_amount: '8' }],
        },
        { asset: { ccy: 'ODD', withdraw_enabled: true }, chains: 'none' },
      ],
      message: 'OK',
    },
  },
  rows: [
    `deposit completed USDT 30.50 ${AT_MS} ${DEPOSIT_HASH} ${TRON} - -`,
    `deposit pending USDT 0.10 ${AT_MS} - ${TRON} - -`,
    `deposit failed USDT 7 ${AT_MS} - ${TRON} - -`,
    `withdrawal canceled USDT 22.445744 ${AT_MS} ${WITHDRAWAL_HASH} ${TRON} 1.4 USDT`,
  ],
  balances: [
    ['USDT', '0.00000046'],
    ['CET', '2.5'],
  ],
  networks: {
    USDT: [
      ['BSC', 'BSC', 'BNB Smart Chain', '0.50', null, patternOf('BSC')],
      ['TRC20', 'TRX', 'Tron', '1', null, patternOf('TRX')],
      ['CSC', 'CSC', 'CSC', '0.5', null, null],
    ],
    CET: [],
  },
  quarantined: ['networks:ODD'],
  withdrawableUnverified: true,
};
