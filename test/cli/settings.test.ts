/** What the settings of a running service do: other tests set most of them below the command line. */
import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { WRONG_KEYS_OF_ADDRESS_MAX } from '../../src/domain/api-key.ts';
import { LISTING } from '../http/samples.ts';
import { type ManageHarness, startManagement } from '../manage/harness.ts';
import { headersOf } from '../teller.ts';

const CONTACT = 'mailto:security@operator.example';

let service: ManageHarness;
let orgId: string;
let projectId: string;
beforeAll(async () => {
  service = await startManagement({
    TELLER_RATE_LIMIT: '777',
    TELLER_SECURITY_CONTACT: CONTACT,
    TELLER_TRUSTED_PROXIES: '127.0.0.1',
    TELLER_MANAGE_HOST: '127.0.0.2',
    TELLER_WEBHOOK_ALLOW: '',
    TELLER_PUBLIC_URL: '',
  });
  ({ id: orgId } = await service.ask('POST /v0/organizations', { name: 'any' }));
  ({ id: projectId } = await service.ask('POST /v0/projects', { orgId, name: 'any' }));
});
afterAll(() => service.stop());

const makeKey = (kind: string): string =>
  `${kind}_${'0'.repeat(24)}.${randomBytes(32).toString('base64url')}`;

/** Calls the public service with a new wrong key, as a proxy does for a caller at an address. */
async function sendWrongKey(address: string): Promise<number> {
  const tenant = { orgId, projectId, apiKey: makeKey('key') };
  const headers = headersOf(tenant, `wallet_${'0'.repeat(24)}`);
  const response = await fetch(`${service.publicUrl()}${LISTING}`, {
    headers: { ...headers, 'x-forwarded-for': address },
  });
  return response.status;
}

/** Calls the management API in the same way. */
async function sendWrongManagementKey(address: string): Promise<number> {
  const headers = { 'x-forwarded-for': address };
  return (await service.call('GET /v0/projects', { key: makeKey('mkey'), headers })).status;
}

it('TELLER_MANAGE_HOST is the address of the management API alone', () => {
  expect(service.manageUrl()).toMatch(/^http:\/\/127[.]0[.]0[.]2:/);
  expect(service.publicUrl()).toMatch(/^http:\/\/127[.]0[.]0[.]1:/);
});

it('TELLER_RATE_LIMIT is the limit of the service and of the management API', async () => {
  const policy = '"key";q=777;w=1';
  const response = await fetch(`${service.publicUrl()}${LISTING}`);
  expect(response.headers.get('ratelimit-policy')).toBe(policy);
  const managed = await service.call('GET /v0/projects');
  expect(managed.headers.get('ratelimit-policy')).toBe(policy);
});

it('TELLER_SECURITY_CONTACT is in security.txt', async () => {
  const response = await fetch(`${service.publicUrl()}/.well-known/security.txt`);
  expect(await response.text()).toContain(`Contact: ${CONTACT}\n`);
});

it.each([
  ['the service', sendWrongKey],
  ['the management API', sendWrongManagementKey],
])('TELLER_TRUSTED_PROXIES separates the callers of %s behind a proxy', async (_name, send) => {
  const wrong = Array.from({ length: 2 * WRONG_KEYS_OF_ADDRESS_MAX }, () => '192.0.2.1');
  const ofAnother = Array.from({ length: WRONG_KEYS_OF_ADDRESS_MAX / 2 }, () => '192.0.2.2');
  const others = new Set<number>();
  // The limit is one of each second, which may end between two requests.
  await vi.waitFor(
    async () => {
      const [first, second] = await Promise.all(
        [wrong, ofAnother].map((each) => Promise.all(each.map(send))),
      );
      for (const status of second!) others.add(status);
      expect(first).toContain(429);
    },
    { timeout: 10_000 },
  );
  expect([...others]).toEqual([401]);
});

it('without TELLER_PUBLIC_URL, a connect session has the URL of the service', async () => {
  const { url } = await service.ask(`POST /v0/projects/${projectId}/connect-sessions`, {});
  expect(new URL(url).origin).toBe(service.publicUrl());
});

it.each(['http://example.com/hook', 'https://127.0.0.1/hook'])(
  'without TELLER_WEBHOOK_ALLOW, a webhook to %s is refused',
  async (url) => {
    const request = `POST /v0/projects/${projectId}/webhooks`;
    const refused = await service.call(request, { body: { url } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
  },
);
