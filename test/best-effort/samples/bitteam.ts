import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  patternOf,
  TRON,
  type ExchangeSample,
  WITHDRAWAL_HASH,
} from '../exchange-sample.ts';

const links = [
  {
    tx: 'https://etherscan.io/tx/',
    address: 'https://etherscan.io/address/',
    blockChain: 'Ethereum',
  },
  { tx: 'https://tronscan.org/#/transaction/', blockChain: 'Tron' },
  { tx: 'https://bscscan.com/tx/', blockChain: 'Binance' },
];
const usdt = {
  txLimits: {
    minDeposit: '0.001',
    minWithdraw: '1.50',
    maxWithdraw: '100000',
    withdrawCommissionPercentage: 'NaN',
    withdrawCommissionFixed: { Tron: '2', Binance: '2', Ethereum: '20' },
  },
  id: 3,
  status: 1,
  symbol: 'usdt',
  title: 'Tether USD',
  decimals: 6,
  blockChain: '',
  precision: 6,
  active: true,
  type: 'crypto',
  typeNetwork: 'internalGW',
  links,
};
/** A coin of one chain, whose fee is a text. */
const eth = {
  ...usdt,
  txLimits: { minWithdraw: '0.02', maxWithdraw: '10000', withdrawCommissionFixed: '0.005' },
  id: 2,
  symbol: 'eth',
  decimals: 18,
  blockChain: 'Ethereum',
  links: [links[0]],
};
const transaction = {
  id: 1_329_686,
  orderId: '2f060ad5-30f7-4f2b-ac5f-1bb8f5fd34dc',
  recipient: TRON,
  sender: ETHER,
  symbolId: 2,
  amount: '44000000000000000',
  params: { tx_id: DEPOSIT_HASH },
  reason: null,
  timestamp: AT_MS,
  status: 'success',
  type: 'deposit',
  blockChain: 'Ethereum',
  currency: { symbol: 'eth', decimals: 18, blockChain: 'Ethereum', links },
};
const held = (free: string): object => ({ free, used: '1', total: '99' });

export const sample: ExchangeSample = {
  responses: {
    'GET bit.team/trade/api/transactionsOfUser': {
      ok: true,
      result: {
        count: 3,
        transactions: [
          transaction,
          { ...transaction, id: 1_329_687, sender: null, type: 'deposit', status: 'approving' },
          {
            ...transaction,
            id: 1_329_688,
            amount: '100500000',
            type: 'withdraw',
            status: 'approving',
            params: { tx_id: WITHDRAWAL_HASH },
            currency: { symbol: 'usdt', decimals: 6, blockChain: '', links },
          },
        ],
      },
    },
    'GET bit.team/trade/api/ccxt/balance': {
      ok: true,
      result: {
        free: { USDT: '7.50' },
        used: { USDT: '1' },
        total: { USDT: '8.50' },
        USDT: held('7.50'),
        ETH: held('0.250'),
        DEL: held('3'),
        RUB: held('100'),
      },
    },
    'GET bit.team/trade/api/currencies': {
      ok: true,
      result: {
        count: 4,
        currencies: [
          usdt,
          eth,
          { ...eth, id: 5, symbol: 'del', blockChain: 'Decimal', links: [] },
          { ...eth, id: 9, symbol: 'rub', type: 'fiat', blockChain: 'Bank' },
        ],
      },
    },
    'GET bit.team/trade/api/cmc/assets': {
      USDT: { unified_cryptoasset_id: 3, withdrawStatus: true, depositStatus: true },
      ETH: { unified_cryptoasset_id: 2, withdrawStatus: false, depositStatus: true },
      DEL: { unified_cryptoasset_id: 5, withdrawStatus: true, depositStatus: true },
    },
  },
  rows: [
    `deposit completed ETH 0.044 ${AT_MS} ${DEPOSIT_HASH} ${ETHER} - -`,
    `deposit pending ETH 0.044 ${AT_MS} ${DEPOSIT_HASH} ${TRON} - -`,
    `withdrawal pending USDT 100.5 ${AT_MS} ${WITHDRAWAL_HASH} ${TRON} - -`,
  ],
  balances: [
    ['USDT', '7.50'],
    ['ETH', '0.250'],
    ['DEL', '3'],
    ['RUB', '100'],
  ],
  networks: {
    USDT: [
      ['Tron', 'TRX', 'Tron', '1.50', '100000', patternOf('TRX')],
      ['Binance', 'BSC', 'Binance', '1.50', '100000', patternOf('BSC')],
      ['Ethereum', 'ETH', 'Ethereum', '1.50', '100000', patternOf('ETH')],
    ],
    ETH: [],
    DEL: [['Decimal', 'Decimal', 'Decimal', '0.02', '10000', null]],
    RUB: [],
  },
  withdrawableUnverified: true,
};
