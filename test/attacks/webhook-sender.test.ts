import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createWebhookSender } from '../../src/compose/webhook-deliverer.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { createWebhookSecret } from '../../src/domain/webhook.ts';
import { createCheckedLookup, type ResolveName } from '../../src/webhooks/checked-lookup.ts';
import {
  createSender,
  type SenderOptions,
  type SendResult,
} from '../../src/webhooks/webhook-sender.ts';
import { makeCertifiedKey } from '../store/tls-proxy.ts';
import { type Receiver, startReceiver, verify } from '../webhooks/receiver.ts';

const SECRET = createWebhookSecret(randomBytes);
const MESSAGE = { id: 'evt_1', body: '{"type":"é","amount":0.10000000000000000001}' };
const NEVER = new AbortController().signal;
const LOCAL = { http: true, private: true };

let receiver: Receiver;
/** The names that were resolved. */
let resolved: string[];

beforeEach(async () => {
  receiver = await startReceiver();
  resolved = [];
});
afterEach(() => receiver.close());

function resolveTo(...addresses: readonly string[]): ResolveName {
  return async (hostname) => {
    resolved.push(hostname);
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
}

function send(url: string, options: Partial<SenderOptions> = {}): Promise<SendResult> {
  const resolveName = resolveTo('127.0.0.1');
  const sender = createSender({ allowed: LOCAL, resolveName, nowMs: Date.now, ...options });
  return sender({ url, secrets: [SECRET] }, MESSAGE, NEVER);
}

it('sends a message that the reference library verifies', async () => {
  expect(await send(receiver.url)).toEqual({ ok: true, status: 204 });
  const [message] = receiver.messages;
  expect(message?.body).toBe(MESSAGE.body);
  expect(message?.id).toBe('evt_1');
  expect(message?.headers['content-type']).toBe('application/json');
  expect(verify(SECRET, message!)).toBeDefined();
  const altered = { ...message!, body: message!.body.replace('1', '2') };
  expect(() => verify(SECRET, altered)).toThrow(/No matching signature/);
  expect(() => verify(createWebhookSecret(randomBytes), message!)).toThrow(/No matching signature/);
});

it('ends a response that begins with informational ones without an end, and accepts a few', async () => {
  const early = 'HTTP/1.1 103 Early Hints\r\n\r\n';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (request) => {
      if (request.includes('/few')) socket.end(`${early.repeat(3)}HTTP/1.1 204 No Content\r\n\r\n`);
      else for (let written = 0; written < 100; written += 1) socket.write(early.repeat(10));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await send(`${url}/few`)).toEqual({ ok: true, status: 204 });
  const message = 'the receiver sent no final response';
  expect(await send(`${url}/many`)).toMatchObject({ ok: false, message });
  server.close();
});

it('signs the time of the attempt', async () => {
  await send(receiver.url, { nowMs: () => Date.now() - 600_000 });
  expect(() => verify(SECRET, receiver.messages[0]!)).toThrow(/timestamp too old/i);
});

describe('the address of a receiver', () => {
  const url = () => `http://receiver.test:${receiver.port}/hook`;
  const allowed = { http: true, private: false };

  it('is resolved once per connection, and the sender connects to the resolved address', async () => {
    expect(await send(url())).toMatchObject({ ok: true });
    expect(resolved).toEqual(['receiver.test']);
    expect(receiver.messages[0]?.headers.host).toBe(`receiver.test:${receiver.port}`);
  });

  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fe80::1'])(
    'is refused if one address of the name is %s',
    async (address) => {
      const resolveName = resolveTo('93.184.216.34', address);
      const result = await send(url(), { allowed, resolveName });
      const message = expect.stringMatching(/^receiver[.]test has a private/);
      expect(result).toMatchObject({ ok: false, message });
      expect(receiver.messages).toEqual([]);
    },
  );

  it.each([
    'http://127.0.0.1',
    'http://2130706433',
    'http://0x7f.1',
    'http://[::1]',
    'http://[::ffff:7f00:1]',
    'http://[64:ff9b::7f00:1]',
  ])('is refused in the URL %s without resolving', async (origin) => {
    const result = await send(`${origin}:${receiver.port}/`, { allowed });
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('private') });
    expect(receiver.messages).toEqual([]);
    expect(resolved).toEqual([]);
  });

  it('is resolved by each sender, and checked by the rules of this sender', async () => {
    const answers = ['127.0.0.1', '10.0.0.1'];
    const resolveName: ResolveName = async (hostname) => resolveTo(answers.shift()!)(hostname);
    const sender = createSender({
      allowed: { http: true, private: true },
      resolveName,
      nowMs: Date.now,
    });
    const strict = createSender({ allowed, resolveName, nowMs: Date.now });
    const to = { url: url(), secrets: [SECRET] };
    expect(await sender(to, MESSAGE, NEVER)).toMatchObject({ ok: true });
    expect(await strict(to, MESSAGE, NEVER)).toMatchObject({ ok: false });
    expect(resolved).toEqual(['receiver.test', 'receiver.test']);
  });

  it('is checked in the same way for a connection to the first of several addresses', async () => {
    const connectTo = (...addresses: readonly string[]) => {
      const lookup = createCheckedLookup(resolveTo(...addresses), { http: true, private: true });
      const to = { host: 'receiver.test', port: receiver.port, autoSelectFamily: false, lookup };
      return once(connect(to), 'connect');
    };
    await connectTo('127.0.0.1', '::1');
    await expect(connectTo()).rejects.toThrow('receiver.test');
  });

  it('is refused without https, unless http is allowed', async () => {
    const result = await send(url(), { allowed: { http: false, private: true } });
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('not https') });
    expect(receiver.messages).toEqual([]);
  });
});

