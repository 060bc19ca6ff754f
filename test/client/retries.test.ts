/** The client against servers that fail. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it } from 'vitest';

import {
  ConnectionError,
  ProblemError,
  WalletTeller,
  WalletTellerManagement,
} from '../../client/src/index.ts';

const BALANCE = '{"lastSyncAt":"2024-06-01T12:00:00.000Z","balances":[]}';

let server: Server;
let requests: IncomingMessage[];

type Answer = (response: ServerResponse) => void;

/** Starts a server that sends these answers in order; the last one is repeated. */
async function serve(...answers: readonly [Answer, ...Answer[]]): Promise<string> {
  requests = [];
  server = createServer((request, response) => {
    requests.push(request);
    answers[Math.min(requests.length, answers.length) - 1]!(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const answer =
  (status: number, headers: Record<string, string> = {}, body = BALANCE): Answer =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };
const problem = (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  answer(
    status,
    headers,
    JSON.stringify({ title: code, status, detail: code, code, requestId: 'r' }),
  );
const drop: Answer = (response) => void response.destroy();
const truncate: Answer = (response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"balances":');
  setImmediate(() => response.destroy());
};

const connect = (baseUrl: string, options: object = {}): WalletTeller =>
  new WalletTeller({ baseUrl, apiKey: 'k', orgId: 'o', projectId: 'p', walletId: 'w', ...options });

describe('a request', () => {
  it.each<[string, Answer]>([
    ['a rate limit', problem(429, 'rate_limited', { 'retry-after': '0' })],
    ['an overloaded service', problem(503, 'overloaded', { 'retry-after': '0' })],
    ['a proxy without a service behind it', answer(503, {}, '<h1>Unavailable</h1>')],
    ['a proxy whose service does not respond', answer(502, {}, '<h1>Bad Gateway</h1>')],
    ['a proxy whose service responds too late', answer(504, {}, '<h1>Gateway Time-out</h1>')],
    ['a connection that breaks', drop],
    ['a body that breaks off', truncate],
    ['a date to retry after', answer(503, { 'retry-after': new Date(0).toUTCString() })],
  ])('is repeated after %s', async (_, failure) => {
    const wallet = connect(await serve(failure, answer(200)));
    expect((await wallet.withdrawableBalance()).balances).toEqual([]);
    expect(requests).toHaveLength(2);
  });

  it('is repeated at most five times, or as often as the caller configures', async () => {
    const busy = problem(429, 'rate_limited', { 'retry-after': '0' });
    const baseUrl = await serve(busy);
    await expect(connect(baseUrl).withdrawableBalance()).rejects.toBeInstanceOf(ProblemError);
    expect(requests).toHaveLength(6);
    const once = connect(baseUrl, { retries: 1 });
    await expect(once.withdrawableBalance()).rejects.toMatchObject({ retryAfterMs: 0 });
    expect(requests).toHaveLength(8);
  });

  it.each<[string, Answer]>([
    ['a wrong key', problem(401, 'invalid_credentials')],
    ['a defect of the service', problem(500, 'internal')],
    ['a 502 of the service itself', problem(502, 'any')],
    ['a wallet that is stopped', problem(503, 'wallet_stopped')],
    [
      'a wallet that was not synchronised yet',
      problem(503, 'wallet_not_synced', { 'retry-after': '10' }),
    ],
    ['a wait that is too long', problem(503, 'overloaded', { 'retry-after': '31' })],
    [
      'a date that is too far away',
      answer(503, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }),
    ],
  ])('is not repeated after %s', async (_, failure) => {
    const wallet = connect(await serve(failure));
    await expect(wallet.withdrawableBalance()).rejects.toBeInstanceOf(ProblemError);
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['localhost:19010', 'k', 'baseUrl must start with http:// or https://: localhost:19010/v0/'],
    ['127.0.0.1:19010', 'k', 'baseUrl must start with http:// or https://: 127.0.0.1:19010/v0/'],
    ['', 'k', 'baseUrl must start with http:// or https://: /v0/'],
    ['http://user:secret@127.0.0.1:1', 'k', 'baseUrl must not contain a user or a password'],
    ['ftp//user:sec/secret@host', 'k', 'baseUrl must start with http:// or https://: …@host/v0/'],
    ['http://127.0.0.1:1', 'secret\nkey', 'a key or an id has a character that no header may have'],
    ['http://127.0.0.1:1', 'clé €', 'a key or an id has a character that no header may have'],
  ])('that cannot be sent is not repeated: %s %j', async (baseUrl, apiKey, message) => {
    const call = connect(baseUrl, { apiKey }).withdrawableBalance();
    const error = await call.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain('secret');
  });

  it('ends when the caller aborts, even while it waits for a retry', async () => {
    const busy = problem(503, 'overloaded', { 'retry-after': '20' });
    const baseUrl = await serve(busy);
    const caller = new AbortController();
    const call = connect(baseUrl).withdrawableBalance({ signal: caller.signal });
    await expect.poll(() => requests.length).toBe(1);
    caller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('has a time limit', async () => {
    const wallet = connect(await serve(() => undefined), { timeoutMs: 20, retries: 0 });
    await expect(wallet.withdrawableBalance()).rejects.toBeInstanceOf(ConnectionError);
  });

  it('has a time limit if the caller can abort it, too', async () => {
    const limits = { timeoutMs: 20, retries: 0 };
    const baseUrl = await serve(() => undefined);
    const management = new WalletTellerManagement({ baseUrl, manageKey: 'k', ...limits });
    const { signal } = new AbortController();
    for (const call of [
      connect(baseUrl, limits).withdrawableBalance({ signal }),
      management.wallet('w').get({ signal }),
      management.wallet('w').remove({ signal }),
    ]) {
      await expect(call).rejects.toBeInstanceOf(ConnectionError);
    }
  });

  it('sends the four headers, and does not follow redirects', async () => {
    const url = await serve((response) =>
      answer(302, { location: `http://localhost:${response.socket?.localPort}` })(response),
    );
    const wallet = connect(`${url}/`, { retries: 0 });
    await expect(wallet.withdrawableBalance()).rejects.toBeInstanceOf(ConnectionError);
    expect(requests.map(({ url: target }) => target)).toEqual(['/v0/wallet/withdraw/balance']);
    expect(requests[0]!.headers).toMatchObject({
      'x-svc-api-key': 'k',
      'x-svc-org-id': 'o',
      'x-svc-project-id': 'p',
      'x-svc-wallet-id': 'w',
    });
  });

  it('reports the status of a response without a problem document', async () => {
    const wallet = connect(await serve(answer(502, {}, '<h1>Bad gateway</h1>')), { retries: 0 });
    await expect(wallet.withdrawableBalance()).rejects.toMatchObject({
      status: 502,
      code: 'unexpected_response',
      detail: expect.stringContaining('502'),
    });
  });

  it('reports a response that is not from the service, also if it is a success', async () => {
    const baseUrl = await serve(answer(200, { 'x-request-id': 'r' }, '<h1>Log in</h1>'));
    const management = new WalletTellerManagement({ baseUrl, manageKey: 'k' });
    const wallet = management.wallet('w');
    for (const send of [
      () => connect(baseUrl).withdrawableBalance(),
      () => connect(baseUrl).transactions.list(),
      () => wallet.get(),
      () => wallet.imports.create('{}'),
      () => wallet.imports.page(),
    ]) {
      const error = await send().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ProblemError);
      expect(error).toMatchObject({ status: 200, code: 'unexpected_response', requestId: 'r' });
    }
  });

  it.each([{ previous: undefined }, {}])(
    'is aborted by the signal among its parameters, also with the options %j',
    async (options) => {
      const wallet = connect(await serve(problem(429, 'rate_limited', { 'retry-after': '20' })));
      const query = { asset: 'BTC', signal: AbortSignal.abort(new Error('enough')) };
      await expect(wallet.transactions.list(query, options)).rejects.toThrow('enough');
      await expect(wallet.transactions.all(query, {}).next()).rejects.toThrow('enough');
    },
  );
});

it('rejects an invalid date', async () => {
  const { transactions } = connect('http://127.0.0.1:1');
  await expect(transactions.list({ since: new Date(Number.NaN) })).rejects.toThrow(RangeError);
});

it('requests no page twice', async () => {
  const link = { link: '</v0/wallet/transactions?limit=500&cursor=same>; rel="next"' };
  const page = answer(200, link, '{"transactions":[{"id":"tx_1"}],"pagination":{}}');
  const ids: string[] = [];
  const wallet = connect(await serve(page));
  const walk = async (): Promise<void> => {
    for await (const { id } of wallet.transactions.all({ fields: ['id'] })) ids.push(id);
  };
  await expect(walk()).rejects.toThrow('the next page is the same page');
  expect(ids).toEqual(['tx_1', 'tx_1']);
});

it('requests no page of a list of the management API twice', async () => {
  const link = { link: '</v0/wallets?cursor=same>; rel="next"' };
  const baseUrl = await serve(answer(200, link, '{"items":[{"id":"wallet_1"}]}'));
  const { wallets } = new WalletTellerManagement({ baseUrl, manageKey: 'k' });
  const ids: string[] = [];
  const walk = async (): Promise<void> => {
    for await (const { id } of wallets.all()) ids.push(id);
  };
  await expect(walk()).rejects.toThrow('the next page is the same page');
  expect(ids).toEqual(['wallet_1', 'wallet_1']);
});

it('keeps the caveats of an unchanged balance, which a 304 does not repeat', async () => {
  const etag = '"1"';
  const caveats = {
    'x-svc-unknown-networks': 'BTC,A%2CB',
    'x-svc-unverified-withdrawable': 'true',
  };
  const unchanged = answer(304, { etag, 'x-svc-sync-state': 'failing' }, '');
  const wallet = connect(await serve(answer(200, { etag, ...caveats }), unchanged));
  const previous = await wallet.withdrawableBalance();
  const { balances, sync } = await wallet.withdrawableBalance({ previous });
  expect(requests[1]!.headers['if-none-match']).toBe(etag);
  expect(balances).toBe(previous.balances);
  expect(sync).toMatchObject({
    state: 'failing',
    unknownNetworks: ['BTC', 'A,B'],
    unverifiedWithdrawable: true,
  });
});

it('sends a file with the idempotency key of the caller', async () => {
  const baseUrl = await serve(answer(200, {}, '{}'));
  const management = new WalletTellerManagement({ baseUrl, manageKey: 'k' });
  await management.wallet('w').imports.create('{}', {}, { idempotencyKey: 'file-7' });
  expect(requests[0]!.headers['idempotency-key']).toBe('file-7');
});

it('waits for the first of two equal requests', async () => {
  const running = problem(409, 'idempotency_running', { 'retry-after': '0' });
  const baseUrl = await serve(running, answer(201, {}, '{"id":"org_1"}'));
  const { organizations } = new WalletTellerManagement({ baseUrl, manageKey: 'k' });
  expect(await organizations.create({ name: 'Org' })).toEqual({ id: 'org_1' });
  expect(requests).toHaveLength(2);
});

describe('a removal whose repetition finds nothing', () => {
  const missing = problem(404, 'wallet_not_found');
  const remove = async (failure: Answer): Promise<void> => {
    const baseUrl = await serve(failure, missing);
    await new WalletTellerManagement({ baseUrl, manageKey: 'k' }).wallet('w').remove();
  };

  it.each<[string, Answer]>([
    ['whose response was lost', drop],
    ['whose response did not reach the proxy', answer(502, {}, '<h1>Bad Gateway</h1>')],
    ['whose commit may have been lost', problem(503, 'store_unavailable', { 'retry-after': '0' })],
  ])('was done by an attempt %s', async (_, failure) => {
    await remove(failure);
    expect(requests).toHaveLength(2);
  });

  it('is unknown if a proxy answers, whose service restarts', async () => {
    const baseUrl = await serve(drop, answer(404, {}, '404 page not found'));
    const wallet = new WalletTellerManagement({ baseUrl, manageKey: 'k' }).wallet('w');
    await expect(wallet.remove()).rejects.toMatchObject({ code: 'unexpected_response' });
  });

  it.each<[string, Answer]>([
    ['a rate limit', problem(429, 'rate_limited', { 'retry-after': '0' })],
    ['an overloaded service', problem(503, 'overloaded', { 'retry-after': '0' })],
  ])('fails if %s refused the attempts before', async (_, failure) => {
    await expect(remove(failure)).rejects.toMatchObject({ code: 'wallet_not_found' });
    expect(requests).toHaveLength(2);
  });
});
