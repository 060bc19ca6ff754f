import { AT_MS, DEPOSIT_HASH, ETHER, patternOf, type ExchangeSample } from '../exchange-sample.ts';

const SENDER = '0x63dfe4e34a3bfc00eb0220786238a7c6cef8ffc4';
const AT = `${Math.trunc(AT_MS / 1000)}.250`;
const token = (name: string, network: string, coin: string): object => ({
  token: name,
  fullname: 'A coin',
  network,
  decimals: '6',
  delisted: false,
  balance_token: coin,
});
const network = (id: string, protocol: string, name: string, further: object = {}): object => ({
  protocol,
  network: id,
  token: 'USDC',
  name,
  minimum_withdrawal: '10.00000000',
  withdrawal_fee: '2.00000000',
  allow_deposit: '1',
  allow_withdraw: '1',
  ...further,
});
const row = (further: object): object => ({
  createdTime: AT,
  updatedTime: `${Math.trunc(AT_MS / 1000) + 900}.081`,
  id: '24122314340000585',
  externalId: '241223143600621',
  token: 'ARB_USDCNATIVE',
  targetAddress: ETHER,
  sourceAddress: SENDER,
  extra: '',
  type: 'BALANCE',
  tokenSide: 'DEPOSIT',
  amount: '10.50000000',
  txId: DEPOSIT_HASH,
  feeToken: 'USDC',
  feeAmount: '0',
  status: 'COMPLETED',
  ...further,
});

export const sample: ExchangeSample = {
  responses: {
    'GET api.woox.io/v1/public/token': {
      success: true,
      rows: [
        token('ARB_USDCNATIVE', 'ARB', 'USDC'),
        token('ETH_USDC', 'ETH', 'USDC'),
        token('BSC_BTCB', 'BSC', 'BTC'),
      ],
    },
    'GET api.woox.io/v1/public/token_network': {
      success: true,
      rows: [
        network('ETH', 'ERC20', 'Ethereum (ERC20)'),
        network('ARB', 'Arbitrum', 'Arbitrum', { minimum_withdrawal: '5.00000000' }),
        network('BSC', 'BEP20', 'BNB Smart Chain (BEP20)', { allow_withdraw: '0' }),
        network('BSC', 'BEP20', 'BNB Smart Chain (BEP20)', { token: 'BTC' }),
        network('SOL', 'SOL', 'Solana', { token: 'ODD', allow_withdraw: 'soon' }),
      ],
    },
    'GET api.woox.io/v3/asset/balances': {
      success: true,
      data: {
        holding: [
          { token: 'USDC', holding: '12.50', frozen: '2', availableBalance: '10.50' },
          { token: 'BTC', holding: '0.25', frozen: '0', availableBalance: '0.25' },
        ],
      },
      timestamp: AT_MS,
    },
    'GET api.woox.io/v3/asset/wallet/history': {
      success: true,
      data: {
        rows: [
          row({}),
          row({
            id: '24122314340000586',
            token: 'BSC_BTCB',
            tokenSide: 'WITHDRAW',
            amount: '0.01000000',
            txId: null,
            feeToken: 'BTC',
            feeAmount: '0.000009',
            status: 'FAILED',
          }),
        ],
        meta: { total: 2, records_per_page: 25, current_page: 1 },
      },
      timestamp: AT_MS,
    },
  },
  rows: [
    `deposit completed USDC 10.50000000 ${AT_MS + 250} ${DEPOSIT_HASH} ${SENDER} 0 USDC`,
    `withdrawal failed BTC 0.01000000 ${AT_MS + 250} - ${ETHER} 0.000009 BTC`,
  ],
  balances: [
    ['USDC', '10.50'],
    ['BTC', '0.25'],
  ],
  networks: {
    USDC: [
      ['ETH', 'ETH', 'Ethereum (ERC20)', '10.00000000', null, patternOf('ETH')],
      ['ARB', 'ARBITRUM', 'Arbitrum', '5.00000000', null, patternOf('ARBITRUM')],
    ],
    BTC: [['BSC', 'BSC', 'BNB Smart Chain (BEP20)', '10.00000000', null, patternOf('BSC')]],
  },
  quarantined: ['networks:ODD'],
  withdrawableUnverified: true,
};
