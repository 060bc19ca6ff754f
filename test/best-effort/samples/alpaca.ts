import { AT_MS, DEPOSIT_HASH, ETHER, TRON, type ExchangeSample } from '../exchange-sample.ts';

const transfer = {
  id: 'f2b1cbb1-0d57-4a4e-9c7e-1d1bbf3f8a01',
  tx_hash: DEPOSIT_HASH,
  direction: 'INCOMING',
  amount: '20.500',
  usd_value: '20.49',
  chain: 'ETH',
  asset: 'USDT',
  from_address: ETHER,
  to_address: '0x8617e340b3d01fa5f11f306f4090fd50e238070d',
  status: 'COMPLETE',
  created_at: '2024-06-10T06:15:23.775495Z',
  network_fee: '0',
  fees: '0',
};

export const sample: ExchangeSample = {
  responses: {
    'GET api.alpaca.markets/v2/wallets/transfers': [
      transfer,
      {
        ...transfer,
        id: 'f2b1cbb1-0d57-4a4e-9c7e-1d1bbf3f8a02',
        tx_hash: null,
        direction: 'OUTGOING',
        asset: 'BTC',
        chain: 'BTC',
        amount: '0.0100',
        from_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        to_address: TRON,
        status: 'FAILED',
        network_fee: '0.0004',
        fees: '0.0001',
      },
    ],
    'GET api.alpaca.markets/v2/account': {
      id: '43a01bde',
      currency: 'USD',
      cash: '9.2500',
      cash_withdrawable: '5.92',
      equity: '48.6',
      position_market_value: '39.35',
    },
    'GET api.alpaca.markets/v2/positions': [
      { symbol: 'BTCUSD', asset_class: 'crypto', qty: '0.00030', qty_available: '0.000207296' },
      { symbol: 'USDT/USD', asset_class: 'crypto', qty: '3.10', qty_available: '3.10' },
      // A share cannot be withdrawn, even if its symbol looks like a crypto market.
      { symbol: 'XUSD', asset_class: 'us_equity', qty: '7', qty_available: '7' },
      // A position without its quantity.
      { symbol: 'DOGEUSD', asset_class: 'crypto', market_value: '3' },
    ],
  },
  rows: [
    `deposit completed USDT 20.500 ${AT_MS + 775} ${DEPOSIT_HASH} ${ETHER} 0 USDT`,
    `withdrawal failed BTC 0.0100 ${AT_MS + 775} - ${TRON} 0.0005 BTC`,
  ],
  balances: [
    ['USD', '5.92'],
    ['BTC', '0.000207296'],
    ['USDT', '3.10'],
  ],
  networks: { USD: [] },
  quarantined: ['balances:DOGE'],
  withdrawableUnverified: true,
};
