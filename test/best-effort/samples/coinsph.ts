import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  patternOf,
  WITHDRAWAL_HASH,
  type ExchangeSample,
} from '../exchange-sample.ts';

const network = { depositEnable: true, withdrawEnable: true, memoRegex: '', withdrawFee: '3' };
const coin = { depositAllEnable: true, withdrawAllEnable: true, free: '0', locked: '0' };

export const sample: ExchangeSample = {
  responses: {
    'GET api.pro.coins.ph/openapi/wallet/v1/deposit/history': [
      {
        id: 'd_769800519366885376',
        amount: '0.0010',
        coin: 'BTC',
        network: 'BTC',
        status: 3,
        address: '15g7UoRTVjAdUnHyRMCt4RrZ4m1Aib61rr',
        addressTag: '',
        txId: DEPOSIT_HASH,
        insertTime: AT_MS,
        confirmNo: 10,
      },
      {
        id: 'd_769800519366885377',
        amount: '0.02',
        coin: 'PHP',
        network: 'Internal',
        status: 1,
        address: 'Internal Transfer',
        addressTag: 'Internal Transfer',
        txId: 'Internal Transfer',
        insertTime: AT_MS + 1,
        transferType: '0',
      },
    ],
    'GET api.pro.coins.ph/openapi/wallet/v1/withdraw/history': [
      {
        id: '459890698271244288',
        amount: '0.010',
        transactionFee: '0.00037',
        coin: 'ETH',
        status: 2,
        address: ETHER,
        addressTag: '',
        txId: WITHDRAWAL_HASH,
        applyTime: AT_MS + 2,
        network: 'ETH',
        withdrawOrderId: null,
        info: '',
        confirmNo: 100,
      },
    ],
    'GET api.pro.coins.ph/openapi/v1/account': {
      accountType: 'SPOT',
      balances: [
        { asset: 'USDT', free: '16.50', locked: '1.00' },
        { asset: 'PHP', free: '100.25', locked: '0.00' },
      ],
    },
    'GET api.pro.coins.ph/openapi/wallet/v1/config/getall': [
      { ...coin, coin: 'PHP', name: 'PHP', networkList: [], legalMoney: true },
      {
        ...coin,
        coin: 'USDT',
        name: 'USDT',
        legalMoney: false,
        networkList: [
          {
            ...network,
            addressRegex: '^0x[0-9a-fA-F]{40}$',
            network: 'ETH',
            name: 'Ethereum (ERC20)',
            withdrawMin: '10.0',
            withdrawMax: '500000',
          },
          // A blank instead of a pattern.
          {
            ...network,
            addressRegex: ' ',
            network: 'TRX',
            name: 'TRON',
            withdrawMin: '20',
            withdrawMax: '1000000',
          },
          {
            ...network,
            addressRegex: '',
            network: 'BSC',
            name: 'BNB Smart Chain (BEP20)',
            withdrawMin: '20',
            withdrawMax: '1000000',
            withdrawEnable: false,
          },
        ],
      },
    ],
  },
  rows: [
    `deposit pending BTC 0.0010 ${AT_MS} ${DEPOSIT_HASH} 15g7UoRTVjAdUnHyRMCt4RrZ4m1Aib61rr - -`,
    `deposit completed PHP 0.02 ${AT_MS + 1} - - - -`,
    `withdrawal failed ETH 0.010 ${AT_MS + 2} ${WITHDRAWAL_HASH} ${ETHER} 0.00037 ETH`,
  ],
  balances: [
    ['USDT', '16.50'],
    ['PHP', '100.25'],
  ],
  networks: {
    USDT: [
      ['ETH', 'ETH', 'Ethereum (ERC20)', '10.0', '500000', '^0x[0-9a-fA-F]{40}$'],
      ['TRX', 'TRX', 'TRON', '20', '1000000', patternOf('TRX')],
    ],
    PHP: [],
  },
  withdrawableUnverified: true,
};
