import { AT_MS, DEPOSIT_HASH, type ExchangeSample, WITHDRAWAL_HASH } from '../exchange-sample.ts';

const WALLET = 'dydx14zzueazeh0hj67cghhf9jypslcf9sh2n5k6art';
const OTHER = 'dydx1slanxj8x9ntk9knwa6cvfv2tzlsq5gk3dshml0';

export const sample: ExchangeSample = {
  responses: {
    'GET indexer.dydx.trade/v4/transfers': {
      transfers: [
        {
          id: '6a6075bc-7183-5fd9-bc9d-894e238aa521',
          sender: { address: OTHER },
          recipient: { address: WALLET, subaccountNumber: 0 },
          size: '105.50',
          createdAt: '2024-06-10T06:15:23.000Z',
          createdAtHeight: '45116125',
          symbol: 'USDC',
          type: 'DEPOSIT',
          transactionHash: DEPOSIT_HASH.toUpperCase(),
        },
        {
          id: '6a6075bc-7183-5fd9-bc9d-894e238aa522',
          sender: { address: WALLET, subaccountNumber: 0 },
          recipient: { address: OTHER },
          size: '9.000001',
          createdAt: '2024-06-10T06:15:24.000Z',
          createdAtHeight: '45116126',
          symbol: 'USDC',
          type: 'WITHDRAWAL',
          transactionHash: WITHDRAWAL_HASH.toUpperCase(),
        },
      ],
    },
    'GET indexer.dydx.trade/v4/addresses/0x2222222222222222222222222222222222222222/subaccountNumber/0':
      {
        subaccount: {
          address: WALLET,
          subaccountNumber: 0,
          equity: '161451.040416029',
          freeCollateral: '152508.28819133578',
          openPerpetualPositions: {},
          assetPositions: {
            USDC: { size: '608580.951601', symbol: 'USDC', side: 'LONG', assetId: '0' },
          },
        },
      },
  },
  rows: [
    `withdrawal completed USDC 9.000001 ${AT_MS + 1000} ${WITHDRAWAL_HASH.toUpperCase()} ${OTHER} - -`,
    `deposit completed USDC 105.50 ${AT_MS} ${DEPOSIT_HASH.toUpperCase()} ${OTHER} - -`,
  ],
  balances: [['USDC', '152508.28819133578']],
  withdrawableUnverified: true,
};
