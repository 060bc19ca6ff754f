/** What single exchanges do between, or beyond, the responses of `samples/`. */
import { describe, expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { AT_MS, DEPOSIT_HASH, ETHER } from './exchange-sample.ts';
import { loadSamples } from './load-samples.ts';
import {
  openRecorded,
  RecordedExchange,
  type RecordedRequest,
  type RecordedResponses,
  SAMPLE_CREDENTIALS,
} from './recorded-exchange.ts';

const SAMPLES = await loadSamples();

/** Reads a day of a list, as often as there are names of lists. */
async function readDays(name: string, responses: RecordedResponses, lists: readonly string[]) {
  const sample = SAMPLES[name]!;
  using exchange = new RecordedExchange({ ...sample.responses, ...responses });
  const { secret = SAMPLE_CREDENTIALS.secret } = sample;
  const credentials = { ...SAMPLE_CREDENTIALS, secret };
  const account = await openRecorded(name, await exchange.listen(), credentials);
  const readings = [];
  for (const list of lists) {
    const source = account.sources.find((each) => each.name === list);
    readings.push(await account.readWindow(source!, AT_MS - 43_200_000, AT_MS + 43_200_000));
  }
  return readings;
}

describe('Bitrue', () => {
  it.each([
    ['deposits', 'deposit', '1'],
    ['withdrawals', 'withdraw', '5'],
    ['withdrawals', 'withdraw', '6'],
  ])(
    'returns a row of %s that is finished between two requests only once',
    async (list, path, finished) => {
      let isFinished = false;
      const row = {
        symbol: 'usdt',
        amount: '200.5',
        fee: '0',
        createdAt: AT_MS,
        updatedAt: AT_MS,
        addressFrom: '',
        addressTo: ETHER,
        txid: DEPOSIT_HASH,
        confirmations: 5,
        tagType: null,
        ...(path === 'withdraw' && { payAmount: '0' }),
      };
      const answer = ({ query }: RecordedRequest): object => {
        const list = (data: readonly object[]): object => ({ code: 200, msg: 'succ', data });
        if (query.get('coin')?.toLowerCase() !== 'usdt') return list([]);
        const status = isFinished ? finished : '0';
        // The row is finished after the first request for its coin.
        isFinished = true;
        return list(query.get('status') === status ? [{ ...row, status: Number(status) }] : []);
      };
      const responses = { [`GET www.bitrue.com/api/v1/${path}/history`]: answer };
      const [during, after] = await readDays('bitrue', responses, [list, list]);
      const keys = [during, after].flatMap((reading) =>
        reading!.transactions.map(({ key }) => key),
      );
      expect(new Set(keys).size).toBe(1);
      expect(after!.transactions.map(({ amount }) => amount)).toEqual(['200.5']);
      expect(after!.transactions[0]!.status).toBe(finished === '6' ? 'canceled' : 'completed');
    },
  );
});

it.each([
  ['STETH', 'ETH', 'STETH'],
  ['JITOSOL', 'SOL', 'JITOSOL'],
  ['ETHFI', 'ETH', 'ETHFI'],
  ['WBTC', 'BTC', 'WBTC'],
  // The list of coins contains it, and balances have ccxt's name of it.
  ['TRUMPSOL', 'SOL', 'TRUMP'],
])('BingX: reads %s on the network %s as %s', async (coin, network, asset) => {
  const row = { amount: '0.5', coin, network, status: 6, txId: '', address: ETHER };
  const withdrawal = { ...row, id: '5', applyTime: '2024-06-10T06:15:23.000Z' };
  const listed = ['WBTC', 'TRUMPSOL'].map((name) => ({ coin: name, name, networkList: [] }));
  const path = 'GET open-api.bingx.com/openApi';
  const responses = {
    [`${path}/api/v3/capital/deposit/hisrec`]: [{ ...row, insertTime: AT_MS }],
    [`${path}/api/v3/capital/withdraw/history`]: [{ ...withdrawal, transactionFee: '0.004' }],
    [`${path}/wallets/v1/capital/config/getall`]: { code: 0, data: listed },
  };
  const readings = await readDays('bingx', responses, ['deposits', 'withdrawals']);
  const [deposit, sent] = readings.map(({ transactions }) => transactions[0]);
  expect(deposit).toMatchObject({ asset, feeCurrency: null });
  expect(sent).toMatchObject({ asset, feeCost: '0.004', feeCurrency: asset });
});

it('bitFlyer: keeps a deposit of yen and one of a coin, which are numbered separately, apart', async () => {
  const readings = await readDays('bitflyer', {}, ['deposits', 'withdrawals']);
  const keys = readings.flatMap(({ transactions }) => transactions.map(({ key }) => key));
  // The same numbers, also if a window contains only one of them.
  expect(keys).toContain('deposit:900');
  expect(keys).toContain('deposit:privateGetGetdeposits:900');
  expect(keys).toContain('withdrawal:500');
  expect(keys).toContain('withdrawal:privateGetGetwithdrawals:500');
});

/** Reads a year of every list backwards in the longest windows, and returns the requests and the results. */
async function readYear(name: string, responses: RecordedResponses) {
  using exchange = new RecordedExchange({ ...SAMPLES[name]!.responses, ...responses });
  const account = await openRecorded(name, await exchange.listen());
  const nowMs = Date.now();
  const readings = [];
  for (const source of account.sources) {
    for (let toMs = nowMs; toMs > nowMs - 365 * DAY_MS; toMs -= source.windowMsMax) {
      const fromMs = Math.max(source.startMs, toMs - source.windowMsMax);
      readings.push({ toMs, ...(await account.readWindow(source, fromMs, toMs)) });
    }
  }
  return { nowMs, readings, requests: exchange.requests };
}

it('MEXC: requests windows of at most 7 days, and counts no day as read that is older than 90 days', async () => {
  const path = 'GET api.mexc.com/api/v3/capital';
  const lists = [`${path}/deposit/hisrec`, `${path}/withdraw/history`];
  const responses = Object.fromEntries(lists.map((list) => [list, []]));
  const { nowMs, readings, requests } = await readYear('mexc', responses);
  const bounds = requests
    .filter(({ endpoint }) => lists.includes(endpoint))
    .map(({ query }) => [Number(query.get('startTime')), Number(query.get('endTime'))] as const);
  const withBounds = bounds.filter(([startMs]) => startMs > 0);
  expect(withBounds.length).toBeGreaterThan(20);
  expect(Math.max(...withBounds.map(([startMs, endMs]) => endMs - startMs))).toBeLessThan(
    7 * DAY_MS,
  );
  expect(Math.min(...withBounds.map(([startMs]) => startMs))).toBeGreaterThan(nowMs - 90 * DAY_MS);
  for (const { toMs, completeFromMs } of readings) {
    if (toMs < nowMs - 90 * DAY_MS) expect(completeFromMs).toBe(toMs);
  }
});

it('BYDFi: requests windows of at most 7 days', async () => {
  const path = 'GET api.bydfi.com/api/v1/spot';
  const lists = [`${path}/deposit_records`, `${path}/withdraw_records`];
  const none = { code: 200, message: 'success', data: [], success: true };
  const responses = Object.fromEntries(lists.map((list) => [list, none]));
  const { requests } = await readYear('bydfi', responses);
  const lengths = requests
    .filter(({ endpoint, query }) => lists.includes(endpoint) && query.has('startTime'))
    .map(({ query }) => Number(query.get('endTime')) - Number(query.get('startTime')));
  expect(lengths.length).toBeGreaterThan(50);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(7 * DAY_MS);
});

it('Extended: fails without the list of assets, whose numbers are in the rows', async () => {
  const assets = 'GET api.starknet.extended.exchange/api/v1/info/assets';
  const refused = readDays(
    'extended',
    { [assets]: { status: 'ERROR', error: { code: 500, message: 'x' } } },
    ['deposits'],
  );
  await expect(refused).rejects.toThrow('extended fetchCurrencies');
});

describe('INDODAX', () => {
  const listed = (assets: Readonly<Record<string, number>>): RecordedResponses => ({
    'POST indodax.com/tapi': ({ body }: RecordedRequest) => {
      if (body.includes('method=getInfo')) return { success: 1, return: { balance: { idr: 1 } } };
      const rows = (asset: string, count: number): object[] =>
        Array.from({ length: count }, (_, index) => ({
          status: 'success',
          [asset]: '0.5',
          amount: '0.5',
          success_time: String(Math.trunc(AT_MS / 1000) - index),
          deposit_id: `${asset}-${index}`,
          tx: DEPOSIT_HASH,
        }));
      const deposit = Object.entries(assets).map(([asset, count]) => [asset, rows(asset, count)]);
      return {
        success: 1,
        return: { withdraw: { idr: [] }, deposit: Object.fromEntries(deposit) },
      };
    },
  });

  it('requests windows of at most 7 days', async () => {
    const { requests } = await readYear('indodax', listed({}));
    const bounds = requests
      .map(({ body }) => new URLSearchParams(body))
      .filter((body) => body.has('start'))
      .map((body) => Date.parse(body.get('end')!) - Date.parse(body.get('start')!));
    expect(bounds.length).toBeGreaterThan(50);
    expect(Math.max(...bounds)).toBeLessThan(7 * DAY_MS);
  });

  it('reads the kind of a row although the symbol of its asset begins with the word for another kind', async () => {
    const [reading] = await readDays('indodax', listed({ sent: 1 }), ['transactions']);
    expect(reading!.transactions).toMatchObject([{ type: 'deposit', asset: 'SENT' }]);
  });

  it('takes lists of assets with 500 rows together for incomplete ones', async () => {
    const [reading] = await readDays('indodax', listed({ btc: 257, eth: 242 }), ['transactions']);
    expect(reading!.transactions).toHaveLength(499);
    await expect(
      readDays('indodax', listed({ btc: 257, eth: 243 }), ['transactions']),
    ).rejects.toThrow('and the others cannot be requested');
  });
});

it.each([
  ['deepcoin', 180],
  ['phemex', 88],
])('%s: counts no day as read that is more than %d days ago', async (name, days) => {
  const responses = SAMPLES[name]!.responses;
  using exchange = new RecordedExchange(responses);
  const account = await openRecorded(name, await exchange.listen());
  const nowMs = await account.fetchTimeMs();
  for (const source of account.sources) {
    const { completeFromMs } = await account.readWindow(source, source.startMs, nowMs);
    expect(completeFromMs).toBe(nowMs - days * DAY_MS);
  }
});

describe.each([
  ['myokx', 'eea.okx.com'],
  ['okxus', 'us.okx.com'],
])('%s', (name, host) => {
  const DEPOSITS = `GET ${host}/api/v5/asset/deposit-history`;
  const readBalance = async (deposits: unknown) => {
    const responses = { ...SAMPLES[name]!.responses, [DEPOSITS]: deposits };
    using exchange = new RecordedExchange(responses);
    const account = await openRecorded(name, await exchange.listen());
    const { balances, withdrawableUnverified } = await account.readBalances();
    const amounts = balances.map(({ asset, amount }) => [asset, amount]);
    return { amounts, withdrawableUnverified, requests: exchange.requests };
  };
  const listOf = (data: unknown): object => ({ code: '0', msg: '', data });
  const credited = (ccy: string, amt: string): object => ({ ccy, amt, state: '1' });

  it('subtracts deposits that cannot be withdrawn yet, and never below zero', async () => {
    const deposits = [credited('USDT', '50.10'), credited('USDT', '0.5'), credited('EUR', '8')];
    const finished = { ...credited('USDT', '1'), state: '2' };
    const { amounts, withdrawableUnverified, requests } = await readBalance(
      listOf([...deposits, finished]),
    );
    expect(amounts).toEqual([
      ['USDT', '10.00'],
      ['EUR', '0'],
    ]);
    expect(withdrawableUnverified).toBeUndefined();
    const request = requests.find(({ endpoint }) => endpoint === DEPOSITS);
    expect(Object.fromEntries(request!.query)).toEqual({ state: '1', limit: '100' });
  });

  it.each([
    ['the key may not read deposits', { code: '50030', msg: 'no permission' }],
    ['the list may be incomplete', listOf(Array.from({ length: 100 }, () => credited('BTC', '1')))],
  ])('marks the amounts as unverified if %s', async (_, deposits) => {
    const { amounts, withdrawableUnverified } = await readBalance(deposits);
    expect(amounts[0]).toEqual(['USDT', '60.60']);
    expect(withdrawableUnverified).toBe(true);
  });
});

it('Gemini: returns a deposit that is credited in advance once, before and after the bank has settled it', async () => {
  const deposit = { type: 'Deposit', currency: 'USD', amount: '36.00', method: 'ACH' };
  const advance = { ...deposit, status: 'Advanced', timestampms: AT_MS, eid: 100 };
  const completion = { ...deposit, status: 'Complete', timestampms: AT_MS + 5, eid: 200 };
  let isSettled = false;
  const answer = ({ headers }: RecordedRequest): readonly object[] => {
    const payload = Buffer.from(String(headers['x-gemini-payload']), 'base64').toString();
    const showsAdvance = payload.includes('"show_completed_deposit_advances":true');
    const settled = [{ ...completion, advanceEid: 100 }, ...(showsAdvance ? [advance] : [])];
    const rows = isSettled ? settled : [advance];
    isSettled = true;
    return rows;
  };
  const responses = { 'POST api.gemini.com/v1/transfers': answer };
  const readings = await readDays('gemini', responses, ['transactions', 'transactions']);
  for (const { transactions } of readings) {
    expect(transactions).toMatchObject([{ key: 'deposit:100', status: 'completed' }]);
  }
});

it.each([
  ['deposit', 'deposit:30367719'],
  ['withdraw', 'withdrawal:30367719'],
])('CEX.IO: returns a pending %s once, before and after an update', async (direction, key) => {
  const row = { direction, currency: 'USDT', amount: '2.5', txId: '30367719', details: {} };
  const updates = [
    { ...row, status: 'pending', updatedAt: new Date(AT_MS).toISOString() },
    { ...row, status: 'approved', updatedAt: new Date(AT_MS + 60_000).toISOString() },
  ];
  const answer = (): object => ({
    ok: 'ok',
    data: [updates.length > 1 ? updates.shift() : updates[0]],
  });
  const responses = { 'POST trade.cex.io/api/spot/rest/get_my_funding_history': answer };
  const readings = await readDays('cex', responses, ['transactions', 'transactions']);
  const read = readings.map(({ transactions }) => transactions);
  expect(read).toMatchObject([
    [{ key, status: 'pending', txid: null }],
    [{ key, status: 'completed', txid: null }],
  ]);
});

it.each([
  ['Deposit', 'Internal', 'transfer_in', 'deposit:7'],
  ['Withdrawal', 'Internal', 'transfer_out', 'withdrawal:7'],
  ['Deposit', 'ACH', 'deposit', 'deposit:7'],
  ['Reward', 'Internal', 'reward', 'other:7'],
])('Gemini: reads a %s with the method %s as %s', async (type, method, expected, key) => {
  const row = { type, method, status: 'Complete', timestampms: AT_MS, eid: 7, currency: 'USD' };
  const responses = { 'POST api.gemini.com/v1/transfers': [{ ...row, amount: '36.00' }] };
  const [reading] = await readDays('gemini', responses, ['transactions']);
  expect(reading!.transactions).toMatchObject([{ key, type: expected, status: 'completed' }]);
});

it.each([
  ['12.5', { fee: '0' }, 'deposit', '12.5'],
  ['-8.50', { fee: '0' }, 'withdrawal', '8.50'],
  ['-8.50', {}, 'withdrawal', '8.50'],
])(
  'Gate EU: returns the Gate code of %s, which is in both lists, once',
  async (amount, fee, type, expected) => {
    const row = { id: 'b77', timestamp: String(AT_MS / 1000), currency: 'USDT', txid: 'code' };
    const code = { ...row, ...fee, amount, address: '', status: 'BCODE' };
    const path = 'GET api.gateeu.com/api/v4/wallet';
    const responses = { [`${path}/deposits`]: [code], [`${path}/withdrawals`]: [code] };
    const readings = await readDays('gateeu', responses, ['deposits', 'withdrawals']);
    for (const { transactions, unreadable } of readings) {
      expect(unreadable).toEqual([]);
      const rest = { status: 'completed', txid: null, address: null };
      expect(transactions).toMatchObject([
        { key: 'gate-code:b77', type, amount: expected, ...rest },
      ]);
    }
  },
);

it('Gate EU: returns no txid of a transfer between customers', async () => {
  const row = { id: 'd77', timestamp: String(AT_MS / 1000), currency: 'USDT', status: 'DONE' };
  const deposits = [{ ...row, amount: '5', address: '', txid: 'Internal transaction 77' }];
  const responses = { 'GET api.gateeu.com/api/v4/wallet/deposits': deposits };
  const [reading] = await readDays('gateeu', responses, ['deposits']);
  expect(reading!.transactions).toMatchObject([{ key: 'deposit:d77', txid: null, amount: '5' }]);
});

describe('the currency of a fee', () => {
  it.each([
    ['0.005', { feeCcy: 'ETH' }, '0.005', 'ETH'],
    ['1.50', { feeCcy: 'USDT' }, '1.50', 'USDT'],
    ['0.01000000usdt', {}, '0.01000000', 'USDT'],
    ['0.5', {}, '0.5', 'USDT'],
    ['', {}, null, null],
  ])('MyOKX: reads the fee %j with %j as %s %s', async (fee, further, feeCost, feeCurrency) => {
    const row = { ccy: 'USDT', amt: '14.25', to: ETHER, txId: '', ts: String(AT_MS), state: '2' };
    const data = [{ ...row, wdId: '5', fee, ...further }];
    const list = { code: '0', msg: '', data };
    const responses = { 'GET eea.okx.com/api/v5/asset/withdrawal-history': list };
    const [reading] = await readDays('myokx', responses, ['withdrawals']);
    expect(reading!.transactions).toMatchObject([{ amount: '14.25', feeCost, feeCurrency }]);
  });

  it.each([
    [{ feeAssetCode: 'doge' }, 'DOGE'],
    [{}, 'USDT'],
  ])('LBank: reads a fee with %j as %s', async (further, feeCurrency) => {
    const row = { amount: 2.5, coid: 'usdt', address: ETHER, fee: 1.25, txId: '', id: 19 };
    const withdraws = [{ ...row, applyTime: AT_MS, status: '4', ...further }];
    const list = { result: true, data: { total: 1, withdraws }, error_code: 0 };
    const responses = { 'POST api.lbank.info/v2/supplement/withdraws.do': list };
    const [reading] = await readDays('lbank', responses, ['withdrawals']);
    expect(reading!.transactions).toMatchObject([{ asset: 'USDT', feeCost: '1.25', feeCurrency }]);
  });

  it.each([
    [{ feeAmount: '0.002', feeCurrency: 'ETH' }, '0.002', 'ETH'],
    [{ feeAmount: '0.5' }, '0.5', 'USDC'],
    [{}, null, null],
  ])('Gemini: reads the fee %j as %s %s', async (fee, feeCost, feeCurrency) => {
    const row = { type: 'Withdrawal', status: 'Complete', timestampms: AT_MS, eid: 7 };
    const rows = [{ ...row, currency: 'USDC', amount: '36.00', ...fee }];
    const responses = { 'POST api.gemini.com/v1/transfers': rows };
    const [reading] = await readDays('gemini', responses, ['transactions']);
    expect(reading!.transactions).toMatchObject([{ asset: 'USDC', feeCost, feeCurrency }]);
  });

  it.each([
    [{ tx_fee: '1.4', fee_asset: 'CET' }, '1.4', 'CET'],
    [{ tx_fee: '1.4', fee_ccy: 'CET' }, '1.4', 'CET'],
    [{ tx_fee: '1.4' }, '1.4', 'USDT'],
    [{ tx_fee: '0' }, '0', 'USDT'],
    [{}, null, null],
  ])('CoinEx: reads the fee %j as %s %s', async (fee, feeCost, feeCurrency) => {
    const row = { withdraw_id: 7, created_at: AT_MS, withdraw_method: 'ON_CHAIN', ccy: 'USDT' };
    const amounts = { amount: '23.8', actual_amount: '22.4', chain: 'TRC20', tx_id: '' };
    const data = [{ ...row, ...amounts, to_address: 'x', status: 'finished', ...fee }];
    const list = { code: 0, data, pagination: { total: 1, has_next: false }, message: 'OK' };
    const responses = { 'GET api.coinex.com/v2/assets/withdraw': list };
    const [reading] = await readDays('coinex', responses, ['withdrawals']);
    expect(reading!.transactions).toMatchObject([{ amount: '22.4', feeCost, feeCurrency }]);
  });
});
