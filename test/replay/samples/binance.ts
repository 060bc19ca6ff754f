/** Responses in Binance's format (developers.binance.com, Wallet). */
import type { RecordedResponses } from '../../best-effort/recorded-exchange.ts';

export const DEPOSIT = {
  id: '769800519366885376',
  amount: '0.00999800',
  coin: 'BTC',
  network: 'BTC',
  status: 1,
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  addressTag: '',
  txId: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
  insertTime: 1718000123456,
  transferType: 0,
  confirmTimes: '2/2',
  unlockConfirm: '0',
  walletType: 0,
};

export const WITHDRAWAL = {
  id: 'b6ae22b3aa844210a7041aee7589627c',
  amount: '89.93',
  transactionFee: '0.80000000',
  coin: 'USDT',
  status: 6,
  address: 'TVjsyZ7fYF3qLF6BQgPmTEZy1xrNNyVAAA',
  txId: '7c1d7a04c0f6a1b9d4c2a7f0e1b3c5d7e9f1a3b5c7d9e1f3a5b7c9d1e3f5a7b9',
  applyTime: '2024-06-11 09:15:42',
  network: 'TRX',
  transferType: 0,
  info: 'TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb',
  confirmNo: 20,
  walletType: 0,
  txKey: '',
  completeTime: '2024-06-11 09:18:03',
};

const NETWORK = {
  withdrawIntegerMultiple: '0.00000001',
  depositEnable: true,
  withdrawEnable: true,
  withdrawFee: '0.01',
  withdrawMin: '10',
  withdrawMax: '310000000',
  minConfirm: 1,
  unLockConfirm: 0,
  memoRegex: '',
};

/** Rows of `capital/config/getall`, which contains all coins. */
export const COINS = [
  {
    coin: 'USDT',
    depositAllEnable: true,
    withdrawAllEnable: true,
    name: 'TetherUS',
    isLegalMoney: false,
    networkList: [
      {
        ...NETWORK,
        network: 'BSC',
        coin: 'USDT',
        name: 'BNB Smart Chain (BEP20)',
        addressRegex: '^(0x)[0-9A-Fa-f]{40}$',
        contractAddress: '0x55d398326f99059ff775485246999027b3197955',
      },
      {
        ...NETWORK,
        network: 'TRX',
        coin: 'USDT',
        name: 'Tron (TRC20)',
        addressRegex: '^T[1-9A-HJ-NP-Za-km-z]{33}$',
        withdrawMax: '10000000',
        contractAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      },
      {
        ...NETWORK,
        network: 'TON',
        coin: 'USDT',
        name: 'The Open Network (TON)',
        addressRegex: '^[UE][Qf][0-9a-z-A-Z\\-\\_]{46}$',
      },
    ],
  },
  {
    coin: 'BTC',
    depositAllEnable: true,
    withdrawAllEnable: true,
    name: 'Bitcoin',
    isLegalMoney: false,
    networkList: [
      {
        ...NETWORK,
        network: 'BTC',
        coin: 'BTC',
        name: 'Bitcoin',
        addressRegex: '^[13][a-km-zA-HJ-NP-Z1-9]{25,34}$|^[(bc1q)|(bc1p)][0-9A-Za-z]{37,62}$',
        withdrawMin: '0.001',
        withdrawMax: '7500',
      },
      {
        ...NETWORK,
        network: 'SEGWITBTC',
        coin: 'BTC',
        name: 'BTC(SegWit)',
        addressRegex: '',
        withdrawEnable: false,
      },
    ],
  },
];

export const BALANCES = [
  { asset: 'BTC', free: '0.00999800', locked: '0.00000000' },
  { asset: 'USDT', free: '12.50000000', locked: '7.50000000' },
];

export const RESPONSES: RecordedResponses = {
  'GET api.binance.com/api/v3/time': () => ({ serverTime: Date.now() }),
  'GET api.binance.com/api/v3/account': {
    makerCommission: 15,
    canWithdraw: true,
    accountType: 'SPOT',
    balances: BALANCES,
    permissions: ['SPOT'],
  },
  'GET api.binance.com/sapi/v1/capital/config/getall': COINS,
  'GET api.binance.com/sapi/v1/capital/deposit/hisrec': [DEPOSIT],
  'GET api.binance.com/sapi/v1/capital/withdraw/history': [WITHDRAWAL],
  'GET api.binance.com/sapi/v1/fiat/orders': {
    code: '000000',
    message: 'success',
    data: [],
    total: 0,
    success: true,
  },
};
