import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  patternOf,
  WITHDRAWAL_HASH,
  type ExchangeSample,
} from '../exchange-sample.ts';

const OWN_ADDRESS = '0x8617e340b3d01fa5f11f306f4090fd50e238070d';
const row = {
  asset: 'USDC',
  network_name: 'ethereum',
  created_at: '2024-06-10T06:15:23.000000Z',
  updated_at: '2024-06-10T06:20:31.514588Z',
};
const portfolio = { id: '1yun54bb-1-6', uuid: '018e0a8b-6b6b-70e0-9689-1e7926c2c8bc', name: 'p' };

export const sample: ExchangeSample = {
  responses: {
    'GET api.international.coinbase.com/api/v1/transfers': {
      pagination: { result_limit: 25, result_offset: 0 },
      results: [
        {
          ...row,
          transfer_uuid: '8e471d77-4208-45a8-9e5b-f3bd8a2c1fc3',
          transfer_type: 'WITHDRAW',
          amount: '1.250000',
          status: 'PROCESSED',
          from_portfolio: portfolio,
          to_address: ETHER,
          txn_hash: WITHDRAWAL_HASH,
        },
        {
          ...row,
          transfer_uuid: '8e471d77-4208-45a8-9e5b-f3bd8a2c1fc4',
          transfer_type: 'DEPOSIT',
          amount: '5100.500000',
          status: 'PROCESSED',
          to_portfolio: portfolio,
          from_address: ETHER,
          to_address: OWN_ADDRESS,
          txn_hash: DEPOSIT_HASH,
        },
        {
          ...row,
          transfer_uuid: '8e471d77-4208-45a8-9e5b-f3bd8a2c1fc5',
          transfer_type: 'WITHDRAW',
          amount: '2.000000',
          status: 'FAILED',
          from_portfolio: portfolio,
          to_cb_account: '64ac90a106d1db7863f9ab7d',
        },
        {
          ...row,
          transfer_uuid: '8e471d77-4208-45a8-9e5b-f3bd8a2c1fc6',
          transfer_type: 'FUNDING',
          amount: '0.000800',
          status: 'PROCESSED',
          from_portfolio: portfolio,
          to_portfolio: { name: 'CB_FUND' },
        },
      ],
    },
    'GET api.international.coinbase.com/api/v1/portfolios': [
      { portfolio_id: 'p1', portfolio_uuid: 'u1', name: 'default', is_default: true },
    ],
    'GET api.international.coinbase.com/api/v1/assets': [
      { asset_id: '1', asset_name: 'USDC', status: 'ACTIVE', supported_networks_enabled: true },
      { asset_id: '2', asset_name: 'LTC', status: 'ACTIVE', supported_networks_enabled: false },
    ],
    'GET api.international.coinbase.com/api/v1/assets/USDC/networks': [
      {
        asset_id: '1',
        asset_name: 'USDC',
        network_arn_id: 'networks/ethereum-mainnet/assets/9bc140b4-69c3-5fc9-bd0d-b041bcf40039',
        min_withdrawal_amt: '1.0',
        max_withdrawal_amt: '100000000',
        network_confirms: 35,
        is_default: true,
        network_name: 'ethereum',
        display_name: 'Ethereum',
      },
      {
        asset_id: '1',
        asset_name: 'USDC',
        network_arn_id: 'networks/avacchain-mainnet/assets/313ef8a9-ae5a-5f2f-8a56-572c0e2a4d5a',
        min_withdrawal_amt: '0.5',
        max_withdrawal_amt: '0',
        is_default: false,
        network_name: 'avacchain',
        display_name: 'Avalanche C-Chain',
      },
    ],
    // Collateral cannot be withdrawn, but is not on hold.
    'GET api.international.coinbase.com/api/v1/portfolios/p1/balances': [
      {
        asset_id: '0-0-1',
        asset_name: 'USDC',
        quantity: '500000.0000000000',
        hold: '0',
        transfer_hold: '0',
        max_withdraw_amount: '420000.2500000000',
        loan: '0',
      },
    ],
  },
  rows: [
    `withdrawal completed USDC 1.250000 ${AT_MS} ${WITHDRAWAL_HASH} ${ETHER} - -`,
    `deposit completed USDC 5100.500000 ${AT_MS} ${DEPOSIT_HASH} ${ETHER} - -`,
    `withdrawal failed USDC 2.000000 ${AT_MS} - - - -`,
    `debit completed USDC 0.000800 ${AT_MS} - - - -`,
  ],
  balances: [['USDC', '420000.2500000000']],
  networks: {
    USDC: [
      ['ethereum', 'ETH', 'Ethereum', '1.0', '100000000', patternOf('ETH')],
      ['avacchain', 'AVAXC', 'Avalanche C-Chain', '0.5', null, patternOf('AVAXC')],
    ],
  },
};
