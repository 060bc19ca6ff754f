import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  WITHDRAWAL_HASH,
  type ExchangeSample,
} from '../exchange-sample.ts';

const AT_S = Math.trunc(AT_MS / 1000);
const SUCCESS_S = String(AT_S + 900);

export const sample: ExchangeSample = {
  responses: {
    'GET indodax.com/api/server_time': { timezone: 'UTC', server_time: AT_MS },
    'POST indodax.com/tapi': ({ body }: { body: string }) =>
      body.includes('method=getInfo')
        ? {
            success: 1,
            return: {
              server_time: AT_S,
              balance: { idr: 167, btc: '0.00400000', '1inch': '0.00000000' },
              balance_hold: { btc: '0.00100000' },
            },
          }
        : {
            success: 1,
            return: {
              withdraw: {
                idr: [
                  {
                    status: 'success',
                    type: 'coupon',
                    rp: '115205',
                    fee: '500',
                    amount: '114705',
                    submit_time: String(AT_S),
                    success_time: SUCCESS_S,
                    withdraw_id: '1783717',
                    tx: 'BTC-IDR-RDTVVO2P-ETD0EVAW',
                  },
                ],
                eth: [
                  {
                    status: 'wait',
                    eth: '1.50500000',
                    fee: '0.00500000',
                    amount: '1.50000000',
                    withdraw_address: ETHER,
                    submit_time: String(AT_S),
                    success_time: '0',
                    withdraw_id: 'eth-12345',
                    tx: WITHDRAWAL_HASH,
                  },
                ],
              },
              deposit: {
                idr: [],
                btc: [
                  {
                    status: 'success',
                    btc: '0.00118760',
                    amount: '0.00118760',
                    success_time: String(AT_S),
                    deposit_id: '3602369',
                    tx: DEPOSIT_HASH,
                  },
                ],
              },
            },
          },
  },
  rows: [
    `withdrawal completed IDR 114705 ${AT_MS} - - 500 IDR`,
    `withdrawal pending ETH 1.50000000 ${AT_MS} ${WITHDRAWAL_HASH} ${ETHER} 0.00500000 ETH`,
    `deposit completed BTC 0.00118760 ${AT_MS} ${DEPOSIT_HASH} - - -`,
  ],
  balances: [
    ['IDR', '167'],
    ['BTC', '0.00400000'],
    ['1INCH', '0.00000000'],
  ],
  networks: { IDR: [] },
  withdrawableUnverified: true,
  // Windows of five days.
  requestsMax: 160,
};
