import type { RecordedRequest } from '../recorded-exchange.ts';
import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  patternOf,
  type ExchangeSample,
  WITHDRAWAL_HASH,
} from '../exchange-sample.ts';

const TIME = '2024-06-10T06:15:23.000Z';
const deposit = {
  id: 5,
  amount: '25.0',
  confirms: 100,
  txid: DEPOSIT_HASH,
  is_internal: false,
  inserted_at: TIME,
  updated_at: '2024-11-09T10:20:09.000Z',
  kind: 'default',
  memo: '',
  state: 'PENDING',
  asset_symbol: 'USDT',
  target_account: 'FUND',
};

/** A first page of fifty rows, with the token of the second page. */
const listDeposits = ({ query }: RecordedRequest): object => {
  const first = Array.from({ length: 50 }, (_, index) => ({
    ...deposit,
    id: 1000 - index,
    txid: `${index}${DEPOSIT_HASH.slice(2)}`,
    state: 'COMPLETED',
  }));
  const last = [{ ...deposit, kind: 'air_drop', txid: '', state: 'CANCELLED' }];
  return query.get('page_token') === 'dxzef'
    ? { code: 0, page_token: '', data: last }
    : { code: 0, page_token: 'dxzef', data: first };
};

const gateway = {
  is_deposit_enabled: true,
  is_withdrawal_enabled: true,
  min_withdrawal_amount: '10',
  withdrawal_fee: '5',
  min_deposit_amount: '1',
  is_memo_required: false,
  withdrawal_scale: 6,
  scale: 12,
};

export const sample: ExchangeSample = {
  responses: {
    'GET big.one/api/v3/viewer/deposits': listDeposits,
    'GET big.one/api/v3/viewer/withdrawals': {
      code: 0,
      data: [
        {
          id: 10,
          customer_id: '10',
          asset_symbol: 'ETH',
          amount: '5.10',
          fee: '0.01',
          state: 'FAILED',
          note: '',
          txid: WITHDRAWAL_HASH,
          completed_at: '2024-06-12T06:15:23.000Z',
          inserted_at: TIME,
          is_internal: true,
          target_address: ETHER,
        },
      ],
      page_token: null,
    },
    'GET big.one/api/v3/viewer/fund/accounts': {
      code: 0,
      data: [
        { asset_symbol: 'USDT', balance: '12.50', locked_balance: '2.25' },
        { asset_symbol: 'RUB', balance: '3', locked_balance: '0' },
      ],
    },
    'GET big.one/api//v3/assets': {
      code: 0,
      data: [
        {
          symbol: 'USDT',
          name: 'TetherUS',
          scale: 12,
          is_fiat: false,
          binding_gateways: [
            { ...gateway, guid: 'a', gateway_name: 'Ethereum', display_name: 'Ethereum(ERC20)' },
            { ...gateway, guid: 'b', gateway_name: 'Tron', display_name: '' },
            {
              ...gateway,
              guid: 'c',
              gateway_name: 'BinanceSmartChain',
              is_withdrawal_enabled: false,
            },
            { ...gateway, guid: 'd', gateway_name: 'Mixin', min_withdrawal_amount: '1e-8' },
          ],
        },
        {
          symbol: 'RUB',
          name: 'Ruble',
          scale: 2,
          is_fiat: true,
          binding_gateways: [{ ...gateway, guid: 'e', gateway_name: 'Bank' }],
        },
      ],
    },
  },
  rows: [
    ...Array.from(
      { length: 50 },
      (_, index) => `deposit completed USDT 25.0 ${AT_MS} ${index}${DEPOSIT_HASH.slice(2)} - - -`,
    ),
    `reward canceled USDT 25.0 ${AT_MS} - - - -`,
    `withdrawal failed ETH 5.09 ${AT_MS} ${WITHDRAWAL_HASH} ${ETHER} 0.01 ETH`,
  ],
  balances: [
    ['USDT', '10.25'],
    ['RUB', '3'],
  ],
  networks: {
    USDT: [
      ['Ethereum', 'ETH', 'Ethereum(ERC20)', '10', null, patternOf('ETH')],
      ['Tron', 'TRX', 'Tron', '10', null, patternOf('TRX')],
      ['Mixin', 'Mixin', 'Mixin', '1e-8', null, null],
    ],
    RUB: [],
  },
};
