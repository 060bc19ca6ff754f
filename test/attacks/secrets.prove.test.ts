/**
 * Sends recognisable secrets of every kind through success and failure, with the most verbose log, and searches for them
 * wherever they must not be: the log, messages, metrics, the database, a backup, the arguments of processes.
 */
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Simulator } from '../../simulator/simulator.ts';
import { shareScratch } from '../cli/scratch.ts';
import { askTeller, runTeller, startTeller } from '../teller.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { addAccount, startLiveExchanges, variablesOf } from '../live-exchanges.ts';

const DEADLINE = { timeout: 60_000 };
const METRICS_TOKEN = canary('metrics-token');
const MASTER_KEY = Buffer.alloc(32, 'canary-of-the-master-key-').toString('base64');
const EXCHANGE_KEY = { apiKey: canary('exchange-key'), secret: canary('exchange-secret') };
const REFUSED_KEY = { apiKey: canary('refused-key'), secret: canary('refused-secret') };
const REPLACED_KEY = { apiKey: canary('replaced-key'), secret: canary('replaced-secret') };

/** Every secret, by what it is. */
const secrets = new Map<string, string>();
/** All that a person or a program sees, except for the one response that shows a new secret. */
const seen = new Map<string, string>();

const scratch = shareScratch();
let simulator: Simulator;
let receiver: Receiver;
let variables: Record<string, string>;
let urls: { readonly url: string; readonly manageUrl: string };
let stop = async (): Promise<void> => undefined;

function canary(name: string): string {
  return `canary-${name}-${randomBytes(12).toString('hex')}`;
}

function keep(name: string, text: string): void {
  seen.set(name, `${seen.get(name) ?? ''}${text}\n`);
}

beforeAll(async () => {
  receiver = await startReceiver();
  simulator = await startLiveExchanges();
  for (const credentials of [EXCHANGE_KEY, REPLACED_KEY]) {
    addAccount(simulator, 'binance', { seed: 'canaries', count: 20 }, { credentials });
  }
  variables = {
    ...scratch.variables,
    TELLER_MASTER_KEY: MASTER_KEY,
    TELLER_METRICS_TOKEN: METRICS_TOKEN,
    TELLER_LOG_LEVEL: 'debug',
    ...variablesOf(simulator),
    TELLER_WEBHOOK_ALLOW: 'http,private',
    TELLER_PUBLIC_URL: 'https://teller.example',
  };
  const named = { EXCHANGE_KEY, REFUSED_KEY, REPLACED_KEY };
  for (const [name, key] of Object.entries(named)) {
    for (const [field, secret] of Object.entries(key)) secrets.set(`${name}.${field}`, secret);
  }
  secrets.set('metrics token', METRICS_TOKEN);
  secrets.set('master key', MASTER_KEY);
  await startService();
}, 60_000);
afterAll(async () => {
  await stop();
  await simulator.close();
  await receiver.close();
});

async function startService(): Promise<void> {
  const child = startTeller(['serve', '--port', '0', '--manage-port', '0', '--json'], variables);
  const closed = once(child, 'close');
  child.stderr!.on('data', (part: Buffer) => keep('log', part.toString()));
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  urls = JSON.parse(line.toString()) as typeof urls;
  child.stdout!.on('data', (part: Buffer) => keep('output', part.toString()));
  stop = async () => {
    child.kill('SIGTERM');
    await closed;
  };
}

/** A response of the service; one that shows no new secret is searched. */
async function ask(
  url: string,
  init: RequestInit & { readonly shows?: boolean } = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (init.shows !== true) keep('responses', `${[...response.headers].join('\n')}\n${text}`);
  return { status: response.status, text };
}

