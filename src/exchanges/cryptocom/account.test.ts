import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';

import { DAY_MS } from '../../domain/duration.ts';
import { ExchangeError } from '../exchange.ts';
import { createExchangeDirectory } from '../registry.ts';
import { CRYPTOCOM } from './profile.ts';

const NOW_MS = Date.UTC(2025, 0, 1);
const REFUSED = { status: 400, body: '{"code":40003,"message":"Invalid request"}' };
const [DEPOSITS, WITHDRAWALS, FIAT_DEPOSITS] = CRYPTOCOM.sources;
const servers: Server[] = [];

type Row = Record<string, unknown>;

interface Recorded {
  readonly status?: number;
  readonly body: string;
}

/** The responses of a server by path, for any request or by its parameters; 404 for other paths. */
type Recording = Readonly<Record<string, Recorded | ((params: Row) => Recorded)>>;

async function open(recording: Recording) {
  const requests: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const { pathname } = new URL(decodeURIComponent((request.url ?? '').slice(1)));
    const path = pathname.replace('/exchange/v1/', '');
    const parsed = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
    requests.push({ path, body: parsed });
    const found = recording[path] ?? { status: 404, body: 'no recording' };
    const recorded = typeof found === 'function' ? found(parsed['params'] as Row) : found;
    response.sendDate = false;
    response.writeHead(recorded.status ?? 200).end(recorded.body);
  };
  const server = createServer((request, response) => void respond(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let nowMs = NOW_MS;
  const sleep = async (durationMs: number): Promise<void> => {
    nowMs += durationMs;
    await Promise.resolve();
  };
  const directory = createExchangeDirectory({
    proxyUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    throttle: false,
    clock: { nowMs: () => nowMs, elapsedMs: () => nowMs, sleep },
    signal: new AbortController().signal,
  });
  const key = { apiKey: 'key', secret: 'secret' };
  const account = await directory.openAccount('cryptocom', key);
  return { account, requests };
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const deposits = (rows: string) => ({
  'private/get-deposit-history': {
    body: `{"id":1,"method":"private/get-deposit-history","code":0,"result":{"deposit_list":[${rows}]}}`,
  },
});

describe('an account', () => {
  it('keeps every digit of bare numbers', async () => {
    const { account } = await open(
      deposits(
        '{"currency":"CRO","fee":0.000000000000000001,"create_time":1688023659000,"id":"1",' +
          '"amount":123456.123456789012345678,"status":"1"},' +
          '{"currency":"BTC","fee":1.0E-5,"create_time":1688023659000,"id":"2","amount":100,"status":"1"}',
      ),
    );
    const { transactions } = await account.readWindow(DEPOSITS!, NOW_MS - DAY_MS, NOW_MS);
    expect(transactions.map(({ amount, feeCost }) => [amount, feeCost])).toEqual([
      ['123456.123456789012345678', '0.000000000000000001'],
      ['100', '0.000010'],
    ]);
  });

  it('requests less than 90 days, and sends numbers as text', async () => {
    const { account, requests } = await open(deposits(''));
    await account.readWindow(DEPOSITS!, NOW_MS - DEPOSITS!.windowMsMax, NOW_MS);
    const {
      start_ts: start,
      end_ts: end,
      ...page
    } = requests[0]!.body['params'] as Record<string, string>;
    expect(Number(end) - Number(start)).toBeLessThan(90 * DAY_MS);
    // From the millisecond before the window, because Crypto.com may exclude the start.
    expect(start).toBe(String(NOW_MS - DEPOSITS!.windowMsMax - 1));
    expect(end).toBe(String(NOW_MS));
    expect(page).toEqual({ page: '0', page_size: '200' });
  });

  it('uses the local clock, and reads balances, if all other requests fail', async () => {
    const { account } = await open({
      'private/user-balance': {
        body: '{"code":"0","result":{"data":[{"position_balances":[{"instrument_name":"BTC","max_withdrawal_balance":"1.50"}]}]}}',
      },
    });
    expect(await account.fetchTimeMs()).toBe(NOW_MS);
    expect((await account.readBalances()).balances).toEqual([
      { asset: 'BTC', amount: '1.50', networks: [], networksUnknown: true },
    ]);
    const fiat = account.readWindow(FIAT_DEPOSITS!, NOW_MS - DAY_MS, NOW_MS);
    await expect(fiat).rejects.toMatchObject({ code: 'exchange_request_refused' });
  });

  it('reads fiat transfers under both names of their list', async () => {
    const list = '{"page":0,"page_size":10,"transaction_history_list":[]}';
    for (const name of ['data', 'result']) {
      const body = `{"code":0,"${name}":${list}}`;
      const { account } = await open({ 'private/fiat/fiat-deposit-history': { body } });
      const reading = await account.readWindow(FIAT_DEPOSITS!, NOW_MS - DAY_MS, NOW_MS);
      expect(reading.transactions).toEqual([]);
    }
  });

  it("signs each request with another nonce, from the exchange's clock", async () => {
    const exchangeMs = NOW_MS - 7 * DAY_MS;
    const { account, requests } = await open({
      ...deposits(''),
      'public/get-tickers': {
        body: `{"id":-1,"code":0,"result":{"data":[{"i":"BTC_USD","t":${exchangeMs}}]}}`,
      },
    });
    expect(await account.fetchTimeMs()).toBe(exchangeMs);
    await account.readWindow(DEPOSITS!, exchangeMs - DAY_MS, exchangeMs);
    await account.readWindow(DEPOSITS!, exchangeMs - DAY_MS, exchangeMs);
    const nonces = requests.slice(1).map(({ body }) => Number(body['nonce']));
    expect(nonces).toEqual([exchangeMs, exchangeMs + 1]);
  });

  it('requests the ledger by type if trades fill the response', async () => {
    const trade = '{"journal_type":"TRADING","journal_id":"1","instrument_name":"BTC"}';
    const data = Array.from({ length: 100 }, () => trade).join(',');
    const body = `{"code":0,"result":{"data":[${data}]}}`;
    const { account, requests } = await open({ 'private/get-transactions': { body } });
    const ledger = account.sources.find(({ name }) => name === 'ledger')!;
    const reading = account.readWindow(ledger, NOW_MS - DAY_MS, NOW_MS);
    await expect(reading).rejects.toMatchObject({ code: 'window_overflow' });
    const one = account.readWindow(ledger, NOW_MS - 1, NOW_MS);
    await expect(one).rejects.toMatchObject({ code: 'exchange_unavailable' });
    const types = requests.map(({ body: { params } }) => (params as Row)['journal_type']);
    expect(types).toEqual([undefined, 'SUBACCOUNT_TX', undefined, 'SUBACCOUNT_TX']);
  });

  it('also requests types that are not documented, which the exchange may refuse or ignore', async () => {
    const writeRow = (type: string, id: string) =>
      `{"journal_type":"${type}","journal_id":"${id}","instrument_name":"CRO","transaction_qty":"1",` +
      `"event_timestamp_ms":${NOW_MS - 1}}`;
    const trades = Array.from({ length: 100 }, () => writeRow('TRADING', '1')).join(',');
    const requested: unknown[] = [];
    const rowsByType: Record<string, string> = {
      SUBACCOUNT_TX: writeRow('SUBACCOUNT_TX', '2'),
      SOFT_STAKE_REWARD: writeRow('SOFT_STAKE_REWARD', '3'),
      CRYPTO_DUSTING: writeRow('SUBACCOUNT_TX', '4'),
      MANUAL_ADJUSTMENT: 'null',
    };
    const respond = ({ journal_type: type }: Row) => {
      requested.push(type);
      return type === 'CORRECTION_REWARD'
        ? REFUSED
        : { body: `{"code":0,"result":{"data":[${readRows(type)}]}}` };
    };
    const readRows = (type: unknown) =>
      type === undefined ? trades : (rowsByType[type as string] ?? '');
    const { account } = await open({ 'private/get-transactions': respond });
    const ledger = account.sources.find(({ name }) => name === 'ledger')!;
    const { transactions } = await account.readWindow(ledger, NOW_MS - DAY_MS, NOW_MS);
    expect(transactions.map(({ key, type }) => [key, type])).toEqual([
      ['ledger:2', 'transfer_in'],
      ['ledger:3', 'reward'],
    ]);
    expect(requested.slice(1).join(' ')).toBe(
      'SUBACCOUNT_TX ADJUSTMENT ADMIN_ADJUSTMENT MARGIN_TRADE_INTEREST DELIST ' +
        'SOFT_STAKE_REWARD CORRECTION_REWARD CRYPTO_DUSTING MANUAL_ADJUSTMENT',
    );
  });

  it('divides a day of the ledger if the exchange ignores a type and fills the response', async () => {
    const trades = Array.from({ length: 100 }, () => '{"journal_type":"TRADING"}').join(',');
    const reward =
      '{"journal_type":"SOFT_STAKE_REWARD","journal_id":"3","instrument_name":"CRO",' +
      `"transaction_qty":"1","event_timestamp_ms":${NOW_MS - DAY_MS}}`;
    // The trades of one millisecond fill the response, so that the reward of another one is cut off.
    const respond = ({ journal_type: type, start_time: start, end_time: end }: Row) => {
      const isDocumented = type !== undefined && type !== 'SOFT_STAKE_REWARD';
      const hasTrades = Number(end) > (NOW_MS - 1) * 1e6;
      const hasReward = Number(start) <= (NOW_MS - DAY_MS) * 1e6;
      const data = isDocumented ? '' : hasTrades ? trades : hasReward ? reward : '';
      return { body: `{"code":0,"result":{"data":[${data}]}}` };
    };
    const { account } = await open({ 'private/get-transactions': respond });
    const ledger = account.sources.find(({ name }) => name === 'ledger')!;
    const day = account.readWindow(ledger, NOW_MS - DAY_MS, NOW_MS);
    await expect(day).rejects.toMatchObject({ code: 'window_overflow' });
    const before = await account.readWindow(ledger, NOW_MS - DAY_MS, NOW_MS - 1);
    expect(before.transactions).toMatchObject([{ key: 'ledger:3', type: 'reward' }]);
    // A millisecond cannot be divided, and its trades are no reason to fail the wallet.
    const last = await account.readWindow(ledger, NOW_MS - 1, NOW_MS);
    expect(last.transactions).toEqual([]);
  });

  it('fails a day of the ledger if the exchange refuses a type that it documents', async () => {
    const trades = Array.from({ length: 100 }, () => '{}').join(',');
    const respond = ({ journal_type: type }: Row) =>
      type === 'DELIST'
        ? REFUSED
        : { body: `{"code":0,"result":{"data":[${type === undefined ? trades : ''}]}}` };
    const { account } = await open({ 'private/get-transactions': respond });
    const ledger = account.sources.find(({ name }) => name === 'ledger')!;
    const reading = account.readWindow(ledger, NOW_MS - DAY_MS, NOW_MS);
    await expect(reading).rejects.toMatchObject({ code: 'exchange_request_refused' });
  });

  it('starts the ledger 180 days before the current time', async () => {
    const { account } = await open({});
    const timeMs = await account.fetchTimeMs();
    const ledger = account.sources.find(({ name }) => name === 'ledger')!;
    expect(ledger.startMs).toBe(timeMs - 180 * DAY_MS);
  });

  it.each([
    { status: 200, body: '<html>checking your browser</html>' },
    { status: 200, body: '{"id":1,"code":0,"result":{"withdr' },
    { status: 502, body: '<html>bad gateway</html>' },
    { status: 503, body: '' },
  ])('retries an invalid response: %j', async (body) => {
    const { account, requests } = await open({ 'private/get-withdrawal-history': body });
    const reading = account.readWindow(WITHDRAWALS!, NOW_MS - DAY_MS, NOW_MS);
    await expect(reading).rejects.toMatchObject({ code: 'exchange_unavailable' });
    expect(requests).toHaveLength(3);
  });

  it('takes the limit of a gateway, whose response has no code, for a rate limit', async () => {
    const limited = { status: 429, body: '{"message":"Too Many Requests"}' };
    const { account } = await open({ 'private/user-balance': limited });
    await expect(account.readBalances()).rejects.toMatchObject({ code: 'exchange_rate_limited' });
  });

  it.each([
    [401, 40101, 'exchange_key_refused'],
    [429, 42901, 'exchange_rate_limited'],
    [400, 40102, 'exchange_clock'],
    [400, 40005, 'exchange_request_refused'],
  ])('maps status %i and code %i to %s', async (status, code, expected) => {
    const body = `{"id":1,"method":"private/user-balance","code":${code},"message":"REFUSED"}`;
    const { account } = await open({ 'private/user-balance': { status, body } });
    const failure = await account.readBalances().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ExchangeError);
    expect(failure).toMatchObject({ code: expected });
  });
});
