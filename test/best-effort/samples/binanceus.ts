import type { RecordedRequest } from '../recorded-exchange.ts';
import {
  AT_MS,
  ETHER,
  patternOf,
  TRON,
  type ExchangeSample,
  WITHDRAWAL_HASH,
} from '../exchange-sample.ts';

const network = {
  coin: 'USDT',
  name: 'Ethereum (ERC20)',
  network: 'ETH',
  withdrawEnable: true,
  withdrawMin: '15.00',
  withdrawMax: '9999999.5',
  addressRegex: '^(0x)[0-9A-Fa-f]{40}$',
};

export const sample: ExchangeSample = {
  responses: {
    'GET api.binance.us/sapi/v1/capital/deposit/hisrec': [
      {
        amount: '45.00',
        coin: 'USDT',
        network: 'BSC',
        status: 6,
        address: ETHER,
        txId: 'Internal transfer 51376627901',
        insertTime: AT_MS,
        transferType: 1,
      },
    ],
    'GET api.binance.us/sapi/v1/capital/withdraw/history': ({ query }: RecordedRequest) =>
      query.get('endTime') === null
        ? []
        : [
            {
              id: 'b6ae22b3aa844210a7041aee7589627c',
              amount: '8.9100',
              transactionFee: '0.0040',
              coin: 'USDT',
              status: 1,
              address: TRON,
              txId: WITHDRAWAL_HASH,
              applyTime: '2024-06-10 06:15:23',
              network: 'TRX',
              transferType: 0,
            },
          ],
    'GET api.binance.us/api/v3/account': {
      balances: [
        { asset: 'USDT', free: '7.5000', locked: '1' },
        { asset: 'USD', free: '3.10', locked: '0' },
        { asset: 'ETH', free: '2.0', locked: '0' },
      ],
    },
    'GET api.binance.us/sapi/v1/capital/config/getall': [
      {
        coin: 'USDT',
        name: 'Tether',
        isLegalMoney: false,
        networkList: [
          network,
          { ...network, network: 'BSC', name: 'BNB Smart Chain (BEP20)', withdrawEnable: false },
          { ...network, network: 'TRX', name: 'Tron (TRC20)', addressRegex: '(broken' },
        ],
      },
      { coin: 'USD', name: 'US Dollar', isLegalMoney: true, networkList: [] },
      // The coin cannot be withdrawn now, although its networks are open.
      { coin: 'ETH', withdrawAllEnable: false, isLegalMoney: false, networkList: [network] },
      { coin: 'ODD', name: 'Odd', isLegalMoney: false, networkList: 'none' },
    ],
  },
  rows: [
    `deposit completed USDT 45.00 ${AT_MS} - ${ETHER} - -`,
    `withdrawal canceled USDT 8.9100 ${AT_MS} ${WITHDRAWAL_HASH} ${TRON} 0.0040 USDT`,
  ],
  balances: [
    ['USDT', '7.5000'],
    ['USD', '3.10'],
    ['ETH', '2.0'],
  ],
  networks: {
    USDT: [
      ['ETH', 'ETH', 'Ethereum (ERC20)', '15.00', '9999999.5', '^(0x)[0-9A-Fa-f]{40}$'],
      ['TRX', 'TRX', 'Tron (TRC20)', '15.00', '9999999.5', patternOf('TRX')],
    ],
    USD: [],
    ETH: [],
  },
  quarantined: ['networks:ODD'],
  withdrawableUnverified: true,
};
