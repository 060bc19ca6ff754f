import { expect, it } from 'vitest';

import { findBlockExplorerPages } from './block-explorer.ts';

const TXID = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
const BITCOIN = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const EVM = `0x${'a'.repeat(40)}`;
const SOLANA_TXID = '5'.repeat(88);

it.each([
  ['BTC', BITCOIN, TXID, 'https://mempool.space/tx/'],
  ['BTC', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', TXID, 'https://mempool.space/tx/'],
  ['LTC', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', TXID, 'https://litecoinspace.org/tx/'],
  [
    'DOGE',
    'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD',
    TXID,
    'https://blockchair.com/dogecoin/transaction/',
  ],
  ['USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', TXID, 'https://tronscan.org/#/transaction/'],
  ['XRP', 'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv', TXID, 'https://xrpscan.com/tx/'],
  ['USDC', 'So11111111111111111111111111111111111111112', SOLANA_TXID, 'https://solscan.io/tx/'],
  ['USDC', EVM, `0x${TXID}`, 'https://blockscan.com/tx/'],
])('links a transaction of %s with %s', (asset, address, txid, page) => {
  expect(findBlockExplorerPages({ asset, address, txid })[0]).toBe(page + txid);
});

it.each([
  ['a token on another chain', { asset: 'BTC', address: EVM, txid: TXID }],
  ['another form of txid', { asset: 'BTC', address: BITCOIN, txid: `0x${TXID}` }],
  ['Lightning', { asset: 'BTC', address: `lnbc1${'q'.repeat(40)}`, txid: TXID }],
  ['no address', { asset: 'BTC', address: null, txid: TXID }],
  ['no txid', { asset: 'BTC', address: BITCOIN, txid: null }],
  ['an asset of several chains', { asset: 'USDT', address: BITCOIN, txid: TXID }],
  ['columns that are not shown', { txid: TXID }],
])('does not link %s', (_what, transaction) => {
  expect(findBlockExplorerPages(transaction)).toEqual([]);
});
