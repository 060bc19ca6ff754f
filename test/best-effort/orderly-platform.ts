import { AT_MS, DEPOSIT_HASH, patternOf, type ExchangeSample } from './exchange-sample.ts';

const chain = (chainId: string): object => ({
  chain_id: chainId,
  contract_address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  decimals: 6,
  withdrawal_fee: '1.00000000',
  display_name: 'USDC',
});
const row = (further: object): object => ({
  id: '230707030600002',
  tx_id: DEPOSIT_HASH,
  side: 'DEPOSIT',
  token: 'USDC',
  amount: 555.25,
  fee: 0,
  trans_status: 'COMPLETED',
  created_time: AT_MS,
  updated_time: AT_MS + 62_000,
  chain_id: '42161',
  ...further,
});

/**
 * Returns the sample of an exchange on Orderly Network, in their common format.
 *
 * @param newChain the name of a chain that is not in the vocabulary.
 */
export const makeOrderlySample = (newChain: string): ExchangeSample => ({
  secret: '1'.repeat(32),
  responses: {
    'GET api-evm.orderly.org/v1/public/system_info': {
      success: true,
      timestamp: Date.now(),
      data: { status: 0 },
    },
    'GET api-evm.orderly.org/v1/public/chain_info': {
      success: true,
      data: { rows: [{ name: 'A new chain', chain_id: '77777' }] },
    },
    'GET api-evm.orderly.org/v1/public/token': {
      success: true,
      data: {
        rows: [
          {
            token: 'USDC',
            decimals: 6,
            minimum_withdraw_amount: '0.000001',
            chain_details: [chain('42161'), chain('1'), chain('900900900'), chain('77777')],
          },
          { token: 'ODD', minimum_withdraw_amount: '1', chain_details: [{}] },
        ],
      },
    },
    'GET api-evm.orderly.org/v1/client/holding': {
      success: true,
      timestamp: AT_MS,
      data: {
        holding: [
          { token: 'USDC', holding: 146.86, frozen: 23.5, pending_short: 0 },
          { token: 'ETH', holding: '1.250' },
          { token: 'BTC', holding: -28.000752, frozen: 0, pending_short: -2000 },
        ],
      },
    },
    'GET api-evm.orderly.org/v1/asset/history': {
      success: true,
      timestamp: AT_MS,
      data: {
        meta: { total: 2, records_per_page: 25, current_page: 1 },
        rows: [
          row({}),
          row({
            id: '230707030600003',
            tx_id: null,
            side: 'WITHDRAW',
            amount: 20.5,
            fee: 1.5,
            trans_status: 'FAILED',
          }),
        ],
      },
    },
  },
  rows: [
    `deposit completed USDC 555.25 ${AT_MS} ${DEPOSIT_HASH} - 0 USDC`,
    `withdrawal failed USDC 20.5 ${AT_MS} - - 1.5 USDC`,
  ],
  balances: [
    ['USDC', '123.36'],
    ['ETH', '1.250'],
    ['BTC', '0'],
  ],
  networks: {
    USDC: [
      ['42161', 'ARBITRUM', 'Arbitrum One', '0.000001', null, patternOf('ARBITRUM')],
      ['1', 'ETH', 'Ethereum', '0.000001', null, patternOf('ETH')],
      ['900900900', 'SOL', 'Solana', '0.000001', null, patternOf('SOL')],
      ['77777', '77777', newChain, '0.000001', null, null],
    ],
  },
  quarantined: ['networks:ODD:0'],
  withdrawableUnverified: true,
});