it('requires https and a public address, unless the configuration allows others', async () => {
  const sendBy = (allow: string, url: string): Promise<SendResult> => {
    const env = { TELLER_DATABASE_URL: '/teller.db', TELLER_WEBHOOK_ALLOW: allow };
    const sender = createWebhookSender(readConfig(env, '/'), Date.now);
    return sender({ url, secrets: [SECRET] }, MESSAGE, NEVER);
  };
  const refused = (reason: string) => ({ ok: false, message: expect.stringContaining(reason) });
  const secureUrl = receiver.url.replace('http:', 'https:');
  expect(await sendBy('', receiver.url)).toMatchObject(refused('not https'));
  expect(await sendBy('', secureUrl)).toMatchObject(refused('private'));
  expect(await sendBy('private', receiver.url)).toMatchObject(refused('not https'));
  expect(await sendBy('http', receiver.url)).toMatchObject(refused('private'));
  expect(receiver.messages).toEqual([]);
  expect(await sendBy('http,private', receiver.url)).toMatchObject({ ok: true });
});

it('requires a certificate that is valid for the name', async () => {
  const certified = makeCertifiedKey();
  const secure = await startReceiver(certified);
  const allowed = { http: false, private: true };
  const urlOf = (name: string): string => `https://${name}:${secure.port}/`;
  expect(await send(urlOf('test'), { allowed })).toMatchObject({
    ok: false,
    message: expect.stringMatching(/self-signed certificate/),
  });
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, certified.cert]);
  expect(await send(urlOf('test'), { allowed })).toEqual({ ok: true, status: 204 });
  expect(await send(urlOf('other.test'), { allowed })).toMatchObject({
    ok: false,
    message: expect.stringMatching(/does not match certificate/),
  });
  setDefaultCACertificates(trusted);
  expect(secure.messages).toHaveLength(1);
  await secure.close();
});

it('does not follow a redirect', async () => {
  const target = await startReceiver();
  receiver.respond = (response) => void response.writeHead(302, { location: target.url }).end();
  expect(await send(receiver.url)).toMatchObject({
    ok: false,
    message: 'the receiver returned 302; redirects are not followed',
  });
  expect(target.messages).toEqual([]);
  await target.close();
});

it('returns the delay that the receiver requests, and whether the receiver is gone', async () => {
  receiver.respond = (response) => void response.writeHead(503, { 'retry-after': '120' }).end();
  expect(await send(receiver.url)).toMatchObject({ isGone: false, retryAfterMs: 120_000 });
  receiver.respond = (response) => void response.writeHead(410).end();
  expect(await send(receiver.url)).toMatchObject({ isGone: true, retryAfterMs: undefined });
});

it('fails if no response arrives in time, and if its headers are too long', async () => {
  receiver.respond = () => undefined;
  expect(await send(receiver.url, { attemptMsMax: 50 })).toMatchObject({
    ok: false,
    message: 'no response within 0.05 s',
  });
  receiver.respond = (response) => void response.writeHead(204, { x: 'y'.repeat(20_000) }).end();
  expect(await send(receiver.url)).toMatchObject({ ok: false });
});

it('waits ten seconds for a response by default', async () => {
  receiver.respond = () => undefined;
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  const result = await send(receiver.url);
  vi.restoreAllMocks();
  expect(result).toMatchObject({ ok: false, message: 'no response within 10 s' });
});

it('ends an attempt as soon as the process stops', async () => {
  receiver.respond = () => undefined;
  const sender = createSender({ allowed: LOCAL, resolveName: resolveTo(), nowMs: Date.now });
  const stop = new AbortController();
  const startMs = performance.now();
  const sent = sender({ url: receiver.url, secrets: [SECRET] }, MESSAGE, stop.signal);
  stop.abort();
  expect(await sent).toMatchObject({ ok: false, isGone: false });
  expect(performance.now() - startMs).toBeLessThan(5000);
});

