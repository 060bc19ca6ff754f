/** Large bodies from PostgreSQL are written into memory that was previously used for other tenants. */
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { writeTransactions } from '../../src/domain/transaction-json.ts';
import { type Transaction, TRANSACTION_FIELDS } from '../../src/domain/transaction.ts';
import type { Store } from '../../src/store/store.ts';
import { openOwnStore } from '../store/postgres-database.ts';
import { LISTING, sampleTransactions } from './samples.ts';
import { MASTER_KEY, type ServiceHarness, startService } from './service-harness.ts';
import { createTenant, headersOf, type Tenant } from './tenants.ts';

const ROWS = 1000;
const ROUNDS = 4;
const PATH = `${LISTING}?limit=${ROWS}`;

interface Listing {
  readonly tenant: Tenant;
  readonly body: string;
}

let store: Store;
let listings: readonly Listing[];

beforeAll(async () => {
  store = await openOwnStore();
  listings = await Promise.all(['a', 'b', 'é'].map((letter, no) => addListing(letter, no)));
});
afterAll(() => store.close());

/** Adds a wallet with rows that differ from the rows of other wallets in every part and in length. */
async function addListing(letter: string, no: number): Promise<Listing> {
  const rows = sampleTransactions(ROWS - no).map((row): Transaction => {
    const timestampMs = row.timestampMs + no;
    return Object.assign(row, { asset: letter, address: letter.repeat(40 + no), timestampMs });
  });
  const tenant = await createTenant(store, MASTER_KEY, { transactions: rows, syncedAtMs: 1 });
  const newestFirst = rows.toSorted(
    (a, b) => b.timestampMs - a.timestampMs || (a.id < b.id ? 1 : -1),
  );
  const json = writeTransactions(tenant.walletId, TRANSACTION_FIELDS, newestFirst);
  const pagination = { totalCount: rows.length, page: 0, limit: ROWS, pageCount: 1 };
  return { tenant, body: `{"transactions":[${json}],"pagination":${JSON.stringify(pagination)}}` };
}

/** Requests the page on connections that are closed before they have read it. */
function disconnect({ port }: ServiceHarness, { tenant }: Listing): void {
  const headers = Object.entries({ host: 'x', ...headersOf(tenant) });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(`GET ${PATH} HTTP/1.1\r\n${lines}\r\n`.repeat(3));
  socket.once('data', () => socket.destroy());
}

describe.each([
  ['without a response cache', 0],
  ['with a response cache', 2 ** 24],
])('large pages of several tenants %s', (_, responseCacheBytesMax) => {
  it('contain only the rows of their tenant, even if others are requested concurrently', async () => {
    const service = await startService({
      wrapStore: () => store,
      limits: { responseCacheBytesMax },
    });
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const listing of listings) disconnect(service, listing);
        const asked = [...listings, ...listings];
        const answers = await Promise.all(
          asked.map(({ tenant }) => service.send({ path: PATH, headers: headersOf(tenant) })),
        );
        expect(answers.map((answer, no) => answer.body === asked[no]!.body)).not.toContain(false);
      }
    } finally {
      await service.stop();
    }
  });
});
