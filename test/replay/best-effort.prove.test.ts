import { expect, it } from 'vitest';

import { readThrough } from './read-through.ts';
import { RESPONSES as BITFINEX } from './samples/bitfinex.ts';
import { RESPONSES as COINBASE_EXCHANGE } from './samples/coinbaseexchange.ts';
import { RESPONSES as HYPERLIQUID } from './samples/hyperliquid.ts';

/** Returns the rows of a body as text, without their identifiers, so that every digit can be compared. */
function listRows(body: string): string[] {
  return [...body.matchAll(/\{"id":"tx_[^"]*","walletId":"[^"]*",([^}]*)\}/g)].map(
    ([, fields = '']) => fields,
  );
}

it('serves each row of Hyperliquid once and exactly, although all responses are equal', async () => {
  const credentials = { walletAddress: `0x${'22'.repeat(20)}` };
  const { transactions } = await readThrough('hyperliquid', credentials, HYPERLIQUID);
  expect(listRows(transactions)).toEqual([
    '"asset":"USDC","type":"withdrawal","amount":12.5,"timestamp":1718086402123,"status":"unknown",' +
      '"txid":"0xa166e3fa63c25663024b03f2e0da011a00307e4017465df020210d3d432e7cb8","address":null,' +
      '"feeCost":1.0,"feeCurrency":"USDC"',
    '"asset":"USDC","type":"deposit","amount":150.0,"timestamp":1718000001789,"status":"completed",' +
      '"txid":"0xc388051c85e47885246d25b402fc233c0052906139687f024243205f65409eda","address":null,' +
      '"feeCost":null,"feeCurrency":null',
  ]);
});

it('serves rows, balances and networks of Coinbase Exchange once and exactly', async () => {
  const secret = Buffer.alloc(32, 7).toString('base64');
  const { transactions, balance } = await readThrough(
    'coinbaseexchange',
    { apiKey: 'k', secret, password: 'p' },
    COINBASE_EXCHANGE,
  );
  expect(listRows(transactions)).toEqual([
    '"asset":"LTC","type":"deposit","amount":0.25000000,"timestamp":1718086845123,"status":"pending",' +
      '"txid":"2f4a1d6c8e0b3a5f7091b2c4d6e8f0a1b3c5d7e9f1a2b4c6d8e0f1a3b5c7d9e1",' +
      '"address":"MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441","feeCost":null,"feeCurrency":null',
  ]);
  expect(balance).toContain('"amount":2.7500');
  expect(balance).toContain('"id":"arbitrum"');
  expect(balance).toContain('"maxWithdrawal":"250000"');
});

it('serves rows of Bitfinex, which have no field names, once and exactly', async () => {
  const { transactions } = await readThrough('bitfinex', { apiKey: 'k', secret: 's' }, BITFINEX);
  expect(listRows(transactions)).toEqual([
    '"asset":"ETH","type":"withdrawal","amount":0.24,"timestamp":1718000000000,"status":"canceled",' +
      '"txid":"0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b",' +
      '"address":"0x52908400098527886e0f7030069857d2e4169ee7","feeCost":0.00135,"feeCurrency":"ETH"',
  ]);
});
