import { AT_MS, DEPOSIT_HASH, ETHER, type ExchangeSample } from '../exchange-sample.ts';

const row = { assetId: 1, timestampSec: AT_MS / 1000, etaTsSec: AT_MS / 1000 + 1 };

export const sample: ExchangeSample = {
  responses: {
    'GET api.hibachi.xyz/capital/history': {
      transactions: [
        {
          ...row,
          blockNumber: 0,
          chain: null,
          id: 42688,
          quantity: '6.130000',
          status: 'completed',
          token: null,
          transactionHash: `0x${DEPOSIT_HASH}`,
          transactionType: 'deposit',
        },
        {
          ...row,
          id: 12993,
          isInstantWithdrawal: false,
          quantity: '0.111930',
          status: 'failed',
          transactionHash: null,
          transactionType: 'withdrawal',
          withdrawalAddress: ETHER,
        },
        {
          ...row,
          id: 12994,
          quantity: '2.500000',
          status: 'completed',
          transactionType: 'transfer-in',
          srcAccountId: 17,
        },
      ],
    },
    'GET api.hibachi.xyz/trade/account/info': {
      assets: [{ quantity: '30.000000', symbol: 'USDT' }],
      balance: '30.000000',
      maximalWithdraw: '21.500000',
      positions: [],
    },
  },
  rows: [
    `deposit completed USDT 6.130000 ${AT_MS} 0x${DEPOSIT_HASH} - - -`,
    `withdrawal failed USDT 0.111930 ${AT_MS} - ${ETHER} - -`,
    `transfer_in completed USDT 2.500000 ${AT_MS} - - - -`,
  ],
  balances: [['USDT', '21.500000']],
};
