import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';

import { readThrough } from './read-through.ts';
import * as binance from './samples/binance.ts';
import * as bitvavo from './samples/bitvavo.ts';
import * as coinbase from './samples/coinbase.ts';
import * as kraken from './samples/kraken.ts';

/** Optional endpoints without a sample. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'GET api.binance.com/sapi/v1/account/apiRestrictions',
  'GET api.binance.com/sapi/v1/asset/assetDividend',
  'GET api.binance.com/sapi/v1/asset/transfer',
  'POST api.kraken.com/0/private/GetApiKeyInfo',
]);

/** A number of a body, as text. */
interface Digits {
  readonly digits: string;
}

/** The compared parts of the two bodies. */
interface Reported {
  readonly transactions: readonly object[];
  readonly pagination: object;
  readonly balances: readonly { asset: string; amount: Digits; networks: readonly object[] }[];
}

/** Parses a body with every number as text. */
function parseDigits(body: string): Reported {
  const toDigits = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' ? { digits: context?.source } : value;
  return JSON.parse(body, toDigits) as Reported;
}

const digits = (text: string | number): Digits => ({ digits: String(text) });

const IDS = {
  id: expect.stringMatching(/^tx_/),
  walletId: expect.stringMatching(/^wallet_/),
};

it('serves every row, balance and network of Binance exactly', async () => {
  const credentials = { apiKey: 'k', secret: 's' };
  const { transactions, balance, unknown } = await readThrough(
    'binance',
    credentials,
    binance.RESPONSES,
  );
  expect(unknown.filter((endpoint) => !OPTIONAL.has(endpoint))).toEqual([]);
  const { DEPOSIT: deposit, WITHDRAWAL: withdrawal } = binance;
  const reported = parseDigits(transactions);
  expect(reported.pagination).toMatchObject({ totalCount: digits('2') });
  expect(reported.transactions).toEqual([
    {
      ...IDS,
      asset: withdrawal.coin,
      type: 'withdrawal',
      amount: digits(withdrawal.amount),
      timestamp: digits(Date.parse(`${withdrawal.applyTime.replace(' ', 'T')}Z`)),
      status: 'completed',
      txid: withdrawal.txId,
      address: withdrawal.address,
      feeCost: digits(withdrawal.transactionFee),
      feeCurrency: withdrawal.coin,
    },
    {
      ...IDS,
      asset: deposit.coin,
      type: 'deposit',
      amount: digits(deposit.amount),
      timestamp: digits(deposit.insertTime),
      status: 'completed',
      txid: deposit.txId,
      address: deposit.address,
      feeCost: null,
      feeCurrency: null,
    },
  ]);
  expectBinanceBalance(parseDigits(balance));
});

it('serves every row and balance of Kraken exactly', async () => {
  const credentials = { apiKey: 'k', secret: Buffer.alloc(64, 1).toString('base64') };
  const { transactions, balance, unknown } = await readThrough(
    'kraken',
    credentials,
    kraken.RESPONSES,
  );
  expect(unknown.filter((endpoint) => !OPTIONAL.has(endpoint))).toEqual([]);
  expect(parseDigits(transactions).transactions).toEqual([
    toKrakenTransaction('withdrawal', kraken.WITHDRAWAL),
    toKrakenTransaction('deposit', kraken.DEPOSIT),
  ]);
  expect(parseDigits(balance).balances).toEqual([
    { asset: 'USD', amount: digits('10.0000'), networks: [] },
    { asset: 'USDT', amount: digits('41.00000000'), networks: [] },
  ]);
});

it('serves each deposit of Bitvavo once, although all windows have the same response', async () => {
  const credentials = { apiKey: 'k', secret: 's' };
  const { transactions } = await readThrough('bitvavo', credentials, bitvavo.RESPONSES);
  expect(parseDigits(transactions).transactions).toEqual(
    bitvavo.DEPOSITS.map(({ timestamp, amount, txId = null }) =>
      expect.objectContaining({
        type: 'deposit',
        timestamp: digits(timestamp),
        amount: digits(amount),
        txid: txId,
      }),
    ),
  );
});

it('serves each row of Coinbase once, although all accounts have the same response', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const secret = privateKey.export({ format: 'pem', type: 'sec1' }).toString();
  const credentials = { apiKey: 'organizations/o/apiKeys/k', secret };
  const { transactions } = await readThrough('coinbase', credentials, coinbase.RESPONSES);
  expect(parseDigits(transactions).transactions).toEqual([
    expect.objectContaining({
      type: 'withdrawal',
      amount: digits('14.499801'),
      feeCost: digits('0.250199'),
      txid: coinbase.WITHDRAWAL.network.hash,
    }),
    expect.objectContaining({
      type: 'deposit',
      amount: digits('20.500000'),
      feeCost: null,
      txid: coinbase.DEPOSIT.network.hash,
    }),
  ]);
});

function expectBinanceBalance({ balances }: Reported): void {
  // The credited deposit can be withdrawn.
  expect(balances.map(({ asset, amount }) => [asset, amount])).toEqual(
    binance.BALANCES.map(({ asset, free }) => [asset, digits(free)]),
  );
  for (const { asset, networks } of balances) {
    const list = binance.COINS.find(({ coin }) => coin === asset)?.networkList ?? [];
    const open = list.filter(({ withdrawEnable }) => withdrawEnable);
    expect(open.length).toBeGreaterThan(0);
    expect(networks).toEqual(
      open
        .toSorted((a, b) => (a.network < b.network ? -1 : 1))
        .map(({ network, name, withdrawMin, withdrawMax, addressRegex }) => ({
          id: network,
          code: expect.any(String),
          name,
          displayName: name,
          minWithdrawal: withdrawMin,
          maxWithdrawal: withdrawMax,
          assetName: asset,
          addressRegex,
        })),
    );
  }
}

function toKrakenTransaction(type: string, row: typeof kraken.DEPOSIT): object {
  return {
    ...IDS,
    asset: row.asset,
    type,
    amount: digits(row.amount),
    timestamp: digits(row.time * 1000),
    status: 'completed',
    txid: row.txid,
    address: row.info,
    feeCost: digits(row.fee),
    feeCurrency: row.asset,
  };
}
