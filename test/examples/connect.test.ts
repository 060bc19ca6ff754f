/** The product of examples/connect in front of a management API whose responses are written here. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { findFreePort } from '../free-port.ts';
import { pathOf } from './run-example.ts';

const AMOUNTS = ['0.00000001', '12345678.123456789012345678'];

let manage: Server;
let example: ChildProcess;
let origin: string;

beforeEach(async () => {
  const wallet = '{"id":"wallet_1","exchange":"kraken","state":"synced"}';
  manage = createServer(({ method, url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (method === 'POST') return response.end('{"secret":"whsec_AAAA"}');
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
  const env = {
    ...process.env,
    PORT: String(port),
    TELLER_MANAGE_URL: `http://127.0.0.1:${(manage.address() as AddressInfo).port}`,
    TELLER_MANAGE_KEY: 'k',
    TELLER_PROJECT: 'project_1',
  };
  example = spawn(process.execPath, [pathOf('connect/server.js')], { env, stdio: 'pipe' });
  await once(example.stdout!, 'data');
});
afterEach(() => {
  example.kill();
  manage.closeAllConnections();
  manage.close();
});

it('shows the balances of all pages with every digit', async () => {
  const page = await (await fetch(origin)).text();
  const shown = [...page.matchAll(/<td>BTC<td>([^<]*)/g)].map(([, amount]) => amount);
  expect(shown).toEqual(AMOUNTS);
});