/** A request to the management API. */
async function manage<Answer>(
  key: string,
  request: string,
  body?: unknown,
  shows = false,
): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ');
  const { text } = await ask(`${urls.manageUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': randomBytes(8).toString('hex') }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    shows,
  });
  return JSON.parse(text === '' ? '{}' : text) as Answer;
}

/** Keeps the arguments of all processes that this user may see; the environment belongs to the operator. */
function keepArguments(): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      keep('arguments', readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' '));
    } catch {
      // The process has ended.
    }
  }
}

interface Made {
  readonly id: string;
  readonly secret: string;
  readonly apiKey: string;
  readonly url: string;
}

it('secrets are in no log, message, metric, database, backup or argument', async () => {
  const { manageKey } = await askTeller<{ manageKey: string }>(['manage-key', 'create'], variables);
  secrets.set('management key', manageKey.split('.')[1]!);
  const org = await manage<Made>(manageKey, 'POST /v0/organizations', { name: 'o' });
  const project = { orgId: org.id, name: 'p' };
  const { id: projectId } = await manage<Made>(manageKey, 'POST /v0/projects', project);
  const path = `/v0/projects/${projectId}`;
  const { apiKey } = await manage<Made>(manageKey, `POST ${path}/api-keys`, {}, true);
  secrets.set('API key', apiKey.split('.')[1]!);
  const hook = { url: receiver.url };
  const webhook = await manage<Made>(manageKey, `POST ${path}/webhooks`, hook, true);
  secrets.set('webhook secret', webhook.secret.replace('whsec_', ''));
  const wallet = { exchange: 'binance', credentials: EXCHANGE_KEY };
  const { id: walletId } = await manage<Made>(manageKey, `POST ${path}/wallets`, wallet);
  keepArguments();
  const headers = {
    'x-svc-api-key': apiKey,
    'x-svc-org-id': org.id,
    'x-svc-project-id': projectId,
    'x-svc-wallet-id': walletId,
  };
  const listing = `${urls.url}/v0/wallet/transactions`;
  await expect.poll(async () => (await ask(listing, { headers })).status, DEADLINE).toBe(200);
  await expect.poll(() => receiver.messages.length, DEADLINE).toBeGreaterThan(0);

  await sendWrongRequests(headers, listing);
  await sendWrongChanges(manageKey, path, walletId);
  const rotated = await manage<Made>(
    manageKey,
    `POST /v0/webhooks/${webhook.id}/rotate-secret`,
    {},
    true,
  );
  secrets.set('rotated webhook secret', rotated.secret.replace('whsec_', ''));
  receiver.judge = () => 500;
  await manage(manageKey, `POST /v0/webhooks/${webhook.id}/test`, {});
  await connectWithSession(manageKey, path);
  simulator.faults.add({ fault: { kind: 'refused-key' }, times: Infinity });
  await manage(manageKey, `POST /v0/wallets/${walletId}/sync`, {});
  await expect.poll(() => seen.get('log'), DEADLINE).toContain('synchronisation failed');
  await runCommands(projectId, walletId);
  const bearer = { authorization: `Bearer ${METRICS_TOKEN}` };
  keep('metrics', (await ask(`${urls.url}/metrics`, { headers: bearer })).text);
  await manage(manageKey, 'GET /v0/audit?limit=1000');
  keepFiles();
  await stop();

  expect(secrets.size).toBe(14);
  expect([...seen.keys()].toSorted()).toEqual(
    ['arguments', 'commands', 'database', 'log', 'metrics', 'responses'].toSorted(),
  );
  expect(seen.get('log')).toContain('exchange request');
  expect(findSecrets()).toEqual([]);
}, 180_000);

/** Puts the keys of a caller where they do not belong. */
async function sendWrongRequests(headers: Record<string, string>, listing: string): Promise<void> {
  const key = headers['x-svc-api-key']!;
  for (const wrong of [
    { 'x-svc-api-key': `${key.slice(0, -2)}aa` },
    { 'x-svc-org-id': key },
    { 'x-svc-wallet-id': key },
    { 'x-request-id': key },
    { authorization: `Bearer ${key}` },
  ]) {
    await ask(listing, { headers: { ...headers, ...wrong } });
  }
  await ask(`${urls.url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
}

/** Sends credentials that are refused, in bodies of all kinds. */
async function sendWrongChanges(key: string, path: string, walletId: string): Promise<void> {
  const { apiKey, secret } = REFUSED_KEY;
  const add = `POST ${path}/wallets`;
  for (const body of [
    { exchange: 'binance', credentials: REFUSED_KEY },
    { exchange: 'kraken', credentials: REFUSED_KEY },
    { exchange: 'binance', credentials: { apiKey, [secret]: secret } },
    { exchange: 'binance', credentials: { apiKey, secret: [secret] } },
    { exchange: 'binance', credentials: REFUSED_KEY, label: 7 },
    `{"credentials": "${secret}`,
  ]) {
    await manage(key, add, body);
  }
  const replace = `PUT /v0/wallets/${walletId}/credentials`;
  await manage(key, replace, { credentials: REFUSED_KEY });
  await manage(`${key.slice(0, -2)}aa`, add, {});
}

/** Lets a customer enter a wrong and a right key. */
async function connectWithSession(manageKey: string, path: string): Promise<void> {
  const create = `POST ${path}/connect-sessions`;
  const { url } = await manage<Made>(manageKey, create, {}, true);
  const token = url.split('#')[1]!;
  secrets.set('session token', token);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  await ask(`${urls.url}/connect/api/session`, { headers });
  for (const credentials of [REFUSED_KEY, REPLACED_KEY, REPLACED_KEY]) {
    const body = JSON.stringify({ exchange: 'binance', credentials });
    await ask(`${urls.url}/connect/api/connection`, { method: 'POST', headers, body });
  }
  const wrong = { authorization: `Bearer ${token.slice(0, -2)}aa` };
  await ask(`${urls.url}/connect/api/session`, { headers: wrong });
}

/** Runs commands that succeed and that fail, with secrets on standard input. */
async function runCommands(projectId: string, walletId: string): Promise<void> {
  const run = async (args: readonly string[], input = '', own = variables): Promise<void> => {
    const { stdout, stderr } = await runTeller(args, own, input);
    keep('commands', `${stdout}\n${stderr}`);
  };
  const credentials = JSON.stringify(REFUSED_KEY);
  await run(['wallet', 'credentials', walletId], credentials);
  const added = startTeller(
    ['wallet', 'add', '--project', projectId, '--exchange', 'kraken'],
    variables,
  );
  for (const stream of [added.stdout!, added.stderr!]) {
    stream.on('data', (part: Buffer) => keep('commands', part.toString()));
  }
  keepArguments();
  added.stdin!.end(credentials);
  await once(added, 'close');
  await run(['sync', '--once', '--wallet', walletId]);
  await run(['backup', join(scratch.folder, 'backup.db')]);
  const other = canary('wrong-master-key');
  secrets.set('wrong master key', other);
  await run(['doctor'], '', { ...variables, TELLER_MASTER_KEY: other });
}

/** Keeps the bytes of the database, its log and its backup. */
function keepFiles(): void {
  for (const name of readdirSync(scratch.folder)) {
    keep('database', readFileSync(join(scratch.folder, name), 'latin1'));
  }
}

/** Returns where which secret was found, in any of its forms. */
function findSecrets(): readonly string[] {
  return [...seen].flatMap(([place, text]) =>
    [...secrets].flatMap(([name, secret]) =>
      listForms(secret)
        .filter((form) => text.includes(form))
        .map(() => `${name} in ${place}`),
    ),
  );
}

function listForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const decoded = Buffer.from(secret, 'base64');
  const forms = [
    secret,
    encodeURIComponent(secret),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    decoded.toString('hex'),
    decoded.toString('latin1'),
  ];
  return [...new Set(forms)];
}
