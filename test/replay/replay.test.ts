import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { readThrough } from './read-through.ts';
import { responsesOf, hasRecordings, readRecording, type Responses } from './recorded-exchange.ts';

/** What a wallet is added and complete without: none of it is recorded. */
const NOT_NEEDED: ReadonlySet<string> = new Set([
  'GET api.binance.com/sapi/v1/account/apiRestrictions',
  'GET api.binance.com/sapi/v1/asset/assetDividend',
  'GET api.binance.com/sapi/v1/asset/transfer',
  'POST api.kraken.com/0/private/GetApiKeyInfo',
]);

/** The parts of the recorded rows that are compared. */
interface BinanceRow {
  readonly id: string;
  readonly coin: string;
  readonly amount: string;
  readonly transactionFee: string;
  readonly address: string;
  readonly txId: string;
  readonly insertTime: string;
  readonly applyTime: string;
}
interface BinanceCoin {
  readonly coin: string;
  readonly withdrawAllEnable: boolean;
  readonly networkList: readonly {
    readonly network: string;
    readonly name: string;
    readonly withdrawEnable: boolean;
    readonly withdrawMin: string;
    readonly withdrawMax: string;
    readonly addressRegex: string;
  }[];
}
interface KrakenRow {
  readonly refid: string;
  readonly asset: string;
  readonly amount: string;
  readonly fee: string;
  readonly info: string;
  readonly txid: string;
  readonly time: string;
}

/** A number of a body, as its own text. */
interface Digits {
  readonly digits: string;
}

/** The two bodies, as far as they are compared. */
interface Told {
  readonly transactions: readonly object[];
  readonly pagination: object;
  readonly balances: readonly { asset: string; amount: Digits; networks: readonly object[] }[];
}

/** Parses a body with every number as its own text. */
function parseDigits(body: string): Told {
  const keep = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' ? { digits: context?.source } : value;
  return JSON.parse(body, keep) as Told;
}

const digits = (text: string): Digits => ({ digits: text });

