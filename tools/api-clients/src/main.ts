/**
 * Calls a running service with the client that `@hey-api/openapi-ts` generates. Usage: node main.js URL, the credentials as
 * JSON on standard input.
 */
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';

import { type Client, createClient } from '../dist/generated/client/index.js';
import { getWithdrawableBalance, listTransactions } from '../dist/generated/index.js';

const ROWS = 3;

const [, , baseUrl = ''] = process.argv;
const credentials = JSON.parse(await text(process.stdin)) as Record<string, string>;
const client = connect(credentials);
await checkPages(client);
await checkFields(client);
await checkBalance(client);
await checkProblems(client);
const stranger = connect({ ...credentials, 'x-svc-api-key': 'key_wrong' });
const refused = await getWithdrawableBalance({ client: stranger });
assert.deepEqual([refused.response?.status, refused.error?.code], [401, 'invalid_credentials']);
process.stdout.write('the generated client compiles and its calls succeed\n');

/** The client sends the headers by the security schemes of the document. */
function connect(headers: Readonly<Record<string, string>>): Client {
  return createClient({ baseUrl, auth: ({ name = '' }) => headers[name] });
}

async function checkPages(client: Client): Promise<void> {
  const query = { limit: ROWS, type: 'deposit', since: '2020-01-01' } as const;
  const first = await listTransactions({ client, query });
  assert.equal(first.response?.status, 200);
  const link = first.response.headers.get('link') ?? '';
  const cursor = /[?&]cursor=([\w-]+)/.exec(link)?.[1];
  assert.ok(cursor !== undefined, `no cursor in the link ${link}`);
  const second = await listTransactions({ client, query: { ...query, cursor } });
  const rows = [...(first.data?.transactions ?? []), ...(second.data?.transactions ?? [])];
  assert.equal(new Set(rows.map(({ id }) => id)).size, 2 * ROWS);
  assert.deepEqual([...new Set(rows.map(({ type }) => type))], ['deposit']);
  assert.deepEqual([first.data?.pagination.page, second.data?.pagination.page], [0, 1]);
  const since = '2100-01-01T00:00:00+01:00';
  const later = await listTransactions({ client, query: { ...query, since } });
  assert.equal(later.data?.pagination.totalCount, 0);
}

async function checkFields(client: Client): Promise<void> {
  const { data } = await listTransactions({
    client,
    query: { limit: 1, fields: 'amount,timestamp' },
  });
  const [row = {}] = data?.transactions ?? [];
  assert.deepEqual(Object.keys(row), ['amount', 'timestamp']);
}

async function checkBalance(client: Client): Promise<void> {
  const { response, data } = await getWithdrawableBalance({ client });
  assert.equal(response?.status, 200);
  assert.ok(Date.parse(data?.lastSyncAt ?? '') > 0);
  assert.ok(data?.balances.some(({ amount, networks }) => amount > 0 && networks.length > 0));
}

async function checkProblems(client: Client): Promise<void> {
  const { response, data, error } = await listTransactions({ client, query: { limit: 0 } });
  assert.deepEqual([response?.status, data], [400, undefined]);
  assert.equal(error?.code, 'invalid_parameter');
  assert.deepEqual(
    error.errors?.map(({ parameter }) => parameter),
    ['limit'],
  );
}
