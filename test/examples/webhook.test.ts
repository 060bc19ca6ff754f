/** The receivers accept each signed event once, and refuse others. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';

import { findFreePort } from '../free-port.ts';
import { hasProgram, pathOf } from './run-example.ts';

const SECRET = `whsec_${Buffer.from('the secret of a receiver in tests').toString('base64')}`;
const WAIT_MS_MAX = 20_000;

/** Runs the route like Next.js: a function that gets a `Request` and returns a `Response`. */
const SERVE_ROUTE = `
  import { createServer } from 'node:http';
  import { buffer } from 'node:stream/consumers';
  import { POST } from '${pathOf('webhook/next-route.js')}';
  createServer(async (incoming, outgoing) => {
    const { headers, method } = incoming;
    if (method !== 'POST') return outgoing.writeHead(405).end();
    const request = new Request('http://localhost/', { method, headers, body: await buffer(incoming) });
    outgoing.writeHead((await POST(request)).status).end();
  }).listen(Number(process.env.PORT), '127.0.0.1');`;

const RECEIVERS: readonly (readonly [string, string, (port: number) => string[], boolean])[] = [
  ['Fastify', process.execPath, () => [pathOf('webhook/fastify.js')], true],
  ['Next.js', process.execPath, () => ['--input-type=module', '--eval', SERVE_ROUTE], true],
  [
    'Flask',
    'python3',
    (port) => [
      '-m',
      'flask',
      '--app',
      pathOf('webhook/flask_app.py'),
      'run',
      '--port',
      String(port),
    ],
    hasProgram('python3', ['-c', 'import flask']),
  ],
];

describe.each(RECEIVERS)('%s', (_name, program, makeArgs, exists) => {
  let receiver: ChildProcess;
  let url: string;
  const lines: string[] = [];

  beforeAll(async () => {
    if (!exists) return;
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}/teller`;
    const env = { ...process.env, WEBHOOK_SECRET: SECRET, PORT: String(port) };
    receiver = spawn(program, makeArgs(port), { env, stdio: ['ignore', 'pipe', 'ignore'] });
    createInterface({ input: receiver.stdout! }).on('line', (line) => lines.push(line));
    for (let waitedMs = 0; waitedMs < WAIT_MS_MAX; waitedMs += 100) {
      const status = await fetch(url).then(
        (response) => response.status,
        () => undefined,
      );
      if (status !== undefined) return;
      await sleep(100);
    }
    throw new Error('the receiver did not start');
  }, 2 * WAIT_MS_MAX);
  afterAll(() => receiver?.kill());

  async function post(id: string, signedId: string): Promise<number> {
    const data = { walletId: 'wallet_1', transactionId: id, transaction: { amount: 1.5 } };
    const body = JSON.stringify({ type: 'transaction.created', data });
    const date = new Date();
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(date.getTime() / 1000)),
      'webhook-signature': new Webhook(SECRET).sign(signedId, date, body),
    };
    return (await fetch(url, { method: 'POST', headers, body })).status;
  }

  it.runIf(exists)('handles an event once, and refuses a wrong signature', async () => {
    expect(await post('msg_1', 'msg_1')).toBe(204);
    expect(await post('msg_1', 'msg_1')).toBe(204);
    expect(await post('msg_2', 'msg_1')).toBe(400);
    expect(await post('msg_3', 'msg_3')).toBe(204);
    await expect
      .poll(() => lines.filter((line) => line.startsWith('transaction.')), { timeout: 5000 })
      .toEqual(['transaction.created wallet_1 msg_1', 'transaction.created wallet_1 msg_3']);
  });
});
