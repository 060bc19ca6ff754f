import type { RawRow } from '../../../src/exchanges/mapping/raw-row.ts';
import type { RecordedRequest } from '../recorded-exchange.ts';
import { AT_MS, DEPOSIT_HASH, ETHER, TRON, type ExchangeSample } from '../exchange-sample.ts';

/** BYDFi lists the rows of one asset per request. */
const ofAsset =
  (rows: readonly RawRow[]) =>
  ({ query }: RecordedRequest): object => ({
    code: 200,
    message: 'success',
    data: rows.filter((each) => each['asset'] === query.get('asset')),
    success: true,
  });

const row = {
  addressTag: null,
  finishTime: AT_MS + 131_000,
  createTime: AT_MS,
};

export const sample: ExchangeSample = {
  responses: {
    'GET api.bydfi.com/api/v1/spot/deposit_records': ofAsset([
      {
        ...row,
        orderId: '1208864446987255001',
        asset: 'USDC',
        amount: '200.50',
        status: 'SUCCESS',
        txId: DEPOSIT_HASH,
        network: 'ETH',
        address: ETHER,
      },
    ]),
    'GET api.bydfi.com/api/v1/spot/withdraw_records': ofAsset([
      {
        ...row,
        orderId: '1208864446987255002',
        asset: 'USDT',
        amount: '12.00',
        status: 'WAIT',
        txId: '',
        network: 'TRX',
        address: TRON,
      },
      {
        ...row,
        orderId: '1208864446987255003',
        asset: 'USDT',
        amount: '13.00',
        status: 'FAILED',
        txId: null,
        network: 'TRX',
        address: TRON,
      },
    ]),
    'GET api.bydfi.com/api/v1/account/assets': {
      code: 200,
      message: 'success',
      data: [
        { walletType: 'spot', asset: 'USDC', total: '100.50', available: '90.50', frozen: '10' },
      ],
      success: true,
    },
  },
  rows: [
    `deposit completed USDC 200.50 ${AT_MS} ${DEPOSIT_HASH} ${ETHER} - -`,
    `withdrawal pending USDT 12.00 ${AT_MS} - ${TRON} - -`,
    `withdrawal failed USDT 13.00 ${AT_MS} - ${TRON} - -`,
  ],
  balances: [['USDC', '90.50']],
  withdrawableUnverified: true,
  requestsMax: 2000,
};
