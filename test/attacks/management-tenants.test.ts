/** What a management key may see and change, and how often a request is executed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { NOW_MS } from '../http/service-harness.ts';
import { callApp, createManageKey, useManageApp } from '../manage/manage-app.ts';
import { LOCAL_TARGETS, NO_ROWS } from '../manage/manage-context.ts';
import { importRows } from '../store/contract/import-fixtures.ts';
import { LATER, type OwnProject, requestsOf } from './management-requests.ts';

/** The counts of a file without rows. */

const opened = useManageApp(
  {
    webhookTargets: LOCAL_TARGETS,
    importFile: async (_context, { walletId }) => ({ id: null, walletId, ...NO_ROWS }),
  },
  [beforeAll, afterAll],
);
/** A key for the whole installation. */
let root: string;
let own: OwnProject;
let foreign: OwnProject;
/** A key for the project of `own`. */
let key: string;
beforeAll(async () => {
  root = opened.key;
  own = await createProject('import_own');
  foreign = await createProject('import_foreign');
  key = await createManageKey(opened.store, { expiresAtMs: null, projectId: own.projectId });
});

const call = (request: string, by: string, body?: unknown, headers: Record<string, string> = {}) =>
  callApp(opened.app, by, request, { body, headers });

async function createProject(importId: string): Promise<OwnProject> {
  const create = async (path: string, body: object): Promise<string> =>
    (await call(`POST /v0/${path}`, root, body)).body.id;
  const orgId = await create('organizations', { name: 'o' });
  const projectId = await create('projects', { orgId, name: 'p' });
  const path = `projects/${projectId}`;
  const walletId = await create(`${path}/wallets`, { ...LATER, externalId: 'the same' });
  await importRows(opened.store, walletId, [], { id: importId });
  return {
    orgId,
    projectId,
    walletId,
    apiKeyId: await create(`${path}/api-keys`, {}),
    webhookId: await create(`${path}/webhooks`, { url: 'http://127.0.0.1:9/' }),
    sessionId: await create(`${path}/connect-sessions`, {}),
    importId,
  };
}

/** Returns a problem without what differs between requests. */
function problemOf({ status, body }: { readonly status: number; readonly body: object }): object {
  return { status, ...body, requestId: '' };
}

describe('a management key for one project', () => {
  it('gets for records of another project the answer of records that do not exist', async () => {
    const unknown = Object.fromEntries(
      Object.entries(foreign).map(([name, id]) => [name, id.replace(/_.*/, `_${'0'.repeat(24)}`)]),
    ) as unknown as OwnProject;
    const missing = requestsOf(unknown);
    const countAudited = async (): Promise<number> =>
      (await call('GET /v0/audit?limit=1000', root)).body.items.length;
    const audited = await countAudited();
    for (const [index, [request, body]] of requestsOf(foreign).entries()) {
      const answer = await call(request, key, body);
      expect([request, answer.status]).toEqual([request, 404]);
      const [unknownRequest, unknownBody] = missing[index]!;
      expect(problemOf(answer)).toEqual(problemOf(await call(unknownRequest, key, unknownBody)));
    }
    expect(await countAudited()).toBe(audited);
  });

  it('is tested with every route of a record', async () => {
    const { paths } = (await call('GET /openapi.json', key)).body;
    const documented = Object.entries<object>(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const ofRecords = documented
      .filter((route) => route.includes('{'))
      .map((route) => route.replace(/\{\w+\}/, '{id}'));
    const requests = requestsOf({ ...own, importId: `import_${'0'.repeat(24)}` });
    const tested = new Set(requests.map(([each]) => each.replace(/[a-z]+_\w{24}/, '{id}')));
    expect(ofRecords.length).toBeGreaterThan(20);
    expect(ofRecords.filter((route) => !tested.has(route))).toEqual([]);
  });

  it.each([
    ['projects', () => [own.projectId]],
    ['organizations', () => [own.orgId]],
    ['projects?orgId=OWN_ORG', () => [own.projectId]],
    ['wallets', () => [own.walletId]],
    ['wallets?search=the+same', () => [own.walletId]],
    ['audit?walletId=FOREIGN_WALLET', () => []],
  ])('lists of %s only what belongs to its project', async (list, ids) => {
    const path = list.replace('OWN_ORG', own.orgId).replace('FOREIGN_WALLET', foreign.walletId);
    const { items } = (await call(`GET /v0/${path}`, key)).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual(ids());
  });

  it('gets for the projects of another organization the answer of an unknown one', async () => {
    const answer = await call(`GET /v0/projects?orgId=${foreign.orgId}`, key);
    expect([answer.status, answer.body.detail]).toEqual([404, 'there is no such organization']);
    const unknown = await call('GET /v0/projects?orgId=org_none', key);
    expect(problemOf(answer)).toEqual(problemOf(unknown));
  });

  it('lists only the changes of its project, also of a wallet', async () => {
    const read = async (query: string) => (await call(`GET /v0/audit?${query}`, key)).body.items;
    const items = await read('limit=1000');
    expect(items.length).toBeGreaterThan(0);
    for (const { targets } of items) expect(targets.projectId).toBe(own.projectId);
    for (const { targets } of await read(`walletId=${own.walletId}`)) {
      expect(targets.walletId).toBe(own.walletId);
    }
    const audit = await call(`GET /v0/audit?projectId=${foreign.projectId}`, key);
    expect(audit.status).toBe(404);
  });

  it.each(['POST /v0/organizations', 'POST /v0/projects'])(
    'needs to be one of the whole installation for %s, before its body is read',
    async (request) => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const answers = [
        await call(request, key, { orgId: own.orgId, name: 'x' }),
        await call(request, key, { name: '' }),
        await call(request, key, Buffer.from('name=x'), form),
      ];
      for (const { status, body } of answers) {
        expect([status, body.code, body.detail]).toEqual([
          404,
          'not_found',
          'this request needs a management key of the whole installation, and this one is for one project',
        ]);
      }
      const { paths } = (await call('GET /openapi.json', key)).body;
      const { description } = paths[request.slice('POST '.length)].post;
      expect(description).toContain('management key of the whole installation');
    },
  );

  it('creates no organization, no project, and nothing for the wallet of another project', async () => {
    const { projectId } = own;
    const { walletId } = foreign;
    const refused: readonly (readonly [request: string, body?: object])[] = [
      ['POST /v0/organizations', { name: 'x' }],
      ['POST /v0/projects', { orgId: own.orgId, name: 'x' }],
      [`POST /v0/projects/${projectId}/api-keys`, { walletId }],
      [`POST /v0/projects/${projectId}/connect-sessions`, { walletId }],
      [
        `POST /v0/projects/${projectId}/webhooks`,
        { url: 'http://127.0.0.1:9/', walletIds: [walletId] },
      ],
      [`GET /v0/projects/${projectId}/transactions?walletId=${walletId}`],
      [`GET /v0/projects/${projectId}/balances?walletId=${walletId}`],
    ];
    for (const [request, body] of refused) {
      expect([request, (await call(request, key, body)).status]).toEqual([request, 404]);
    }
  });
});

