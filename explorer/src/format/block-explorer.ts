/** Links to public block explorers for transactions whose chain is certain. */
import type { Transaction } from '../../../client/src/index.ts';

/** The forms of a chain's addresses and transaction identifiers, and its block explorers. */
interface Chain {
  /** The only asset with which the forms are certain; missing if no other chain has such addresses. */
  readonly asset?: string;
  readonly txid: RegExp;
  readonly address: RegExp;
  /** URLs to which the transaction identifier is appended. */
  readonly pages: readonly string[];
}

const HASH = /^[0-9a-f]{64}$/i;
const BASE58 = '[1-9A-HJ-NP-Za-km-z]';

/**
 * An exchange also moves an asset as a token on another chain (Bitcoin on BNB Smart Chain, Lightning), and the service
 * does not report the network of a transaction: the chain is certain only if the address and the identifier both have its
 * form, and for addresses that several chains have also the asset.
 */
const CHAINS: readonly Chain[] = [
  {
    asset: 'BTC',
    txid: HASH,
    address: new RegExp(`^(?:bc1[02-9ac-hj-np-z]{11,71}|[13]${BASE58}{25,34})$`),
    pages: ['https://mempool.space/tx/', 'https://blockstream.info/tx/'],
  },
  {
    asset: 'LTC',
    txid: HASH,
    address: new RegExp(`^(?:ltc1[02-9ac-hj-np-z]{11,71}|[LM3]${BASE58}{25,34})$`),
    pages: ['https://litecoinspace.org/tx/', 'https://blockchair.com/litecoin/transaction/'],
  },
  {
    asset: 'DOGE',
    txid: HASH,
    address: new RegExp(`^[DA9]${BASE58}{25,34}$`),
    pages: ['https://blockchair.com/dogecoin/transaction/'],
  },
  {
    txid: HASH,
    address: new RegExp(`^T${BASE58}{33}$`),
    pages: ['https://tronscan.org/#/transaction/'],
  },
  {
    asset: 'XRP',
    txid: HASH,
    address: new RegExp(`^r${BASE58}{24,34}$`),
    pages: ['https://xrpscan.com/tx/'],
  },
  {
    txid: new RegExp(`^${BASE58}{86,88}$`),
    address: new RegExp(`^${BASE58}{32,44}$`),
    pages: ['https://solscan.io/tx/', 'https://explorer.solana.com/tx/'],
  },
  {
    // Ethereum and chains with the same addresses. The page searches the identifier on all of them.
    txid: /^0x[0-9a-f]{64}$/i,
    address: /^0x[0-9a-f]{40}$/i,
    pages: ['https://blockscan.com/tx/'],
  },
];

/** Returns the URLs of a transaction in block explorers; none if the chain is not certain. */
export function findBlockExplorerPages({
  asset,
  txid,
  address,
}: Partial<Pick<Transaction, 'asset' | 'txid' | 'address'>>): readonly string[] {
  if (!txid || !address) return [];
  const chain = CHAINS.find(
    (each) =>
      (each.asset === undefined || each.asset === asset) &&
      each.txid.test(txid) &&
      each.address.test(address),
  );
  return chain?.pages.map((page) => page + txid) ?? [];
}
