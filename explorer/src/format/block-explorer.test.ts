import { expect, it } from 'vitest';

import { findBlockExplorerPage } from './block-explorer.ts';

const TXID = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
const BITCOIN = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

it.each([
  ['BTC', BITCOIN, 'https://mempool.space/tx/'],
  ['BTC', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'https://mempool.space/tx/'],
  ['LTC', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'https://litecoinspace.org/tx/'],
  ['DOGE', 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD', 'https://blockchair.com/dogecoin/transaction/'],
])('links a transaction of %s with %s', (asset, address, page) => {
  expect(findBlockExplorerPage({ asset, address, txid: TXID })).toBe(page + TXID);
});

it.each([
  ['a token on another chain', { asset: 'BTC', address: `0x${'a'.repeat(40)}`, txid: TXID }],
  ['another form of txid', { asset: 'BTC', address: BITCOIN, txid: `0x${TXID}` }],
  ['Lightning', { asset: 'BTC', address: `lnbc1${'q'.repeat(40)}`, txid: TXID }],
  ['no address', { asset: 'BTC', address: null, txid: TXID }],
  ['no txid', { asset: 'BTC', address: BITCOIN, txid: null }],
  ['an asset of several chains', { asset: 'USDT', address: BITCOIN, txid: TXID }],
  ['a name of every object', { asset: 'constructor', address: BITCOIN, txid: TXID }],
  ['columns that are not shown', { txid: TXID }],
])('does not link %s', (_what, transaction) => {
  expect(findBlockExplorerPage(transaction)).toBeUndefined();
});