it('an external id of another project is free', async () => {
  const create = (project: OwnProject, list: string, body: object) =>
    call(`POST /v0/projects/${project.projectId}/${list}`, root, { ...body, externalId: 'there' });
  expect((await create(foreign, 'wallets', LATER)).status).toBe(201);
  expect((await create(own, 'connect-sessions', {})).status).toBe(201);
  expect((await create(foreign, 'connect-sessions', {})).status).toBe(409);
});

describe('a management key of the installation', () => {
  it('lists the projects of an organization', async () => {
    const { items } = (await call(`GET /v0/projects?orgId=${own.orgId}`, root)).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([own.projectId]);
  });

  it.each([
    ['an unknown one', `mkey_${'0'.repeat(24)}.${'a'.repeat(43)}`],
    ['one with another secret', 'SWAPPED'],
    ['text of another form', 'secret'],
  ])('is not %s', async (_name, wrong) => {
    const presented = wrong === 'SWAPPED' ? `${root.split('.')[0]}.${key.split('.')[1]}` : wrong;
    const { status, headers, body } = await call('GET /v0/projects', presented);
    expect([status, body.code]).toEqual([401, 'invalid_credentials']);
    expect(headers['www-authenticate']).toBe('Bearer realm="wallet-teller management"');
  });

  it('is refused as soon as it is revoked', async () => {
    const made = await createManageKey(opened.store, { expiresAtMs: null, projectId: null });
    expect((await call('GET /v0/projects', made)).status).toBe(200);
    await opened.store.revokeManagementKey(made.split('.')[0]!, NOW_MS);
    expect((await call('GET /v0/projects', made)).status).toBe(401);
  });

  it('is asked for with the scheme if a request has none', async () => {
    const answer = await opened.app.inject({ method: 'GET', url: '/v0/projects' });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'missing_credentials']);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="wallet-teller management"');
  });
});

describe('a request with an idempotency key', () => {
  const pathOf = ({ projectId }: OwnProject): string => `/v0/projects/${projectId}/api-keys`;
  const send = (
    idempotencyKey: string,
    body: object,
    { path = pathOf(foreign), by = root }: { readonly path?: string; readonly by?: string } = {},
  ) => call(`POST ${path}`, by, body, { 'idempotency-key': idempotencyKey });

  it('has the same response when it is repeated, which says so', async () => {
    const first = await send('a', { label: 'once' });
    const second = await send('a', { label: 'once' });
    expect(first.status).toBe(201);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    const replayed = [first, second].map(({ headers }) => headers['idempotent-replayed']);
    expect(replayed).toEqual([undefined, 'true']);
    const { items } = (await call(`GET ${pathOf(foreign)}`, root)).body;
    expect(items.filter(({ label }: { label: string }) => label === 'once')).toHaveLength(1);
  });

  it('is refused with another body, path or query', async () => {
    await send('b', { label: 'x' });
    const others = [
      await send('b', { label: 'y' }),
      await send('b', { label: 'x' }, { path: pathOf(own) }),
    ];
    const file = Buffer.from('{}');
    const headers = { 'content-type': 'application/x-ndjson', 'idempotency-key': 'file' };
    const upload = (fileName: string) => {
      const request = `POST /v0/wallets/${foreign.walletId}/imports?fileName=${fileName}`;
      return callApp(opened.app, root, request, { body: file, headers });
    };
    expect((await upload('a')).status).toBe(201);
    others.push(await upload('b'));
    expect(others.map(({ status, body }) => [status, body.code])).toEqual(
      others.map(() => [409, 'idempotency_conflict']),
    );
  });

  it('is executed once if it is sent several times concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send('c', { label: 'concurrent' })),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  it('runs again after a refusal, and belongs to its management key', async () => {
    expect((await send('d', { label: '' })).status).toBe(400);
    const first = await send('d', { label: 'good' });
    expect(first.status).toBe(201);
    const others = await send('d', {}, { path: pathOf(own), by: key });
    expect(others.status).toBe(201);
  });
});
