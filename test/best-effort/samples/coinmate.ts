import { AT_MS, DEPOSIT_HASH, type ExchangeSample } from '../exchange-sample.ts';

const LITECOIN = 'LQrtSKA6LnhcwRrEuiborQJnjFF56xqsFn';

export const sample: ExchangeSample = {
  responses: {
    'POST coinmate.io/api/transferHistory': {
      error: false,
      errorMessage: null,
      data: [
        {
          transactionId: 1862815,
          timestamp: AT_MS,
          amountCurrency: 'LTC',
          amount: '1.50',
          fee: 0,
          walletType: 'LTC',
          transferType: 'DEPOSIT',
          transferStatus: 'COMPLETED',
          txid: DEPOSIT_HASH,
          destination: LITECOIN,
          destinationTag: null,
        },
        {
          transactionId: 2140966,
          timestamp: AT_MS + 1,
          amountCurrency: 'EUR',
          amount: '8421.7228',
          fee: '16.8772',
          walletType: 'BANK_WIRE',
          transferType: 'WITHDRAWAL',
          transferStatus: 'SENT',
          txid: null,
          destination: null,
          destinationTag: null,
        },
      ],
    },
    'POST coinmate.io/api/balances': {
      error: false,
      errorMessage: null,
      data: {
        EUR: { currency: 'EUR', balance: '10.50', reserved: '2.25', available: '8.25' },
        LTC: { currency: 'LTC', balance: '3.10000000', reserved: 0, available: '3.10000000' },
      },
    },
  },
  rows: [
    `deposit completed LTC 1.50 ${AT_MS} ${DEPOSIT_HASH} ${LITECOIN} 0 LTC`,
    `withdrawal pending EUR 8421.7228 ${AT_MS + 1} - - 16.8772 EUR`,
  ],
  balances: [
    ['EUR', '8.25'],
    ['LTC', '3.10000000'],
  ],
  networks: { EUR: [] },
  withdrawableUnverified: true,
};
