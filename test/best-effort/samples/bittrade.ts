import type { RecordedRequest } from '../recorded-exchange.ts';
import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  patternOf,
  type ExchangeSample,
  WITHDRAWAL_HASH,
} from '../exchange-sample.ts';

const deposit = {
  id: 1,
  type: 'deposit',
  currency: 'eth',
  chain: 'eth',
  'tx-hash': DEPOSIT_HASH.slice(2),
  amount: 0.811_624_21,
  address: ETHER.slice(2),
  'address-tag': '',
  fee: 0,
  state: 'safe',
  'created-at': AT_MS,
  'updated-at': AT_MS + 900,
};
/** Rows from an identifier on, in the order of identifiers. */
const list = ({ query }: RecordedRequest): object => {
  const from = Number(query.get('from'));
  const deposits = Array.from({ length: 101 }, (_, index) => ({
    ...deposit,
    id: index + 1,
    state: index === 100 ? 'orphan' : 'safe',
  }));
  const withdrawals = [
    {
      ...deposit,
      id: 700,
      type: 'withdraw',
      currency: 'usdt',
      'tx-hash': WITHDRAWAL_HASH,
      amount: '0.80257005',
      fee: '0.0005',
      state: 'repealed',
    },
  ];
  const rows = query.get('type') === 'deposit' ? deposits : withdrawals;
  return {
    status: 'ok',
    data: rows.filter(({ id }) => id >= from).slice(0, Number(query.get('size'))),
  };
};
const chain = {
  chain: 'usdterc20',
  displayName: 'ERC20',
  baseChain: 'ETH',
  baseChainProtocol: 'ERC20',
  withdrawStatus: 'allowed',
  minWithdrawAmt: '10.0',
  maxWithdrawAmt: '4000000',
};

export const sample: ExchangeSample = {
  responses: {
    'GET api-cloud.bittrade.co.jp/v1/query/deposit-withdraw': list,
    'GET api-cloud.bittrade.co.jp/v1/account/accounts': {
      status: 'ok',
      data: [
        { id: 9, type: 'otc', state: 'working' },
        { id: 7, type: 'spot', state: 'working' },
      ],
    },
    'GET api-cloud.bittrade.co.jp/v1/account/accounts/7/balance': {
      status: 'ok',
      data: {
        id: 7,
        type: 'spot',
        list: [
          { currency: 'usdt', type: 'trade', balance: '91.850043797676510303' },
          { currency: 'usdt', type: 'frozen', balance: '5' },
          { currency: 'jpy', type: 'trade', balance: '300' },
          { currency: 'btc', type: 'trade', balance: '2' },
        ],
      },
    },
    'GET api-cloud.bittrade.co.jp/v2/reference/currencies': {
      code: 200,
      data: [
        {
          currency: 'usdt',
          assetType: 1,
          instStatus: 'normal',
          chains: [
            chain,
            {
              ...chain,
              chain: 'trc20usdt',
              baseChain: 'TRX',
              baseChainProtocol: 'TRC20',
              displayName: 'TRC20',
            },
            {
              ...chain,
              chain: 'hrc20usdt',
              displayName: 'HRC20',
              baseChain: 'HT',
              baseChainProtocol: 'HRC20',
              withdrawStatus: 'prohibited',
            },
          ],
        },
        {
          currency: 'btc',
          assetType: 1,
          instStatus: 'normal',
          chains: [
            {
              chain: 'btc',
              displayName: 'BTC',
              withdrawStatus: 'allowed',
              minWithdrawAmt: '0.001',
            },
          ],
        },
        { currency: 'jpy', assetType: 2, instStatus: 'normal', chains: [chain] },
      ],
    },
  },
  rows: [
    ...Array.from(
      { length: 101 },
      (_, index) =>
        `deposit ${index === 100 ? 'failed' : 'completed'} ETH 0.81162421 ${AT_MS} ${DEPOSIT_HASH.slice(2)} ${ETHER.slice(2)} 0 ETH`,
    ),
    `withdrawal canceled USDT 0.80257005 ${AT_MS} ${WITHDRAWAL_HASH} ${ETHER.slice(2)} 0.0005 USDT`,
  ],
  balances: [
    ['USDT', '91.850043797676510303'],
    ['JPY', '300'],
    ['BTC', '2'],
  ],
  networks: {
    USDT: [
      ['usdterc20', 'ETH', 'ERC20', '10.0', '4000000', patternOf('ETH')],
      ['trc20usdt', 'TRX', 'TRC20', '10.0', '4000000', patternOf('TRX')],
    ],
    BTC: [['btc', 'BTC', 'BTC', '0.001', null, patternOf('BTC')]],
    JPY: [],
  },
  withdrawableUnverified: true,
};
