/** Mixes requests for the wallets of two tenants, whose every value names its wallet, and searches for foreign ones. */
import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';

import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Random } from '../../simulator/random.ts';
import { mintKey } from '../../src/domain/api-key.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { type HttpAnswer, type HttpRequest, send } from '../http/http-client.ts';
import { BALANCE, LISTING, sampleTransactions } from '../http/samples.ts';
import { MASTER_KEY, NOW_MS, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createTenant, createWallet, headersOf, recordSync, type Tenant } from '../http/tenants.ts';
import { createManageKey, startManageApp } from '../manage/manage-app.ts';
import { recordFigures } from '../prove/figures.ts';
import { FIRST_SEED, RUNS_FACTOR } from '../random-cases.ts';
import { storeRows } from '../store/store-rows.ts';

const TURNS = 700 * RUNS_FACTOR;
const ROWS = 250;
/** Entity tags and cursors of any wallet that later requests send. */
const REMEMBERED_MAX = 50;

/** A wallet, the text in all of its values, and the key that reads it. */
interface Owned extends Tenant {
  readonly mark: string;
  readonly manageKey: string;
  /** True if the API key is for this wallet alone. */
  readonly isAlone: boolean;
}

/** What a response may contain: the marks of these wallets. */
interface Expected {
  readonly marks: readonly string[];
  readonly isRefused: boolean;
}

let service: ServiceHarness;
let manage: { readonly app: FastifyInstance; readonly port: number };
let wallets: readonly Owned[];
const random = new Random(`tenants-${FIRST_SEED}`);
const tags: string[] = [];
const cursors: string[] = [];

beforeAll(async () => {
  service = await startService();
  const { store } = service;
  manage = await startManageApp(store, { now: () => service.clock.nowMs, rateLimitPerSecond: 0 });
  wallets = [...(await createOwned('first')), ...(await createOwned('second'))];
}, 60_000);
afterAll(async () => {
  manage.app.server.closeAllConnections();
  await manage.app.close();
  await service.stop();
});

/** Creates a tenant with two wallets; the key of the second reads it alone. */
async function createOwned(name: string): Promise<readonly Owned[]> {
  const { store } = service;
  const [one, two] = [`${name}-one`, `${name}-two`].map((mark) => mark.toUpperCase());
  const tenant = await createTenant(store, MASTER_KEY, contentOf(one!));
  const manageKey = await createManageKey(store, {
    expiresAtMs: null,
    projectId: tenant.projectId,
  });
  const { projectId } = tenant;
  const walletId = await createWallet(store, MASTER_KEY, projectId, contentOf(two!));
  const { id, hash, key: apiKey } = mintKey('key', MASTER_KEY, randomBytes);
  const record = { id, projectId, walletId, label: null, hash };
  await store.createApiKey({ ...record, createdAtMs: NOW_MS, expiresAtMs: null });
  return [
    { ...tenant, mark: one!, manageKey, isAlone: false },
    { ...tenant, walletId, apiKey, keyId: id, mark: two!, manageKey, isAlone: true },
  ];
}

function contentOf(mark: string) {
  return { transactions: rowsOf(mark, ROWS), balances: balancesOf(mark), syncedAtMs: NOW_MS };
}

function rowsOf(mark: string, count: number): Transaction[] {
  return sampleTransactions(count).map((row, index) =>
    Object.assign(row, {
      id: `tx_${mark}_${String(index).padStart(4, '0')}`,
      asset: `${mark}-${index % 3}`,
      txid: `${mark} txid ${index}`,
      address: `${mark} address`,
      feeCurrency: `${mark} fee`,
    }),
  );
}

function balancesOf(mark: string) {
  const amount = parseDecimal('1.5');
  const network = {
    id: mark,
    code: mark,
    name: mark,
    displayName: mark,
    minWithdrawal: null,
    maxWithdrawal: null,
    assetName: mark,
    addressRegex: null,
  };
  return [{ asset: `${mark}-0`, amount, networks: [network] }];
}

/** A request to the service with headers of one, two or three wallets. */
function chooseRequest(): { readonly request: HttpRequest; readonly expected: Expected } {
  const caller = random.pick(wallets);
  const named = random.percent(70) ? caller : random.pick(wallets);
  const scope = random.percent(90) ? caller : random.pick(wallets);
  const headers = {
    ...headersOf(scope),
    'x-svc-api-key': caller.apiKey,
    'x-svc-wallet-id': named.walletId,
    ...(random.percent(40) && { 'accept-encoding': 'gzip' }),
    ...(random.percent(40) && tags.length > 0 && { 'if-none-match': random.pick(tags) }),
  };
  const isOwn = named.projectId === caller.projectId && (!caller.isAlone || named === caller);
  const isRefused = scope.projectId !== caller.projectId || !isOwn;
  const path = random.percent(20) ? BALANCE : `${LISTING}${chooseQuery()}`;
  const method = random.percent(5) ? 'HEAD' : 'GET';
  return {
    request: { method, path, headers },
    expected: { marks: isRefused ? [] : [named.mark], isRefused },
  };
}

