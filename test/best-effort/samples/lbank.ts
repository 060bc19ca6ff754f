import {
  AT_MS,
  DEPOSIT_HASH,
  TRON,
  WITHDRAWAL_HASH,
  patternOf,
  type ExchangeSample,
} from '../exchange-sample.ts';

const response = (data: string): string =>
  `{"result":true,"data":${data},"page_length":20,"current_page":1,"error_code":0,"ts":1}`;

export const sample: ExchangeSample = {
  secret: 'a-short-secret',
  responses: {
    'POST api.lbank.info/v2/supplement/deposit_history.do': response(
      `{"total":2,"depositOrders":[{"insertTime":${AT_MS},"amount":9.00000000000000000001,"address":"${TRON}","networkName":"trc20","txId":"${DEPOSIT_HASH}","coin":"usdt","status":"2"},{"insertTime":${AT_MS + 5},"amount":3.00000000000000000000,"networkName":"trc20","coin":"usdt","status":"5"}]}`,
    ),
    'POST api.lbank.info/v2/supplement/withdraws.do': response(
      `{"total":2,"withdraws":[{"amount":2.50000000000000000000,"coid":"usdt","address":"${TRON}","withdrawId":"9","fee":1.00000000000000000000,"networkName":"trc20","txId":"${WITHDRAWAL_HASH}","id":1902194,"applyTime":${AT_MS},"status":"4"},{"amount":4.00000000000000000000,"coid":"usdt","address":"${TRON}","fee":1.00000000000000000000,"networkName":"trc20","txId":"","id":1902195,"applyTime":${AT_MS + 5},"status":"2"}]}`,
    ),
    'POST api.lbank.info/v2/supplement/user_info.do': {
      result: true,
      data: [
        { usableAmt: '31.10', assetAmt: '32.10', freezeAmt: '1.00', coin: 'usdt', networkList: [] },
        { usableAmt: '0.250', assetAmt: '0.250', coin: 'doge', networkList: [] },
      ],
      error_code: 0,
      ts: 1,
    },
    'GET api.lbank.info/v2/withdrawConfigs.do': {
      msg: 'Success',
      result: 'true',
      data: [
        { assetCode: 'usdt', chain: 'bep20(bsc)', min: '10', canWithDraw: true, fee: '0.0000' },
        { assetCode: 'usdt', chain: 'trc20', min: '1.50', canWithDraw: true, fee: '1.0000' },
        { assetCode: 'usdt', chain: 'erc20', min: '20', canWithDraw: false, fee: '3.0000' },
        { assetCode: 'usdt', chain: 'newchain', min: '7', canWithDraw: true, fee: '3.0000' },
        { assetCode: 'doge', min: '20', canWithDraw: true, fee: '10.0000' },
        { assetCode: 'odd', chain: 'trc20', min: '1', canWithDraw: 'soon' },
      ],
      error_code: '0',
      ts: '1',
    },
  },
  rows: [
    `deposit completed USDT 9.00000000000000000001 ${AT_MS} ${DEPOSIT_HASH} ${TRON} - -`,
    `deposit unknown USDT 3.00000000000000000000 ${AT_MS + 5} - - - -`,
    `withdrawal completed USDT 2.50000000000000000000 ${AT_MS} ${WITHDRAWAL_HASH} ${TRON} 1.00000000000000000000 USDT`,
    `withdrawal canceled USDT 4.00000000000000000000 ${AT_MS + 5} - ${TRON} 1.00000000000000000000 USDT`,
  ],
  balances: [
    ['USDT', '31.10'],
    ['DOGE', '0.250'],
  ],
  networks: {
    USDT: [
      ['bep20(bsc)', 'BSC', 'BNB Smart Chain', '10', null, patternOf('BSC')],
      ['trc20', 'TRX', 'Tron', '1.50', null, patternOf('TRX')],
      ['newchain', 'newchain', 'newchain', '7', null, null],
    ],
    DOGE: [['doge', 'DOGE', 'Dogecoin', '20', null, patternOf('DOGE')]],
  },
  quarantined: ['networks:odd'],
  withdrawableUnverified: true,
};
