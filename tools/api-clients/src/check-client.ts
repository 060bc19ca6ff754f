import assert from 'node:assert/strict';

import type { CreateClient, GeneratedClient } from './client-under-test.js';

const ROWS = 3;

/** Makes every call with a client. @throws {assert.AssertionError} if a result is not as documented. */
export async function checkClient(
  create: CreateClient,
  baseUrl: string,
  credentials: Readonly<Record<string, string>>,
): Promise<void> {
  const client = create(baseUrl, credentials);
  await checkPages(client);
  await checkFields(client);
  await checkBalance(client);
  await checkProblems(client);
  const stranger = create(baseUrl, { ...credentials, 'x-svc-api-key': 'key_wrong' });
  const { response, error } = await stranger.readBalance();
  assert.deepEqual([response?.status, error?.code], [401, 'invalid_credentials']);
}

async function checkPages(client: GeneratedClient): Promise<void> {
  const query = { limit: ROWS, type: 'deposit', since: '2020-01-01' } as const;
  const first = await client.list(query);
  assert.equal(first.response?.status, 200);
  const link = first.response.headers.get('link') ?? '';
  const cursor = /[?&]cursor=([\w-]+)/.exec(link)?.[1];
  assert.ok(cursor !== undefined, `no cursor in the link ${link}`);
  const second = await client.list({ ...query, cursor });
  const rows = [...(first.data?.transactions ?? []), ...(second.data?.transactions ?? [])];
  assert.equal(new Set(rows.map(({ id }) => id)).size, 2 * ROWS);
  assert.deepEqual([...new Set(rows.map(({ type }) => type))], ['deposit']);
  assert.deepEqual([first.data?.pagination.page, second.data?.pagination.page], [0, 1]);
  const later = await client.list({ ...query, since: '2100-01-01T00:00:00+01:00' });
  assert.equal(later.data?.pagination.totalCount, 0);
}

async function checkFields(client: GeneratedClient): Promise<void> {
  const { data } = await client.list({ limit: 1, fields: 'amount,timestamp' });
  const [row = {}] = data?.transactions ?? [];
  assert.deepEqual(Object.keys(row), ['amount', 'timestamp']);
}

async function checkBalance(client: GeneratedClient): Promise<void> {
  const { response, data } = await client.readBalance();
  assert.equal(response?.status, 200);
  assert.ok(Date.parse(data?.lastSyncAt ?? '') > 0);
  assert.ok(data?.balances.some(({ amount, networks }) => amount > 0 && networks.length > 0));
}

async function checkProblems(client: GeneratedClient): Promise<void> {
  const { response, data, error } = await client.list({ limit: 0 });
  assert.deepEqual([response?.status, data], [400, undefined]);
  assert.equal(error?.code, 'invalid_parameter');
  assert.deepEqual(
    error.errors?.map(({ parameter }) => parameter),
    ['limit'],
  );
}