it('fails if the receiver changes the protocol', async () => {
  receiver.respond = ({ socket }) => {
    socket?.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n');
  };
  expect(await send(receiver.url)).toMatchObject({
    ok: false,
    message: 'the receiver closed without a response',
  });
});

it('accepts a success status even if the body does not end in time', async () => {
  receiver.respond = (response) => void response.writeHead(200).write('x');
  expect(await send(receiver.url, { attemptMsMax: 100 })).toEqual({ ok: true, status: 200 });
});

it('returns the status when the head has arrived, and closes the connection of a body that does not end', async () => {
  const closed = Promise.withResolvers<void>();
  receiver.respond = (response) => {
    response.on('close', () => closed.resolve());
    response.writeHead(200).write('x');
  };
  const startedAtMs = performance.now();
  expect(await send(receiver.url)).toEqual({ ok: true, status: 200 });
  await closed.promise;
  // The time limit of the attempt is 10 s.
  expect(performance.now() - startedAtMs).toBeLessThan(5000);
});

/** Calls back with the socket of each request. */
function watchSockets(onSocket: (socket: Socket) => void): { readonly end: () => void } {
  const watch = (message: unknown): void => {
    (message as { request: ClientRequest }).request.once('socket', onSocket);
  };
  subscribe('http.client.request.created', watch);
  return { end: () => unsubscribe('http.client.request.created', watch) };
}

it('uses one connection for responses whose bodies end, and keeps it for 15 s', async () => {
  const sender = createSender({ allowed: LOCAL, resolveName: resolveTo(), nowMs: Date.now });
  const sockets = new Set<Socket>();
  const watched = watchSockets((socket) => sockets.add(socket));
  receiver.respond = (response) => {
    // Without a header that requests a shorter time.
    response.writeHead(200, { connection: 'keep-alive' }).end('accepted');
  };
  for (let sent = 0; sent < 20; sent += 1) {
    await sender({ url: receiver.url, secrets: [SECRET] }, MESSAGE, NEVER);
  }
  watched.end();
  expect([...sockets].map(({ timeout }) => timeout)).toEqual([15_000]);
});

it('closes the connection of a response with a long body, and reads little of it', async () => {
  const closed = Promise.withResolvers<void>();
  let socket: Socket | undefined;
  const watched = watchSockets((own) => (socket = own));
  receiver.respond = (response) => {
    response.on('close', () => closed.resolve());
    response.writeHead(200);
    const write = (): void => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    };
    response.on('drain', write);
    write();
  };
  expect(await send(receiver.url)).toEqual({ ok: true, status: 200 });
  watched.end();
  await closed.promise;
  expect(socket?.bytesRead).toBeLessThan(1_000_000);
});

it('retries if the receiver has closed the idle connection', async () => {
  const sender = createSender({ allowed: LOCAL, resolveName: resolveTo(), nowMs: Date.now });
  const to = { url: receiver.url, secrets: [SECRET] };
  await sender(to, MESSAGE, NEVER);
  const judgements = [undefined, 204];
  receiver.judge = () => judgements.shift();
  expect(await sender(to, MESSAGE, NEVER)).toMatchObject({ ok: true });
  expect(receiver.messages.map(({ accepted }) => accepted)).toEqual([true, false, true]);
});

it('does not retry if the receiver closes a new connection, because it may have the event', async () => {
  receiver.judge = () => undefined;
  expect(await send(receiver.url)).toMatchObject({ ok: false });
  expect(receiver.messages).toHaveLength(1);
});

it('does not report the path of the URL if the connection fails', async () => {
  const result = await send('http://127.0.0.1:1/secret-path');
  expect(result).toMatchObject({ ok: false, message: expect.stringContaining('ECONNREFUSED') });
  expect(JSON.stringify(result)).not.toContain('secret-path');
});

it('connects to the next address of a receiver if the first one refuses the connection', async () => {
  const resolveName = resolveTo('127.0.0.2', '127.0.0.1');
  const url = receiver.url.replace('127.0.0.1', 'receiver.test');
  expect(await send(url, { resolveName })).toEqual({ ok: true, status: 204 });
});

it('reports why the connection to the first of several addresses failed', async () => {
  const resolveName = resolveTo('127.0.0.1', '127.0.0.2');
  const result = await send('http://receiver.test:1/', { resolveName });
  expect(result).toMatchObject({ ok: false, message: 'connect ECONNREFUSED 127.0.0.1:1' });
});

it('reports a limited part of a reason that others write, such as the names of a certificate', async () => {
  const resolveName = () => Promise.reject(new Error('name '.repeat(100_000)));
  const result = await send('http://receiver.test:1/', { resolveName });
  expect(result).toMatchObject({ ok: false, message: expect.stringMatching(/^(?:name ){20,60}/) });
  expect(JSON.stringify(result).length).toBeLessThan(1000);
});
