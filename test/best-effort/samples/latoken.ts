import { AT_MS, DEPOSIT_HASH, ETHER, TRON, type ExchangeSample } from '../exchange-sample.ts';

const USDT = '0c3a106d-bde3-4c13-a26e-3fd2394529e5';
const BTC = '92151d82-df98-4d88-9a4d-284fa9eca49f';
const SENDER = '0x63dfe4e34a3bfc00eb0220786238a7c6cef8ffc4';
const currency = (id: string, tag: string): object => ({
  id,
  status: 'CURRENCY_STATUS_ACTIVE',
  type: 'CURRENCY_TYPE_CRYPTO',
  name: tag,
  tag,
  decimals: 6,
  minTransferAmount: 0,
});
const account = (type: string, id: string, available: string): object => ({
  id: `${type}-${id}`,
  status: 'ACCOUNT_STATUS_ACTIVE',
  type: `ACCOUNT_TYPE_${type}`,
  timestamp: AT_MS,
  currency: id,
  available,
  blocked: '0.000000',
});
const row = (further: object): object => ({
  id: 'fbf7d0d1-2629-4ad8-9def-7a1dba423362',
  status: 'TRANSACTION_STATUS_CONFIRMED',
  type: 'TRANSACTION_TYPE_DEPOSIT',
  senderAddress: SENDER,
  recipientAddress: ETHER,
  amount: '200.000000000000000000',
  transactionFee: '0.000000000000000000',
  timestamp: AT_MS,
  transactionHash: `${DEPOSIT_HASH}#42`,
  currency: USDT,
  memo: null,
  ...further,
});

export const sample: ExchangeSample = {
  responses: {
    'GET api.latoken.com/v2/time': { serverTime: Date.now() },
    'GET api.latoken.com/v2/currency': [currency(USDT, 'USDT'), currency(BTC, 'BTC')],
    'GET api.latoken.com/v2/auth/account': [
      account('WALLET', USDT, '100.500000'),
      account('SPOT', USDT, '7.000000'),
      account('SPOT', BTC, '0.250000'),
    ],
    'GET api.latoken.com/v2/auth/transaction': {
      hasNext: false,
      content: [
        row({}),
        row({
          id: 'fbf7d0d1-2629-4ad8-9def-7a1dba423363',
          status: 'TRANSACTION_STATUS_REJECTED',
          type: 'TRANSACTION_TYPE_WITHDRAWAL',
          senderAddress: '',
          recipientAddress: TRON,
          amount: '5.500000000000000000',
          transactionFee: '1.000000000000000000',
          transactionHash: null,
        }),
      ],
      first: true,
      hasContent: true,
      pageSize: 100,
    },
  },
  rows: [
    `deposit completed USDT 200.000000000000000000 ${AT_MS} ${DEPOSIT_HASH} ${SENDER} 0.000000000000000000 USDT`,
    `withdrawal failed USDT 5.500000000000000000 ${AT_MS} - ${TRON} 1.000000000000000000 USDT`,
  ],
  balances: [['USDT', '100.500000']],
  withdrawableUnverified: true,
};
