import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { writeTransactions } from '../../src/domain/transaction-json.ts';
import { TRANSACTION_FIELDS } from '../../src/domain/transaction.ts';
import { LISTING, sampleTransactions } from '../http/samples.ts';
import { writeHeaderLines } from '../http/http-client.ts';
import { MASTER_KEY, NOW_MS, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createTenant, headersOf, type Tenant } from '../http/tenants.ts';

const ROWS = 1000;
const PATH = `${LISTING}?limit=${ROWS}`;
/** Number of requests; their responses exceed the system's buffers of a connection. */
const PIPELINED = 12;
/** Long rows: some 1.6 MB a page. */
const HISTORY = sampleTransactions(ROWS)
  .toReversed()
  .map((row) => Object.assign(row, { txid: `é${'x'.repeat(1400)}` }));

let service: ServiceHarness;
let tenant: Tenant;
let body: string;

const start = async (responseCacheBytesMax: number): Promise<void> => {
  service = await startService({ limits: { responseCacheBytesMax } });
  tenant = await createTenant(service.store, MASTER_KEY, {
    transactions: HISTORY,
    syncedAtMs: NOW_MS,
  });
  const rows = writeTransactions(tenant.walletId, TRANSACTION_FIELDS, sortNewestFirst(HISTORY));
  const pagination = { totalCount: ROWS, page: 0, limit: ROWS, pageCount: 1 };
  body = `{"transactions":[${rows}],"pagination":${JSON.stringify(pagination)}}`;
};
afterEach(() => service.stop());

/** Requests the page this number of times concurrently, and does not read for a while. */
async function askWithoutReading(count: number): Promise<string> {
  const lines = writeHeaderLines({ host: 'x', ...headersOf(tenant) });
  const last = 'connection: close\r\n';
  const requests = Array.from(
    { length: count },
    (_, index) => `GET ${PATH} HTTP/1.1\r\n${lines}${index === count - 1 ? last : ''}\r\n`,
  );
  const socket = connect(service.port, '127.0.0.1');
  socket.pause();
  socket.write(requests.join(''));
  await sleep(500);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.resume();
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

function sortNewestFirst(rows: typeof HISTORY): typeof HISTORY {
  const compare = (left: string, right: string) => Number(left < right) - Number(left > right);
  return rows.toSorted((a, b) => b.timestampMs - a.timestampMs || compare(a.id, b.id));
}

describe('a large body that is not cached', () => {
  beforeEach(() => start(0));

  it('is complete for a caller who reads late', async () => {
    const answers = await askWithoutReading(PIPELINED);
    expect(answers.split(body)).toHaveLength(PIPELINED + 1);
  });

  it('is returned to others after callers have disconnected', async () => {
    const sockets = Array.from({ length: 8 }, () => connect(service.port, '127.0.0.1'));
    const lines = writeHeaderLines({ host: 'x', ...headersOf(tenant) });
    for (const socket of sockets) {
      socket.pause().write(`GET ${PATH} HTTP/1.1\r\n${lines}\r\n`.repeat(4));
    }
    await sleep(100);
    for (const socket of sockets) socket.destroy();
    const { body: reported } = await service.send({ path: PATH, headers: headersOf(tenant) });
    expect(reported === body).toBe(true);
  });
});

describe('a large body', () => {
  beforeEach(() => start(64 * 1024 * 1024));

  it('is equal for the first caller, without the cache, and for all later ones, from the cache', async () => {
    for (let request = 0; request < 5; request += 1) {
      const { body: reported } = await service.send({ path: PATH, headers: headersOf(tenant) });
      expect(reported === body).toBe(true);
    }
    const head = await service.send({ path: PATH, method: 'HEAD', headers: headersOf(tenant) });
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(body)));
  });
});
