import { AT_MS, DEPOSIT_HASH, type ExchangeSample } from '../exchange-sample.ts';

const row = { asset: 1, fee: '0', accountId: 100009 };

export const sample: ExchangeSample = {
  responses: {
    'GET api.starknet.extended.exchange/api/v1/info/assets': {
      status: 'OK',
      data: [{ id: 1, name: 'USD', symbol: 'USD', precision: 6, isActive: true }],
    },
    'GET api.starknet.extended.exchange/api/v1/user/assetOperations': {
      status: 'OK',
      data: [
        {
          ...row,
          id: '1951255127004282880',
          type: 'TRANSFER',
          status: 'COMPLETED',
          amount: '-3.0000000000000000',
          time: AT_MS,
          counterpartyAccountId: 100023,
        },
        {
          ...row,
          id: '1951255127004282881',
          type: 'DEPOSIT',
          status: 'IN_PROGRESS',
          amount: '250.5000000000000000',
          time: AT_MS + 1,
          chain: 'ETH',
          transactionHash: DEPOSIT_HASH,
        },
        {
          ...row,
          id: '1951255127004282882',
          type: 'WITHDRAWAL',
          status: 'REJECTED',
          amount: '-7.2500000000000000',
          fee: '1.5',
          time: AT_MS + 2,
          chain: 'ARB',
        },
      ],
      pagination: { count: 3 },
    },
    'GET api.starknet.extended.exchange/api/v1/user/spot/balances': {
      status: 'OK',
      data: [
        {
          accountId: 100009,
          asset: 'USDC',
          balance: '13500.50',
          indexPrice: '1',
          availableToWithdraw: '100.25',
          updatedAt: 1701563440,
        },
        // Insufficient collateral.
        { accountId: 100009, asset: 'ETH', balance: '-0.5', availableToWithdraw: '-0.5' },
      ],
    },
  },
  rows: [
    `transfer_out completed USDC 3.0000000000000000 ${AT_MS} - - 0 USDC`,
    `deposit pending USDC 250.5000000000000000 ${AT_MS + 1} ${DEPOSIT_HASH} - 0 USDC`,
    `withdrawal failed USDC 7.2500000000000000 ${AT_MS + 2} - - 1.5 USDC`,
  ],
  balances: [
    ['USDC', '100.25'],
    ['ETH', '0'],
  ],
};
