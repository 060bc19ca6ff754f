import type { Chain } from '../addresses.ts';

/** A method of deposits and withdrawals of an asset, as Kraken names it. */
export interface KrakenMethod {
  readonly method: string;
  readonly methodId: string;
  readonly network: string;
  readonly networkId: string;
  readonly chain: Chain;
  readonly minimum: string;
  readonly fee: string;
}

/** An asset as Kraken lists it. */
export interface KrakenAsset {
  /** Kraken's own name; old assets have a prefix, X or Z: `XXBT`, `ZEUR`. */
  readonly id: string;
  readonly altname: string;
  /** The symbol that wallet-teller reports: the symbol of the asset without a suffix such as `.S`. */
  readonly symbol: string;
  readonly decimals: number;
  readonly displayDecimals: number;
  /** The amount of a typical deposit, in thousandths. */
  readonly typicalThousandths: number;
  /** Empty for assets that cannot be deposited or withdrawn, such as staked ones. */
  readonly methods: readonly KrakenMethod[];
}

function method(
  name: string,
  network: string,
  chain: Chain,
  limits: { readonly minimum: string; readonly fee: string },
): KrakenMethod {
  const slug = `${name} ${network}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return {
    method: name,
    methodId: `method-${slug}`,
    network,
    networkId: `network-${network.toLowerCase().replaceAll(' ', '-')}`,
    chain,
    ...limits,
  };
}

function asset(
  names: readonly [id: string, altname: string, symbol: string],
  decimals: number,
  typicalThousandths: number,
  methods: readonly KrakenMethod[] = [],
): KrakenAsset {
  const [id, altname, symbol] = names;
  const displayDecimals = Math.min(decimals, 5);
  return { id, altname, symbol, decimals, displayDecimals, typicalThousandths, methods };
}

/**
 * The assets of the simulated Kraken: old names with an X or Z prefix (XXBT, ZEUR), names that only begin
 * with these letters (XTZ, ZRX), and read-only variants of an asset: staked (.S), opt-in rewards (.M), Kraken
 * Rewards (.F), yield-bearing (.B), on hold (.HOLD). Source: Kraken REST API, "Get Asset Info", and the note
 * there on asset suffixes.
 */
export const KRAKEN_ASSETS: readonly KrakenAsset[] = [
  asset(['XXBT', 'XBT', 'BTC'], 10, 90, [
    method('Bitcoin', 'Bitcoin', 'bitcoin', { minimum: '0.0004', fee: '0.00015' }),
  ]),
  asset(['XETH', 'ETH', 'ETH'], 10, 1_500, [
    method('Ether', 'Ethereum', 'ethereum', { minimum: '0.004', fee: '0.0012' }),
    method('Arbitrum One (Unified)', 'Arbitrum', 'ethereum', { minimum: '0.002', fee: '0.00009' }),
  ]),
  asset(['XXRP', 'XRP', 'XRP'], 8, 900_000, [
    method('Ripple XRP', 'Ripple', 'ripple', { minimum: '2', fee: '0.2' }),
  ]),
  asset(['XXDG', 'XDG', 'DOGE'], 8, 2_500_000, [
    method('Dogecoin', 'Dogecoin', 'dogecoin', { minimum: '20', fee: '4' }),
  ]),
  asset(['XXLM', 'XLM', 'XLM'], 8, 3_000_000, [
    method('Stellar XLM', 'Stellar', 'stellar', { minimum: '1', fee: '0.00002' }),
  ]),
  asset(['ADA', 'ADA', 'ADA'], 8, 1_500_000, [
    method('ADA', 'Cardano', 'cardano', { minimum: '3', fee: '0.8' }),
  ]),
  asset(['XTZ', 'XTZ', 'XTZ'], 8, 700_000, [
    method('XTZ', 'Tezos', 'tezos', { minimum: '0.8', fee: '0.2' }),
  ]),
  asset(['ZRX', 'ZRX', 'ZRX'], 10, 2_000_000, [
    method('ZRX', 'Ethereum', 'ethereum', { minimum: '13', fee: '6.5' }),
  ]),
  asset(['DOT', 'DOT', 'DOT'], 10, 80_000, [
    method('Polkadot', 'Polkadot', 'polkadot', { minimum: '1.2', fee: '0.05' }),
  ]),
  asset(['USDT', 'USDT', 'USDT'], 8, 800_000, [
    method('Tether USD (TRC20)', 'Tron', 'tron', { minimum: '5', fee: '2.5' }),
    method('Tether USD (ERC20)', 'Ethereum', 'ethereum', { minimum: '8', fee: '4' }),
  ]),
  asset(['ZEUR', 'EUR', 'EUR'], 4, 950_000, [
    method('SEPA', 'SEPA', 'bank', { minimum: '2', fee: '0.35' }),
  ]),
  asset(['ZUSD', 'USD', 'USD'], 4, 1_100_000, [
    method('Fedwire', 'Fedwire', 'bank', { minimum: '20', fee: '4' }),
  ]),
  asset(['DOT.S', 'DOT.S', 'DOT'], 8, 1_000),
  asset(['XTZ.B', 'XTZ.B', 'XTZ'], 8, 1_000),
  asset(['ETH2.S', 'ETH2.S', 'ETH'], 10, 10),
  asset(['XBT.M', 'XBT.M', 'BTC'], 10, 1),
  asset(['USDT.F', 'USDT.F', 'USDT'], 8, 1_000),
  asset(['EUR.HOLD', 'EUR.HOLD', 'EUR'], 4, 100_000),
];
