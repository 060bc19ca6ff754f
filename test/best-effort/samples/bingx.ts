import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  patternOf,
  TRON,
  type ExchangeSample,
} from '../exchange-sample.ts';

const deposit = {
  amount: '0.04100',
  coin: 'PAXG',
  network: 'ETH',
  status: 1,
  address: '0x8617e340b3d01fa5f11f306f4090fd50e238070d',
  sourceAddress: ETHER,
  addressTag: '',
  txId: DEPOSIT_HASH,
  insertTime: AT_MS,
  transferType: 0,
  unlockConfirm: '12/12',
  confirmTimes: '12/12',
};
const network = {
  name: 'USDT',
  network: 'ERC20',
  isDefault: true,
  minConfirm: '12',
  withdrawEnable: true,
  depositEnable: true,
  withdrawFee: '6',
  withdrawMax: '50000.50',
  withdrawMin: '25.00000000000000000001',
  needTagOrMemo: 'false',
  displayName: 'USDTERC20',
};

export const sample: ExchangeSample = {
  responses: {
    'GET open-api.bingx.com/openApi/api/v3/capital/deposit/hisrec': [
      deposit,
      // On the chain, and not yet credited.
      { ...deposit, coin: 'ETHW', network: 'ETHW', status: 6, txId: `0x${DEPOSIT_HASH}` },
    ],
    'GET open-api.bingx.com/openApi/api/v3/capital/withdraw/history': [
      {
        id: '1197073063359000577',
        address: TRON,
        amount: '8.91000000',
        applyTime: '2024-06-10T06:15:23.000+08:00',
        coin: 'USDT',
        network: 'TRX',
        transferType: 0,
        status: 4,
        transactionFee: '1.0040',
        confirmNo: 2,
        info: '',
        txId: '',
      },
    ],
    'GET open-api.bingx.com/openApi/fund/v1/account/balance': {
      code: 0,
      timestamp: AT_MS,
      data: { assets: [{ asset: 'USDT', free: '16.7396000', locked: '0' }] },
    },
    'GET open-api.bingx.com/openApi/wallets/v1/capital/config/getall': {
      code: 0,
      timestamp: AT_MS,
      data: [
        {
          coin: 'USDT',
          name: 'USDT',
          networkList: [
            network,
            { ...network, network: 'TRC20', withdrawMin: '8' },
            { ...network, network: 'ZKSYNCERA', withdrawEnable: false },
            { ...network, network: 'UNHEARDOF' },
          ],
        },
      ],
    },
  },
  rows: [
    `deposit completed PAXG 0.04100 ${AT_MS} ${DEPOSIT_HASH} ${ETHER} - -`,
    `deposit pending ETHW 0.04100 ${AT_MS} 0x${DEPOSIT_HASH} ${ETHER} - -`,
    `withdrawal pending USDT 8.91000000 ${Date.UTC(2024, 5, 9, 22, 15, 23)} - ${TRON} 1.0040 USDT`,
  ],
  balances: [['USDT', '16.7396000']],
  networks: {
    USDT: [
      ['ERC20', 'ETH', 'Ethereum', '25.00000000000000000001', '50000.50', patternOf('ETH')],
      ['TRC20', 'TRX', 'Tron', '8', '50000.50', patternOf('TRX')],
      ['UNHEARDOF', 'UNHEARDOF', 'UNHEARDOF', '25.00000000000000000001', '50000.50', null],
    ],
  },
  withdrawableUnverified: true,
};
