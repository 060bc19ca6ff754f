import { AT_MS, DEPOSIT_HASH, ETHER, patternOf, type ExchangeSample } from './exchange-sample.ts';

interface NetworkRow {
  readonly code: string;
  readonly network_name: string;
  readonly protocol: string;
  readonly payout_enabled?: boolean;
  readonly address_regex?: string;
}

function networkRow(row: NetworkRow): object {
  return {
    network: row.code,
    payin_enabled: true,
    payout_enabled: true,
    payout_fee: '1.5',
    ...row,
  };
}

const OWN_PATTERN = '^0x[0-9a-fA-F]{40}$';

const USDC_NETWORKS: readonly NetworkRow[] = [
  { code: 'ARB', network_name: 'Arbitrum One', protocol: 'ERC-20' },
  { code: 'AVAC', network_name: 'Avalanche C-Chain', protocol: 'ERC-20' },
  { code: 'BASE', network_name: 'Base', protocol: 'ERC-20', address_regex: OWN_PATTERN },
  { code: 'ETH', network_name: 'Ethereum', protocol: 'ERC-20' },
  { code: 'OP', network_name: 'Optimism', protocol: 'ERC-20' },
  // A closed network after the open networks with the same protocol.
  { code: 'FTM', network_name: 'Fantom', protocol: 'ERC-20', payout_enabled: false },
  { code: 'POLYGON', network_name: 'Polygon (Matic)', protocol: 'ERC-20' },
];

const EVM = patternOf('ETH');

/** A sample of an exchange on HitBTC's platform; the responses differ by host. */
export function makeHitbtcSample(host: string): ExchangeSample {
  return {
    responses: {
      [`GET ${host}/api/3/wallet/transactions`]: [
        {
          id: '301609495',
          created_at: '2024-06-10T06:15:23.000Z',
          updated_at: '2024-06-10T06:21:45.030Z',
          status: 'SUCCESS',
          type: 'DEPOSIT',
          subtype: 'BLOCKCHAIN',
          native: {
            tx_id: 'e20b0965-4024-44d0-b63f-7fb8996a6706',
            index: '881652766',
            currency: 'ETH',
            amount: '0.014180880',
            hash: DEPOSIT_HASH,
            address: ETHER,
            confirmations: '20',
          },
        },
      ],
      [`GET ${host}/api/3/wallet/balance`]: [
        { currency: 'USDC', available: '250.50', reserved: '10' },
        { currency: 'XRP', available: '3.000', reserved: '0' },
        { currency: 'BAD', available: '1', reserved: '0' },
        { currency: 'EUR', available: '12.5', reserved: '0' },
      ],
      // Withdrawals are not made from this account.
      [`GET ${host}/api/3/spot/balance`]: [
        { currency: 'USDC', available: '9999', reserved: '0', reserved_margin: '0' },
      ],
      [`GET ${host}/api/3/public/currency`]: {
        USDC: {
          full_name: 'USD Coin',
          crypto: true,
          payin_enabled: true,
          payout_enabled: true,
          precision_transfer: '0.000001',
          delisted: false,
          networks: USDC_NETWORKS.map((row) => networkRow(row)),
        },
        XRP: {
          full_name: 'Ripple',
          crypto: true,
          payin_enabled: true,
          payout_enabled: true,
          precision_transfer: '0.000001',
          delisted: false,
          networks: [networkRow({ code: 'XRP', network_name: 'XRP', protocol: '' })],
        },
        BAD: {
          full_name: 'Without networks',
          crypto: true,
          payout_enabled: true,
          delisted: false,
          networks: 'maintenance',
        },
        EUR: {
          full_name: 'Euro',
          crypto: false,
          payin_enabled: true,
          payout_enabled: true,
          delisted: false,
          networks: [],
        },
      },
    },
    rows: [`deposit completed ETH 0.014180880 ${AT_MS} ${DEPOSIT_HASH} ${ETHER} - -`],
    balances: [
      ['USDC', '250.50'],
      ['XRP', '3.000'],
      ['BAD', '1'],
      ['EUR', '12.5'],
    ],
    networks: {
      USDC: [
        ['ARB', 'ARBITRUM', 'Arbitrum One', null, null, EVM],
        ['AVAC', 'AVAXC', 'Avalanche C-Chain', null, null, EVM],
        ['BASE', 'BASE', 'Base', null, null, OWN_PATTERN],
        ['ETH', 'ETH', 'Ethereum', null, null, EVM],
        ['OP', 'OPTIMISM', 'Optimism', null, null, EVM],
        ['POLYGON', 'POLYGON', 'Polygon (Matic)', null, null, EVM],
      ],
      XRP: [['XRP', 'XRP', 'XRP', null, null, patternOf('XRP')]],
      BAD: 'unknown',
      EUR: [],
    },
    quarantined: ['networks:BAD'],
  };
}
