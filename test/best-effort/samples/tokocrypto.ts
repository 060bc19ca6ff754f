import { AT_MS, ETHER, type ExchangeSample } from '../exchange-sample.ts';

const list = (rows: readonly object[]): object => ({
  code: 0,
  msg: 'Success',
  data: { list: rows },
  timestamp: AT_MS,
});

export const sample: ExchangeSample = {
  responses: {
    'GET www.tokocrypto.com/open/v1/common/time': { code: 0, timestamp: Date.now() },
    'GET www.tokocrypto.com/open/v1/account/spot': {
      code: 0,
      msg: 'Success',
      data: {
        canWithdraw: 1,
        accountAssets: [
          { asset: 'BIDR', free: '15000.50', locked: '100' },
          { asset: 'AAVE', free: '0.250' },
        ],
      },
      timestamp: AT_MS,
    },
    'GET www.tokocrypto.com/open/v1/deposits': list([
      {
        id: 5167969,
        asset: 'BIDR',
        network: 'BSC',
        address: ETHER,
        addressTag: '',
        txId: '113409337867',
        amount: '15000.0',
        transferType: 1,
        status: 1,
        insertTime: String(AT_MS),
      },
      { id: 5167970, asset: 'BIDR', amount: '20.0', status: 6, insertTime: String(AT_MS + 1) },
    ]),
    'GET www.tokocrypto.com/open/v1/withdraws': list([
      {
        id: 4245859,
        clientId: '198',
        asset: 'BIDR',
        network: 'BSC',
        address: ETHER,
        amount: '10000.0',
        fee: '2.50',
        txId: '',
        transferType: 0,
        status: 1,
        createTime: AT_MS,
        updateTime: AT_MS + 60_000,
      },
      {
        id: 4245860,
        asset: 'BIDR',
        address: ETHER,
        amount: '7',
        fee: '0',
        status: 10,
        createTime: AT_MS + 1,
        insertTime: AT_MS + 1,
      },
    ]),
  },
  rows: [
    `deposit completed BIDR 15000.0 ${AT_MS} 113409337867 ${ETHER} - -`,
    `deposit completed BIDR 20.0 ${AT_MS + 1} - - - -`,
    `withdrawal canceled BIDR 10000.0 ${AT_MS} - ${ETHER} 2.50 BIDR`,
    `withdrawal completed BIDR 7 ${AT_MS + 1} - ${ETHER} 0 BIDR`,
  ],
  balances: [
    ['BIDR', '15000.50'],
    ['AAVE', '0.250'],
  ],
  withdrawableUnverified: true,
};
