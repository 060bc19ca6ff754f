import type { Chain } from '../addresses.ts';

/** A network of a coin as Binance lists it. */
export interface BinanceNetwork {
  readonly network: string;
  readonly name: string;
  readonly chain: Chain;
  readonly addressRegex: string;
  readonly memoRegex: string;
  readonly withdrawEnable: boolean;
  readonly withdrawFee: string;
  readonly withdrawMin: string;
  readonly withdrawMax: string;
  readonly withdrawIntegerMultiple: string;
}

/** A coin as Binance lists it. */
export interface BinanceCoin {
  readonly coin: string;
  readonly name: string;
  readonly isLegalMoney: boolean;
  /** Decimals of an amount on the wire. */
  readonly decimals: number;
  /** A usual deposit in whole thousandths of the coin. */
  readonly typicalThousandths: number;
  readonly networks: readonly BinanceNetwork[];
}

const EVM_REGEX = '^(0x)[0-9A-Fa-f]{40}$';

function network(
  id: string,
  name: string,
  chain: Chain,
  details: {
    fee: string;
    min: string;
    max: string;
    step?: string;
    regex?: string;
    memo?: string;
    suspended?: boolean;
  },
): BinanceNetwork {
  return {
    network: id,
    name,
    chain,
    addressRegex: details.regex ?? (chain === 'ethereum' ? EVM_REGEX : ''),
    memoRegex: details.memo ?? '',
    withdrawEnable: details.suspended !== true,
    withdrawFee: details.fee,
    withdrawMin: details.min,
    withdrawMax: details.max,
    withdrawIntegerMultiple: details.step ?? '0.00000001',
  };
}

function coin(
  symbol: string,
  name: string,
  decimals: number,
  typicalThousandths: number,
  networks: readonly BinanceNetwork[],
): BinanceCoin {
  return { coin: symbol, name, isLegalMoney: false, decimals, typicalThousandths, networks };
}

function fiat(symbol: string, name: string): BinanceCoin {
  return {
    coin: symbol,
    name,
    isLegalMoney: true,
    decimals: 2,
    typicalThousandths: 900_000,
    networks: [],
  };
}

const TRON_REGEX = '^T[1-9A-HJ-NP-Za-km-z]{33}$';

/**
 * The coins of the simulated Binance: several networks for one coin, a suspended network (BTC on
 * BSC), networks without an address pattern (SOL, DOT), memo chains, an 18-decimal token, fiat.
 */
export const BINANCE_COINS: readonly BinanceCoin[] = [
  coin('BTC', 'Bitcoin', 8, 85, [
    network('BTC', 'Bitcoin', 'bitcoin', {
      fee: '0.00004',
      min: '0.0001',
      max: '7500',
      regex: '^[13][a-km-zA-HJ-NP-Z1-9]{25,34}$|^(bc1)[0-9A-Za-z]{39,59}$',
    }),
    network('BSC', 'BNB Smart Chain (BEP20)', 'ethereum', {
      fee: '0.0000032',
      min: '0.0000064',
      max: '200',
      suspended: true,
    }),
  ]),
  coin('ETH', 'Ethereum', 8, 1_400, [
    network('ETH', 'Ethereum (ERC20)', 'ethereum', { fee: '0.0012', min: '0.002', max: '9000' }),
    network('ARBITRUM', 'Arbitrum One', 'ethereum', { fee: '0.00004', min: '0.0008', max: '3000' }),
  ]),
  coin('USDT', 'TetherUS', 6, 750_000, [
    network('TRX', 'Tron (TRC20)', 'tron', {
      fee: '1',
      min: '10',
      max: '10000000',
      step: '0.000001',
      regex: TRON_REGEX,
    }),
    network('ETH', 'Ethereum (ERC20)', 'ethereum', {
      fee: '2.6',
      min: '10',
      max: '10000000',
      step: '0.000001',
    }),
    network('BSC', 'BNB Smart Chain (BEP20)', 'ethereum', {
      fee: '0',
      min: '10',
      max: '9999999999.99999999',
    }),
  ]),
  coin('USDC', 'USDC', 6, 600_000, [
    network('ETH', 'Ethereum (ERC20)', 'ethereum', { fee: '2.2', min: '8', max: '20000000' }),
    network('SOL', 'Solana', 'solana', { fee: '0.5', min: '5', max: '20000000' }),
  ]),
  coin('SOL', 'Solana', 8, 9_500, [
    network('SOL', 'Solana', 'solana', { fee: '0.001', min: '0.1', max: '250000' }),
  ]),
  coin('XRP', 'XRP', 6, 800_000, [
    network('XRP', 'Ripple', 'ripple', {
      fee: '0.2',
      min: '2',
      max: '10000000',
      step: '0.000001',
      regex: '^r[1-9A-HJ-NP-Za-km-z]{25,34}$',
      memo: '^((?!0)[0-9]{1,10})$',
    }),
  ]),
  coin('ADA', 'Cardano', 6, 1_200_000, [
    network('ADA', 'Cardano', 'cardano', {
      fee: '0.8',
      min: '2',
      max: '20000000',
      step: '0.000001',
      regex: '^(addr1)[0-9A-Za-z]{53,98}$',
    }),
  ]),
  coin('DOT', 'Polkadot', 8, 70_000, [
    network('DOT', 'Polkadot', 'polkadot', { fee: '0.08', min: '1.5', max: '10000000' }),
  ]),
  coin('LTC', 'Litecoin', 8, 6_000, [
    network('LTC', 'Litecoin', 'litecoin', {
      fee: '0.0001',
      min: '0.002',
      max: '100000',
      regex: '^(L|M)[A-Za-z0-9]{33}$|^(ltc1)[0-9A-Za-z]{39}$',
    }),
  ]),
  coin('DOGE', 'Dogecoin', 8, 3_000_000, [
    network('DOGE', 'Dogecoin', 'dogecoin', {
      fee: '4',
      min: '10',
      max: '50000000',
      regex: '^(D|A|9)[a-km-zA-HJ-NP-Z1-9]{33,34}$',
    }),
  ]),
  coin('BNB', 'BNB', 8, 2_500, [
    network('BSC', 'BNB Smart Chain (BEP20)', 'ethereum', {
      fee: '0.00001',
      min: '1e-8',
      max: '10000000',
    }),
  ]),
  coin('PEPE', 'Pepe', 18, 45_000_000_000, [
    network('ETH', 'Ethereum (ERC20)', 'ethereum', {
      fee: '150000.000000000000000001',
      min: '300000',
      max: '9999999999999.999999999999999999',
      step: '0.000000000000000001',
    }),
  ]),
  fiat('EUR', 'Euro'),
  fiat('GBP', 'Pound Sterling'),
];
