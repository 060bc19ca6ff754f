import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mintKey } from '../../src/domain/api-key.ts';
import type { HttpAnswer } from '../http/http-client.ts';
import { BALANCE, LISTING, sampleTransactions } from '../http/samples.ts';
import { MASTER_KEY, NOW_MS, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createTenant, createWallet, headersOf, type Tenant } from '../http/tenants.ts';

const TENANT_COUNT = 2;
let service: ServiceHarness;
const tenants: Tenant[] = [];

beforeAll(async () => {
  service = await startService();
  for (let index = 0; index < TENANT_COUNT; index += 1) {
    const transactions = sampleTransactions(index + 1).map((row) =>
      Object.assign({}, row, { id: `tx_${index}_${row.id}` }),
    );
    tenants.push(
      await createTenant(service.store, MASTER_KEY, { transactions, syncedAtMs: NOW_MS }),
    );
  }
});
afterAll(() => service.stop());

const codeOf = (answer: HttpAnswer): [number, string] => [
  answer.status,
  (JSON.parse(answer.body) as { code: string }).code,
];

const withoutRequestId = ({ body }: HttpAnswer): unknown => ({
  ...(JSON.parse(body) as object),
  requestId: '',
});

/** Returns the answer without headers that depend on the connection or the request. */
const comparable = ({ headers }: HttpAnswer): unknown => ({
  ...headers,
  date: '',
  'x-request-id': '',
});

describe('credentials', () => {
  it.each(['x-svc-api-key', 'x-svc-org-id', 'x-svc-project-id', 'x-svc-wallet-id'])(
    'are reported as missing without %s, with an empty one, and with two',
    async (name) => {
      const headers: Record<string, string | string[]> = headersOf(tenants[0]!);
      const value = headers[name] as string;
      const { [name]: _left, ...without } = headers;
      const variants = [
        without,
        { ...headers, [name]: '' },
        { ...headers, [name]: '  ' },
        { ...headers, [name]: [value, value] },
        { ...headers, [name]: [value, ''] },
        { ...headers, [name]: ['', value] },
        { ...without, [name.toUpperCase()]: [value, 'other'] },
      ];
      for (const path of [LISTING, BALANCE, `${LISTING}?limit=x`]) {
        for (const variant of variants) {
          const answer = await service.send({ path, headers: variant });
          expect(codeOf(answer)).toEqual([401, 'missing_credentials']);
          expect(answer.headers['www-authenticate']).toMatch(/^ApiKey realm=/);
          expect(answer.body).toContain(name);
        }
      }
    },
  );

  it('are accepted with header names in any case', async () => {
    const headers = Object.fromEntries(
      Object.entries(headersOf(tenants[0]!)).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect((await service.send({ path: LISTING, headers })).status).toBe(200);
  });

  it('are refused equally for an unknown, wrong, malformed, revoked and expired key', async () => {
    const [tenant] = tenants;
    const revoked = await createTenant(service.store, MASTER_KEY);
    await service.store.revokeApiKey(revoked.keyId, NOW_MS - 1);
    const expired = await createTenant(service.store, MASTER_KEY, {}, NOW_MS);
    const { apiKey } = tenant!;
    const lastTurned = apiKey.slice(0, -2) + (apiKey.at(-2) === 'A' ? 'B' : 'A') + apiKey.at(-1);
    const headers = headersOf(tenant!);
    const answers = [
      await service.send({ path: LISTING, headers: { ...headers, 'x-svc-api-key': lastTurned } }),
      await service.send({
        path: LISTING,
        headers: { ...headers, 'x-svc-api-key': apiKey.replace(/^key_.{8}/, 'key_00000000') },
      }),
      await service.send({ path: LISTING, headers: { ...headers, 'x-svc-api-key': 'nonsense' } }),
      await service.send({ path: LISTING, headers: headersOf(revoked) }),
      await service.send({ path: LISTING, headers: headersOf(expired) }),
      await service.send({ path: `${LISTING}?limit=x`, headers: headersOf(expired) }),
    ];
    for (const answer of answers) {
      expect(codeOf(answer)).toEqual([401, 'invalid_credentials']);
      expect(withoutRequestId(answer)).toEqual(withoutRequestId(answers[0]!));
      expect(comparable(answer)).toEqual(comparable(answers[0]!));
    }
  });

  it('are accepted until the millisecond of their expiry', async () => {
    const soon = await createTenant(service.store, MASTER_KEY, {}, NOW_MS + 1);
    expect((await service.send({ path: LISTING, headers: headersOf(soon) })).status).toBe(200);
  });
});

describe('tenants', () => {
  it('can only read their own wallet, with every combination of the four headers', async () => {
    const [first, second] = tenants;
    const choices = [first!, second!];
    for (const key of choices) {
      for (const org of choices) {
        for (const project of choices) {
          for (const wallet of choices) {
            const answer = await service.send({
              path: LISTING,
              headers: {
                'x-svc-api-key': key.apiKey,
                'x-svc-org-id': org.orgId,
                'x-svc-project-id': project.projectId,
                'x-svc-wallet-id': wallet.walletId,
              },
            });
            const scoped = key === org && key === project;
            expect(answer.status).toBe(scoped ? (key === wallet ? 200 : 404) : 403);
            expect(answer.body.includes('scope_mismatch')).toBe(!scoped);
          }
        }
      }
    }
  });

  it('get the same response for an unknown wallet as for the wallet of another tenant', async () => {
    const [caller, owner] = tenants;
    for (const path of [LISTING, BALANCE]) {
      const foreign = await service.send({
        path,
        headers: { ...headersOf(caller!), 'x-svc-wallet-id': owner!.walletId },
      });
      for (const walletId of ['wallet_000000000000000000000000', 'x', '\u00e9', "' OR 1=1 --"]) {
        const unknown = await service.send({
          path,
          headers: { ...headersOf(caller!), 'x-svc-wallet-id': walletId },
        });
        expect(codeOf(unknown)).toEqual([404, 'wallet_not_found']);
        expect(withoutRequestId(unknown)).toEqual(withoutRequestId(foreign));
        expect(comparable(unknown)).toEqual(comparable(foreign));
      }
    }
  });

  it('get a true response if the key is for another wallet of its project', async () => {
    const owner = tenants[0]!;
    const { projectId, walletId } = owner;
    const { id, key: apiKey, hash } = mintKey('key', MASTER_KEY, randomBytes);
    const key = { id, projectId, walletId, label: null, hash, createdAtMs: 1, expiresAtMs: null };
    await service.store.createApiKey(key);
    const other = await createWallet(service.store, MASTER_KEY, projectId, {});
    const headers = headersOf({ ...owner, apiKey });
    expect((await service.send({ path: LISTING, headers })).status).toBe(200);
    const refused = await service.send({
      path: LISTING,
      headers: { ...headers, 'x-svc-wallet-id': other },
    });
    expect(codeOf(refused)).toEqual([404, 'wallet_not_found']);
    expect(JSON.parse(refused.body)).toMatchObject({
      detail: 'the wallet does not exist, or the API key cannot read it',
    });
  });

  it('get errors of parameters before errors of wallets', async () => {
    const headers = { ...headersOf(tenants[0]!), 'x-svc-wallet-id': 'wallet_unknown' };
    const answer = await service.send({ path: `${LISTING}?limit=x`, headers });
    expect(codeOf(answer)).toEqual([400, 'invalid_parameter']);
  });
});
