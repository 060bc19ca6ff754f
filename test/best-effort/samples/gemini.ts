import { AT_MS, ETHER, type ExchangeSample } from '../exchange-sample.ts';

export const sample: ExchangeSample = {
  responses: {
    'POST api.gemini.com/v1/transfers': [
      {
        type: 'Deposit',
        status: 'Complete',
        timestampms: AT_MS,
        eid: 320013281,
        currency: 'USD',
        amount: '36.00',
        method: 'ACH',
      },
      {
        type: 'Withdrawal',
        status: 'Pending',
        timestampms: AT_MS + 7,
        eid: 341167014,
        currency: 'ETH',
        amount: '1.50',
        feeAmount: '0.0010',
        feeCurrency: 'ETH',
        destination: ETHER,
      },
      {
        type: 'Deposit',
        status: 'Advanced',
        timestampms: AT_MS + 8,
        eid: 341167015,
        currency: 'USD',
        amount: '5.00',
        method: 'ACH',
      },
      // The bank has settled the deposit above.
      {
        type: 'Deposit',
        status: 'Complete',
        timestampms: AT_MS + 10,
        eid: 341167017,
        advanceEid: 341167015,
        currency: 'USD',
        amount: '5.00',
        method: 'ACH',
      },
      {
        type: 'AdminDebit',
        status: 'Complete',
        timestampms: AT_MS + 9,
        eid: 341167016,
        currency: 'USD',
        amount: '1.00',
      },
    ],
    'POST api.gemini.com/v1/balances': [
      {
        type: 'exchange',
        currency: 'USD',
        amount: '30.10',
        available: '20.10',
        // A deposit from a bank can be traded before it can be withdrawn.
        availableForWithdrawal: '15.05',
      },
    ],
  },
  rows: [
    `deposit completed USD 36.00 ${AT_MS} - - - -`,
    `withdrawal pending ETH 1.50 ${AT_MS + 7} - ${ETHER} 0.0010 ETH`,
    `deposit completed USD 5.00 ${AT_MS + 8} - - - -`,
    `debit completed USD 1.00 ${AT_MS + 9} - - - -`,
  ],
  balances: [['USD', '15.05']],
  networks: { USD: [] },
};
