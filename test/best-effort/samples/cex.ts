import { AT_MS, patternOf, type ExchangeSample } from '../exchange-sample.ts';

const row = { clientId: 'up421412345', accountId: '', details: {} };
const network = {
  type: 'token',
  deposit: 'enabled',
  minDeposit: '5',
  withdrawal: 'enabled',
  withdrawalFee: '1',
  withdrawalFeePercent: '0',
  depositConfirmations: '25',
};

export const sample: ExchangeSample = {
  responses: {
    'POST trade.cex.io/api/spot/rest/get_my_funding_history': {
      ok: 'ok',
      data: [
        {
          ...row,
          currency: 'USDT',
          direction: 'withdraw',
          amount: '3.500000',
          commissionAmount: '1.000000',
          status: 'approved',
          updatedAt: '2024-06-10T06:15:23.000Z',
          // CEX.IO's own number, not a txid.
          txId: '30367718',
        },
        {
          ...row,
          currency: 'EUR',
          direction: 'deposit',
          amount: '250.00',
          commissionAmount: '0.00',
          status: 'rejected',
          updatedAt: '2024-06-10T06:15:24.000Z',
          txId: '30367719',
        },
      ],
    },
    // The amount on hold is missing if it is zero.
    'POST trade.cex.io/api/spot/rest/get_my_wallet_balance': {
      ok: 'ok',
      data: {
        TRX: { balance: '0.039369' },
        USDT: { balance: '25.606429', balanceOnHold: '5.100000' },
        EUR: { balance: '10.00' },
      },
    },
    'POST trade.cex.io/api/spot/rest-public/get_currencies_info': {
      ok: 'ok',
      data: [
        { currency: 'TRX', fiat: false, precision: '6', walletWithdrawal: true },
        { currency: 'USDT', fiat: false, precision: '6', walletWithdrawal: true },
        { currency: 'EUR', fiat: true, precision: '2', walletWithdrawal: true },
      ],
    },
    'POST trade.cex.io/api/spot/rest-public/get_processing_info': {
      ok: 'ok',
      data: {
        TRX: { name: 'Tron', blockchains: { tron: { ...network, minWithdrawal: '10' } } },
        USDT: {
          name: 'Tether',
          blockchains: {
            ethereum: { ...network, minWithdrawal: '20.00' },
            binancesmartchain: { ...network, minWithdrawal: '5', withdrawal: 'disabled' },
            tron: { ...network, minWithdrawal: '5.5' },
          },
        },
      },
    },
  },
  rows: [
    `withdrawal completed USDT 3.500000 ${AT_MS} - - 1.000000 USDT`,
    `deposit failed EUR 250.00 ${AT_MS + 1000} - - 0.00 EUR`,
  ],
  balances: [
    ['TRX', '0.039369'],
    ['USDT', '20.506429'],
    ['EUR', '10.00'],
  ],
  networks: {
    TRX: [['tron', 'TRX', 'Tron', '10', null, patternOf('TRX')]],
    USDT: [
      ['ethereum', 'ETH', 'Ethereum', '20.00', null, patternOf('ETH')],
      ['tron', 'TRX', 'Tron', '5.5', null, patternOf('TRX')],
    ],
    EUR: [],
  },
  withdrawableUnverified: true,
};
