/** The product of examples/connect in front of a management API whose responses are written here. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { findFreePort } from '../free-port.ts';
import { pathOf } from './run-example.ts';

const AMOUNTS = ['0.00000001', '12345678.123456789012345678'];
const SECRET = `whsec_${Buffer.from('the secret of the product').toString('base64')}`;
const MINUTE_MS = 60_000;

let manage: Server;
/** What the management API waits for before it creates a webhook. */
let created: Promise<void>;
let environment: NodeJS.ProcessEnv;
let example: ChildProcess;
let origin: string;

beforeEach(async () => {
  const wallet = '{"id":"wallet_1","exchange":"kraken","state":"synced"}';
  created = Promise.resolve();
  manage = createServer(({ method, url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (method === 'POST') {
      return void created.then(() => response.end(JSON.stringify({ secret: SECRET })));
    }
    if (pathname.endsWith('/webhooks')) return response.end('{"items":[]}');
    if (pathname.endsWith('/wallets')) return response.end(`{"items":[${wallet}]}`);
    // Each page has one balance.
    const at = Number(searchParams.get('cursor') ?? 0);
    searchParams.set('cursor', String(at + 1));
    const hasNext = at + 1 < AMOUNTS.length;
    if (hasNext) response.setHeader('link', `<${pathname}?${searchParams.toString()}>; rel="next"`);
    return response.end(`{"items":[{"asset":"BTC","amount":${AMOUNTS[at]}}]}`);
  }).listen(0, '127.0.0.1');
  await once(manage, 'listening');
  const port = await findFreePort();
  origin = `http://127.0.0.1:${port}`;
  environment = {
    ...process.env,
    PORT: String(port),
    TELLER_MANAGE_URL: `http://127.0.0.1:${(manage.address() as AddressInfo).port}`,
    TELLER_MANAGE_KEY: 'k',
    TELLER_PROJECT: 'project_1',
  };
  startExample();
  await once(example.stdout!, 'data');
});
afterEach(() => {
  example.kill();
  manage.closeAllConnections();
  manage.close();
});

function startExample(): void {
  const options = { env: environment, stdio: 'pipe' } as const;
  example = spawn(process.execPath, [pathOf('connect/server.js')], options);
}

/** Sends an event to the product. Returns the status of the response. */
async function sendEvent(id: string, date = new Date()): Promise<number> {
  const body = JSON.stringify({ type: `wallet.${id}`, data: {} });
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(date.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign(id, date, body),
  };
  return (await fetch(`${origin}/webhook`, { method: 'POST', headers, body })).status;
}

it('shows the balances of all pages with every digit', async () => {
  const page = await (await fetch(origin)).text();
  const shown = [...page.matchAll(/<td>BTC<td>([^<]*)/g)].map(([, amount]) => amount);
  expect(shown).toEqual(AMOUNTS);
});

it('shows an event once, and refuses one that was signed long ago', async () => {
  expect(await sendEvent('first')).toBe(204);
  expect(await sendEvent('first')).toBe(204);
  const nowMs = Date.now();
  for (const ageMs of [6 * MINUTE_MS, -6 * MINUTE_MS]) {
    expect(await sendEvent('other', new Date(nowMs - ageMs))).not.toBe(204);
  }
  expect(await sendEvent('slow', new Date(nowMs - 4 * MINUTE_MS))).toBe(204);
  const page = await (await fetch(origin)).text();
  const shown = [...page.matchAll(/<li>([^<]*)/g)].map(([, type]) => type);
  expect(shown).toEqual(['wallet.first', 'wallet.slow']);
});

it('accepts no request before it knows the secret of its webhook', async () => {
  example.kill();
  await once(example, 'exit');
  const { promise, resolve } = Promise.withResolvers<void>();
  created = promise;
  const asked = new Promise((done) => {
    manage.on('request', ({ method }) => method === 'POST' && done(method));
  });
  startExample();
  await asked;
  await expect(sendEvent('early')).rejects.toThrow('fetch failed');
  resolve();
  await once(example.stdout!, 'data');
  expect(await sendEvent('later')).toBe(204);
});
