/** Links to public block explorers for transactions whose chain is certain. */
import type { Transaction } from '../../../client/src/index.ts';

/** The forms of a chain's addresses and transaction identifiers, and its block explorer. */
interface Chain {
  readonly txid: RegExp;
  readonly address: RegExp;
  /** URL to which the transaction identifier is appended. */
  readonly page: string;
}

const HASH = /^[0-9a-f]{64}$/i;
const BASE58 = '[1-9A-HJ-NP-Za-km-z]';

/**
 * Chains by their native asset. An exchange also moves such an asset as a token on another chain
 * (Bitcoin on BNB Smart Chain, Lightning), and the service does not report the network of a transaction:
 * the chain is certain only if the asset, the address and the identifier all have the chain's form.
 */
const CHAINS: Readonly<Record<string, Chain>> = {
  BTC: {
    txid: HASH,
    address: new RegExp(`^(?:bc1[02-9ac-hj-np-z]{11,71}|[13]${BASE58}{25,34})$`),
    page: 'https://mempool.space/tx/',
  },
  LTC: {
    txid: HASH,
    address: new RegExp(`^(?:ltc1[02-9ac-hj-np-z]{11,71}|[LM3]${BASE58}{25,34})$`),
    page: 'https://litecoinspace.org/tx/',
  },
  DOGE: {
    txid: HASH,
    address: new RegExp(`^[DA9]${BASE58}{25,34}$`),
    page: 'https://blockchair.com/dogecoin/transaction/',
  },
};

/** Returns the URL of a transaction in a block explorer; `undefined` if the chain is not certain. */
export function findBlockExplorerPage({
  asset,
  txid,
  address,
}: Partial<Pick<Transaction, 'asset' | 'txid' | 'address'>>): string | undefined {
  if (asset === undefined || !txid || !address || !Object.hasOwn(CHAINS, asset)) return undefined;
  const chain = CHAINS[asset];
  if (chain === undefined || !chain.txid.test(txid) || !chain.address.test(address)) {
    return undefined;
  }
  return chain.page + txid;
}
