import type { RecordedRequest } from '../recorded-exchange.ts';
import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  patternOf,
  TRON,
  type ExchangeSample,
  WITHDRAWAL_HASH,
} from '../exchange-sample.ts';

const list = (data: readonly object[]): object => ({ code: 200, msg: 'succ', data });
/** A list contains rows of one coin and one status. */
const only =
  (rows: readonly { readonly symbol: string; readonly status: number }[]) =>
  ({ query }: RecordedRequest): object =>
    list(
      rows.filter(
        ({ symbol, status }) =>
          symbol.split('_')[0] === query.get('coin')?.toLowerCase() &&
          String(status) === (query.get('status') ?? '0'),
      ),
    );

const deposit = {
  id: 2_659_137,
  symbol: 'usdt',
  amount: '200.5000000000000000',
  fee: '0.0E-15',
  createdAt: AT_MS,
  updatedAt: AT_MS + 33_000,
  addressFrom: ETHER,
  addressTo: '0x190ceccb1f8bfbec1749180f0ba8922b488d865b',
  txid: DEPOSIT_HASH,
  confirmations: 5,
  status: 1,
  tagType: null as string | null,
};
const withdrawal = {
  ...deposit,
  id: 183_745,
  symbol: 'usdt_trc20',
  amount: '8.4000000000000000',
  fee: '1.6000000000000000',
  payAmount: '0.0000000000000000',
  addressFrom: '',
  addressTo: TRON,
  txid: WITHDRAWAL_HASH,
  status: 5,
};
const chain = {
  chain: 'ETH',
  enableWithdraw: true,
  enableDeposit: true,
  withdrawFee: '12.00',
  minWithdraw: '24.00',
  maxWithdraw: '1000000000000000.00',
};

export const sample: ExchangeSample = {
  responses: {
    'GET www.bitrue.com/api/v1/deposit/history': only([
      deposit,
      { ...deposit, id: 2_659_138, status: 0, addressFrom: '', txid: `0x${DEPOSIT_HASH}` },
    ]),
    'GET www.bitrue.com/api/v1/withdraw/history': only([
      withdrawal,
      { ...withdrawal, id: 183_746, status: 6, txid: '' },
      { ...withdrawal, id: 183_747, status: 0, txid: '' },
    ]),
    'GET www.bitrue.com/api/v1/account': {
      balances: [
        { asset: 'usdt', free: '7.50', locked: '1' },
        { asset: 'btr', free: '3', locked: '0' },
      ],
    },
    'GET www.bitrue.com/api/v1/exchangeInfo': {
      symbols: [],
      coins: [
        {
          coin: 'usdt',
          coinFulName: 'TetherUS',
          chains: ['OMNI', 'ETH', 'Arbitrum'],
          chainDetail: [
            { ...chain, chain: 'OMNI', enableWithdraw: false },
            chain,
            { ...chain, chain: 'Arbitrum', minWithdraw: '2.000000' },
          ],
        },
        {
          // The older form, with limits of the coin.
          coin: 'btr',
          coinFulName: 'Bitrue Coin',
          chains: ['ERC20', 'BEP20'],
          enableWithdraw: true,
          enableDeposit: true,
          withdrawFee: '161.0',
          minWithdraw: '1961.067474',
          maxWithdraw: '88888888',
        },
        { coin: 'odd', chainDetail: [{ chain: 'ETH' }] },
      ],
    },
  },
  rows: [
    `deposit completed USDT 200.5000000000000000 ${AT_MS} ${DEPOSIT_HASH} ${ETHER} 0.0000000000000000 USDT`,
    `deposit pending USDT 200.5000000000000000 ${AT_MS} 0x${DEPOSIT_HASH} 0x190ceccb1f8bfbec1749180f0ba8922b488d865b 0.0000000000000000 USDT`,
    `withdrawal completed USDT 8.4000000000000000 ${AT_MS} ${WITHDRAWAL_HASH} ${TRON} 1.6000000000000000 USDT`,
    `withdrawal canceled USDT 8.4000000000000000 ${AT_MS} - ${TRON} 1.6000000000000000 USDT`,
    `withdrawal pending USDT 8.4000000000000000 ${AT_MS} - ${TRON} 1.6000000000000000 USDT`,
  ],
  balances: [
    ['USDT', '7.50'],
    ['BTR', '3'],
  ],
  networks: {
    USDT: [
      ['ETH', 'ETH', 'Ethereum', '24.00', '1000000000000000.00', patternOf('ETH')],
      [
        'Arbitrum',
        'ARBITRUM',
        'Arbitrum One',
        '2.000000',
        '1000000000000000.00',
        patternOf('ARBITRUM'),
      ],
    ],
    BTR: [
      ['ERC20', 'ETH', 'Ethereum', '1961.067474', '88888888', patternOf('ETH')],
      ['BEP20', 'BSC', 'BNB Smart Chain', '1961.067474', '88888888', patternOf('BSC')],
    ],
  },
  quarantined: ['networks:odd:0'],
  withdrawableUnverified: true,
  requestsMax: 200,
};
