import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  TRON,
  WITHDRAWAL_HASH,
  patternOf,
  type ExchangeSample,
} from '../exchange-sample.ts';

const network = (id: string, name: string, further: object = {}): object => ({
  coin: 'USDT',
  network: name,
  netWork: id,
  name: 'Tether',
  depositEnable: true,
  withdrawEnable: true,
  withdrawFee: '1.5',
  withdrawMin: '2.50',
  withdrawMax: '5000000',
  ...further,
});

export const sample: ExchangeSample = {
  responses: {
    'GET api.mexc.com/api/v3/capital/deposit/hisrec': [
      {
        amount: '50.10',
        coin: 'USDT-TRX',
        network: 'TRX',
        status: 5,
        address: TRON,
        txId: `${DEPOSIT_HASH}:0`,
        transHash: DEPOSIT_HASH,
        insertTime: AT_MS,
        updateTime: AT_MS + 600_000,
      },
    ],
    'GET api.mexc.com/api/v3/capital/withdraw/history': [
      {
        id: 'adcd1c8322154de691b815eedcd10c42',
        txId: WITHDRAWAL_HASH,
        coin: 'USDT-TRX',
        network: 'TRX',
        address: TRON,
        amount: '14.25',
        transferType: 0,
        status: 2,
        transactionFee: '1.50',
        applyTime: AT_MS + 1,
        updateTime: AT_MS + 600_000,
      },
      {
        id: 'adcd1c8322154de691b815eedcd10c43',
        txId: null,
        coin: 'USDT-ETH',
        network: 'ETH',
        address: ETHER,
        amount: '20.00',
        transferType: 0,
        status: 8,
        transactionFee: '3',
        applyTime: AT_MS + 2,
      },
    ],
    'GET api.mexc.com/api/v3/account': {
      balances: [
        { asset: 'USDT', free: '10.500', locked: '1' },
        { asset: 'BTC', free: '0.25', locked: '0' },
      ],
    },
    'GET api.mexc.com/api/v3/capital/config/getall': [
      {
        coin: 'USDT',
        Name: 'Tether',
        networkList: [
          network('TRX', 'Tron(TRC20)'),
          network('ETH', 'Ethereum(ERC20)', { withdrawEnable: false }),
          network('BSC', 'BNB Smart Chain(BEP20)', { withdrawMin: '10', withdrawMax: null }),
          network('NEWCHAIN', 'A new chain', { withdrawMin: '1E-7' }),
        ],
      },
      { coin: 'BTC', Name: 'Bitcoin', networkList: 'none' },
    ],
  },
  rows: [
    `deposit completed USDT 50.10 ${AT_MS} ${DEPOSIT_HASH} ${TRON} - -`,
    `withdrawal pending USDT 12.75 ${AT_MS + 1} ${WITHDRAWAL_HASH} ${TRON} 1.50 USDT`,
    `withdrawal failed USDT 17 ${AT_MS + 2} - ${ETHER} 3 USDT`,
  ],
  balances: [
    ['USDT', '10.500'],
    ['BTC', '0.25'],
  ],
  networks: {
    USDT: [
      ['TRX', 'TRX', 'Tron(TRC20)', '2.50', '5000000', patternOf('TRX')],
      ['BSC', 'BSC', 'BNB Smart Chain(BEP20)', '10', null, patternOf('BSC')],
      ['NEWCHAIN', 'NEWCHAIN', 'A new chain', '1E-7', '5000000', null],
    ],
  },
  quarantined: ['networks:BTC'],
  withdrawableUnverified: true,
};