function chooseQuery(): string {
  const cursor = random.percent(30) && cursors.length > 0 ? random.pick(cursors) : undefined;
  const pairs = [
    ...(random.percent(70) ? [`limit=${random.pick([1, 10, 100, 250, 1000])}`] : []),
    ...(random.percent(30) ? [`asset=${random.pick(wallets).mark}-${random.integer(0, 2)}`] : []),
    ...(random.percent(20) ? ['type=deposit'] : []),
    ...(cursor === undefined ? [] : [`cursor=${cursor}`]),
    ...(cursor === undefined && random.percent(30) ? [`page=${random.integer(0, 3)}`] : []),
  ];
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** A request to the management API with the key of one project. */
function chooseManageRequest(): { readonly request: HttpRequest; readonly expected: Expected } {
  const caller = random.pick(wallets);
  const named = random.percent(60) ? caller : random.pick(wallets);
  const filter = random.pick(['', `&walletId=${named.walletId}`]);
  const project = `/v0/projects/${named.projectId}`;
  const cursor = random.percent(20) && cursors.length > 0 ? `&cursor=${random.pick(cursors)}` : '';
  const path = random.pick([
    `${project}/transactions?limit=${random.integer(1, 100)}${filter}${cursor}`,
    `${project}/balances?limit=${random.integer(1, 3)}${filter}${cursor}`,
    `${project}/wallets?limit=1${cursor}`,
    `/v0/wallets/${named.walletId}`,
  ]);
  const isRefused = named.projectId !== caller.projectId;
  const own = wallets.filter(({ projectId }) => projectId === caller.projectId);
  const request = { path, headers: { authorization: `Bearer ${caller.manageKey}` } };
  return { request, expected: { marks: isRefused ? [] : own.map(({ mark }) => mark), isRefused } };
}

/** Returns what is wrong with a response, in words. */
function findProblems(
  { path }: HttpRequest,
  { status, headers, bytes }: HttpAnswer,
  { marks, isRefused }: Expected,
): readonly string[] {
  const isCompressed = headers['content-encoding'] === 'gzip' && bytes.length > 0;
  const body = (isCompressed ? gunzipSync(bytes) : bytes).toString();
  const cursor = /cursor=([\w-]+)/.exec(String(headers['link']))?.[1];
  const place = cursor === undefined ? '' : Buffer.from(cursor.slice(22), 'base64url').toString();
  remember(tags, headers['etag']);
  remember(cursors, cursor);
  const others = wallets.filter(({ mark }) => !marks.includes(mark));
  // A link repeats the parameters of its request.
  const named = others.filter(({ walletId }) => !path.includes(walletId));
  const wanted = [...others.map(({ mark }) => mark), ...named.map(({ walletId }) => walletId)];
  const foreign = wanted.filter((text) => `${body}\n${place}`.includes(text));
  const isOdd = isRefused && ![400, 403, 404].includes(status);
  const isFailed = status >= 500;
  return [
    ...foreign.map((text) => `${path} has ${text}`),
    ...(isOdd || isFailed ? [`${path} returns ${status}`] : []),
  ];
}

function remember(list: string[], text: string | undefined): void {
  if (text === undefined) return;
  if (list.length < REMEMBERED_MAX) list.push(text);
  else list[random.integer(0, REMEMBERED_MAX - 1)] = text;
}

/** Adds a row to a wallet, so that its cached responses are replaced. */
async function change(index: number): Promise<void> {
  const { walletId, mark } = random.pick(wallets);
  const [row] = rowsOf(mark, 1);
  await storeRows(service.store, walletId, [{ ...row!, id: `tx_${mark}_new_${index}` }]);
  const balances = balancesOf(mark);
  await recordSync(service.store, walletId, { balances }, NOW_MS + index * 100_000);
}

it(
  'no response has a byte of a foreign wallet',
  async ({ task }) => {
    const problems: string[] = [];
    const statuses = new Map<number, number>();
    for (let index = 0; index < TURNS && problems.length === 0; index += 1) {
      if (index % 100 === 99) await change(index);
      // Concurrent requests share what a request reads.
      const chosen = [chooseRequest(), chooseRequest(), chooseManageRequest()];
      const answers = await Promise.all(
        chosen.map(({ request }, which) =>
          which < 2 ? service.send(request) : send(manage.port, request),
        ),
      );
      for (const [which, answer] of answers.entries()) {
        const { request, expected } = chosen[which]!;
        problems.push(...findProblems(request, answer, expected));
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      }
    }
    expect(problems).toEqual([]);
    // Every kind of response occurs.
    for (const status of [200, 304, 400, 403, 404]) expect(statuses.has(status)).toBe(true);
    recordFigures(task, { counts: { requests: 3 * TURNS } });
  },
  60_000 * RUNS_FACTOR,
);
