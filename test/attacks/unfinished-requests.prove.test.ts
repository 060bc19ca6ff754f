/** Callers that never finish a head or a body, and a flood of wrong keys, on both listeners: they delay no other caller. */
import { connect, type Socket } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { medianOf } from '../../bench/figures.ts';
import { createImportsWallet, shareScratch } from '../cli/scratch.ts';
import { writeHeaderLines } from '../http/http-client.ts';
import { LISTING } from '../http/samples.ts';
import { recordFigures } from '../prove/figures.ts';
import { ask } from '../store/nodes.ts';
import { askTeller, headersOf, startService, type TellerService } from '../teller.ts';

const SLOW_HEADS = 300;
const SLOW_BODIES = 100;
const FLOODS = 4;
const GOOD_REQUESTS = 200;
const MEDIAN_MS_MAX = 100;
/** The server closes a connection whose head takes 5 s, and checks that every second. */
const CLOSED_WITHIN = { timeout: 15_000 };
const DRIP_MS = 500;

const scratch = shareScratch();
let service: TellerService;
let targets: Readonly<
  Record<string, { url: string; path: string; headers: Record<string, string>; posted: string }>
>;
const sockets: Socket[] = [];

beforeAll(async () => {
  const { variables } = scratch;
  const tenant = await createImportsWallet(variables);
  const { manageKey } = await askTeller<{ manageKey: string }>(['manage-key', 'create'], variables);
  service = await startService({ ...variables, TELLER_RATE_LIMIT: '0' }, [
    '--no-sync',
    '--manage-port',
    '0',
  ]);
  targets = {
    public: {
      url: service.url,
      path: LISTING,
      headers: headersOf(tenant, tenant.walletId),
      posted: '/connect/api/connection',
    },
    management: {
      url: service.manageUrl,
      path: '/v0/organizations',
      headers: { authorization: `Bearer ${manageKey}` },
      posted: '/v0/organizations',
    },
  };
}, 120_000);
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await service.stop();
});

/** Opens connections that write a text and then, again and again, a drop. */
function drip(url: string, count: number, first: string, drop: string): readonly Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket
      .on('error', () => undefined)
      .resume()
      .write(first);
    const timer = setInterval(() => socket.write(drop), DRIP_MS);
    socket.on('close', () => clearInterval(timer));
    sockets.push(socket);
    return socket;
  });
}

describe.each(['public', 'management'])('on the %s listener', (name) => {
  it(
    'unfinished requests and a flood delay no other caller',
    { timeout: 120_000 },
    async ({ task }) => {
      const { url, path, headers, posted } = targets[name]!;
      const heads = drip(url, SLOW_HEADS, `GET ${path} HTTP/1.1\r\nhost: a\r\n`, 'x-drop: y\r\n');
      const lines = writeHeaderLines(headers);
      const type = 'content-type: application/json\r\ncontent-length: 60000\r\n';
      drip(url, SLOW_BODIES, `POST ${posted} HTTP/1.1\r\nhost: a\r\n${lines}${type}\r\n{`, ' ');
      const over = new AbortController();
      const floods = Array.from({ length: FLOODS }, async () => {
        const wrong = { 'x-svc-api-key': 'wrong', authorization: 'Bearer wrong' };
        while (!over.signal.aborted) await ask(url, path, { ...headers, ...wrong });
      });

      const times: number[] = [];
      const statuses = new Set<number>();
      for (let sent = 0; sent < GOOD_REQUESTS; sent += 1) {
        const { status, tookMs } = await ask(url, path, headers);
        statuses.add(status);
        times.push(tookMs);
      }
      over.abort();
      await Promise.all(floods);

      expect([...statuses]).toEqual([200]);
      expect(medianOf(times)).toBeLessThan(MEDIAN_MS_MAX);
      await expect.poll(() => heads.filter(({ closed }) => !closed).length, CLOSED_WITHIN).toBe(0);
      recordFigures(task, {
        counts: { 'unfinished requests': SLOW_HEADS + SLOW_BODIES },
        maxima: { 'ms median next to a flood': medianOf(times) },
      });
    },
  );
});
