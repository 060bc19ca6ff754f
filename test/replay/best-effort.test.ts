import { describe, expect, it } from 'vitest';

import { readThrough } from './read-through.ts';
import {
  type Responses,
  responsesOf,
  hasRecordings,
  readDocumentedResponse,
} from './recorded-exchange.ts';

/** The rows of a body as text, without their identifiers: every digit stands as it was sent. */
function listRows(body: string): string[] {
  return [...body.matchAll(/\{"id":"tx_[^"]*","walletId":"[^"]*",([^}]*)\}/g)].map(
    ([, fields = '']) => fields,
  );
}

describe.skipIf(!hasRecordings)(
  'recorded responses of exchanges without a profile of their own',
  () => {
    it('come out of both endpoints once and exact: Hyperliquid, one body for every question', async () => {
      const responses = responsesOf('hyperliquid', ['fetchDeposits']);
      const { transactions } = await readThrough(
        'hyperliquid',
        { walletAddress: `0x${'22'.repeat(20)}` },
        responses,
      );
      expect(listRows(transactions)).toEqual([
        '"asset":"USDC","type":"withdrawal","amount":9.0,"timestamp":1725369558702,"status":"unknown",' +
          '"txid":"0xa1eee9b39bb871d5c0c91892c457fdb78fd65f804502d1a09f0a9b80a5c43a81","address":null,' +
          '"feeCost":1.0,"feeCurrency":"USDC"',
        '"asset":"USDC","type":"deposit","amount":105.0,"timestamp":1719366450777,"status":"completed",' +
          '"txid":"0xb17ab23a7006fe26145857954e728c72a118563deb7e32f80e317bb5b0fab955","address":null,' +
          '"feeCost":null,"feeCurrency":null',
      ]);
    });

    it('come out of both endpoints once and exact: Coinbase Exchange', async () => {
      const responses = responsesOf('coinbaseexchange', ['fetchCurrencies']);
      responses.set(
        'GET api.exchange.coinbase.com/transfers',
        readDocumentedResponse('coinbaseexchange', 'fetchDepositsWithdrawals'),
      );
      responses.set('GET api.exchange.coinbase.com/accounts', [
        { id: 'a1', currency: 'DAI', balance: '3.000', available: '2.7500', hold: '0.2500' },
      ]);
      const { transactions, balance } = await readThrough(
        'coinbaseexchange',
        { apiKey: 'k', secret: Buffer.alloc(32, 7).toString('base64'), password: 'p' },
        responses,
      );
      expect(listRows(transactions)).toEqual([
        '"asset":"LTC","type":"deposit","amount":0.01000000,"timestamp":1671583725477,"status":"pending",' +
          '"txid":"752f35570736341e2a253f7041a34cf1e196fc56128c900fd03d99da899d94c1",' +
          '"address":"MKemtnCFUYKsNWaf5EMYMpwSszcXWFDtTY","feeCost":null,"feeCurrency":null',
      ]);
      expect(balance).toContain('"amount":2.7500');
      expect(balance).toContain('"id":"arbitrum"');
      expect(balance).toContain('"maxWithdrawal":"150000"');
    });

    it('come out of both endpoints once and exact: Bitfinex', async () => {
      const responses: Responses = new Map<string, unknown>([
        [
          'POST api.bitfinex.com/v2/auth/r/movements/hist',
          readDocumentedResponse('bitfinex', 'fetchDepositsWithdrawals'),
        ],
        [
          'POST api.bitfinex.com/v2/auth/r/wallets',
          [['exchange', 'ETH', 1.25, 0, 1.25, null, null]],
        ],
      ]);
      const { transactions } = await readThrough(
        'bitfinex',
        { apiKey: 'k', secret: 's' },
        responses,
      );
      expect(listRows(transactions)).toEqual([
        '"asset":"ETH","type":"withdrawal","amount":0.24,"timestamp":1574175052000,"status":"canceled",' +
          '"txid":"0x523ec8945500.....................................",' +
          '"address":"0x38110e0Fc932CB2BE...........","feeCost":0.00135,"feeCurrency":"ETH"',
      ]);
    });
  },
);