describe.skipIf(!hasRecordings)(
  'recorded responses of exchanges, where they are on this machine',
  () => {
    it('come out of both endpoints complete and exact: Binance', async () => {
      const responses = responsesOf('binance', [
        'fetchDeposits',
        'fetchWithdrawals',
        'fetchBalance',
        'fetchCurrencies',
      ]);
      responses.set('GET api.binance.com/api/v3/time', { serverTime: Date.now() });
      responses.set('GET api.binance.com/sapi/v1/fiat/orders', {
        code: '000000',
        message: 'success',
        data: [],
        total: 0,
        success: true,
      });
      const { transactions, balance, unknown } = await readThrough(
        'binance',
        { apiKey: 'k', secret: 's' },
        responses,
      );
      expect(unknown.filter((endpoint) => !NOT_NEEDED.has(endpoint))).toEqual([]);

      const [deposit] = readRecording('binance', 'fetchDeposits').httpResponse as BinanceRow[];
      const [withdrawal] = readRecording('binance', 'fetchWithdrawals')
        .httpResponse as BinanceRow[];
      const told = parseDigits(transactions);
      expect(told.pagination).toMatchObject({ totalCount: digits('2') });
      expect(told.transactions).toEqual([
        {
          id: expect.stringMatching(/^tx_/),
          walletId: expect.stringMatching(/^wallet_/),
          asset: deposit!.coin,
          type: 'deposit',
          amount: digits(deposit!.amount),
          timestamp: digits(deposit!.insertTime),
          status: 'completed',
          txid: deposit!.txId,
          address: deposit!.address,
          feeCost: null,
          feeCurrency: null,
        },
        {
          id: expect.stringMatching(/^tx_/),
          walletId: expect.stringMatching(/^wallet_/),
          asset: withdrawal!.coin,
          type: 'withdrawal',
          amount: digits(withdrawal!.amount),
          timestamp: digits(String(Date.parse(`${withdrawal!.applyTime.replace(' ', 'T')}Z`))),
          status: 'completed',
          txid: withdrawal!.txId,
          address: withdrawal!.address,
          feeCost: digits(withdrawal!.transactionFee),
          feeCurrency: withdrawal!.coin,
        },
      ]);
      expectBinanceBalance(parseDigits(balance));
    });

    it('come out of both endpoints complete and exact: Kraken', async () => {
      const responses = responsesOf('kraken', [
        'fetchDeposits',
        'fetchWithdrawals',
        'fetchCurrencies',
      ]);
      const balances = {
        USDT: { balance: '41.25000000', hold_trade: '0.25000000' },
        ZUSD: { balance: '10.0000', hold_trade: '0.0000' },
      };
      responses.set('GET api.kraken.com/0/public/Time', {
        error: [],
        result: { unixtime: Math.floor(Date.now() / 1000) },
      });
      responses.set('POST api.kraken.com/0/private/Ledgers', {
        error: [],
        result: { ledger: {}, count: 0 },
      });
      responses.set('POST api.kraken.com/0/private/BalanceEx', { error: [], result: balances });
      responses.set('POST api.kraken.com/0/private/WithdrawMethods', {
        error: ['EGeneral:Permission denied'],
      });
      const credentials = { apiKey: 'k', secret: Buffer.alloc(64, 1).toString('base64') };
      const { transactions, balance, unknown } = await readThrough(
        'kraken',
        credentials,
        responses,
      );
      expect(unknown.filter((endpoint) => !NOT_NEEDED.has(endpoint))).toEqual([]);

      const wanted = (['fetchWithdrawals', 'fetchDeposits'] as const).map((method) => {
        const { result } = readRecording('kraken', method).httpResponse as {
          result: KrakenRow[];
        };
        const row = result[0]!;
        return {
          id: expect.stringMatching(/^tx_/),
          walletId: expect.stringMatching(/^wallet_/),
          asset: row.asset,
          type: method === 'fetchDeposits' ? 'deposit' : 'withdrawal',
          amount: digits(row.amount),
          timestamp: digits(`${row.time}000`),
          status: 'completed',
          txid: row.txid,
          address: row.info,
          feeCost: digits(row.fee),
          feeCurrency: row.asset,
        };
      });
      expect(parseDigits(transactions).transactions).toEqual(wanted);
      expect(parseDigits(balance).balances).toEqual([
        { asset: 'USD', amount: digits('10.0000'), networks: [] },
        { asset: 'USDT', amount: digits('41.00000000'), networks: [] },
      ]);
    });

    it('come out once, whichever window and page is asked for: Bitvavo', async () => {
      const responses = responsesOf('bitvavo', [
        'fetchDeposits',
        'fetchBalance',
        'fetchCurrencies',
        'fetchLedger',
      ]);
      responses.set('GET api.bitvavo.com/v2/time', { time: Date.now() });
      responses.set('GET api.bitvavo.com/v2/withdrawalHistory', []);
      const credentials = { apiKey: 'k', secret: 's' };
      const { transactions } = await readThrough('bitvavo', credentials, responses);
      const deposits = readRecording('bitvavo', 'fetchDeposits').httpResponse as {
        timestamp: string;
        amount: string;
        txId: string;
      }[];
      // The recorded history has a sale alone, which is no transaction.
      expect(parseDigits(transactions).transactions).toEqual(
        deposits.map(({ timestamp, amount, txId }) =>
          expect.objectContaining({
            type: 'deposit',
            timestamp: digits(timestamp),
            amount: digits(amount),
            txid: txId,
          }),
        ),
      );
    });

    it('come out once, whichever account and page is asked for: Coinbase', async () => {
      const accounts = readRecording('coinbase', 'fetchBalance').httpResponse as {
        data: { id: string }[];
      };
      const rows = readRecording('coinbase', 'fetchDepositsWithdrawals').httpResponse as {
        data: { id: string; network: { hash: string } }[];
      };
      const host = 'GET api.coinbase.com';
      const responses: Responses = new Map<string, unknown>([
        [`${host}/api/v3/brokerage/time`, { epochMillis: String(Date.now()) }],
        [`${host}/api/v3/brokerage/accounts`, { accounts: [], has_next: false, cursor: '' }],
        [`${host}/v2/accounts`, accounts],
        ...accounts.data.map(({ id }) => [`${host}/v2/accounts/${id}/transactions`, rows] as const),
      ]);
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const secret = privateKey.export({ format: 'pem', type: 'sec1' }).toString();
      const apiKey = 'organizations/o/apiKeys/k';
      const { transactions } = await readThrough('coinbase', { apiKey, secret }, responses);
      expect(parseDigits(transactions).transactions).toEqual([
        expect.objectContaining({
          type: 'withdrawal',
          amount: digits('0.479801'),
          feeCost: digits('1.530199'),
          txid: rows.data[0]!.network.hash,
        }),
        expect.objectContaining({
          type: 'deposit',
          amount: digits('2.010000'),
          feeCost: null,
          txid: rows.data[1]!.network.hash,
        }),
      ]);
    });
  },
);

function expectBinanceBalance(told: Told): void {
  const { balances } = readRecording('binance', 'fetchBalance').httpResponse as {
    balances: { asset: string; free: string }[];
  };
  const coins = readRecording('binance', 'fetchCurrencies').httpResponse as BinanceCoin[];
  const byAsset = balances.toSorted((a, b) => (a.asset < b.asset ? -1 : 1));
  expect(told.balances.map(({ asset, amount }) => [asset, amount])).toEqual(
    byAsset.map(({ asset, free }) => [asset, digits(free)]),
  );
  for (const { asset, networks } of told.balances) {
    const list = coins.find(({ coin }) => coin === asset)?.networkList ?? [];
    const open = list.filter(({ withdrawEnable }) => withdrawEnable);
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
          addressRegex: addressRegex === '' ? expect.anything() : addressRegex,
        })),
    );
  }
}
