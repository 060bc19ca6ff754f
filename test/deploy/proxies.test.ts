/**
 * The proxy configurations of `deploy/`, run by the real programs that `TELLER_TEST_NGINX` and
 * `TELLER_TEST_HAPROXY` name. npm has neither, so these tests do not run without the variables.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { CHANGES, INNER_ID, writeRequest } from '../attacks/raw-requests.ts';
import { createImportsWallet, shareScratch } from '../cli/scratch.ts';
import { findFreePort } from '../free-port.ts';
import { headersOf, runTeller, startService, type TellerService } from '../teller.ts';

/** A program with the configuration that it runs. */
interface Proxy {
  readonly name: string;
  readonly program: string | undefined;
  readonly file: string;
  /** Returns the configuration for a test: other ports, another certificate. */
  adapt(configuration: string, place: Place): string;
  /** Returns the arguments that run a configuration in the foreground. */
  run(path: string): readonly string[];
}

/** The settings that differ between machines. */
interface Place {
  readonly folder: string;
  readonly port: number;
  /** The host and port of each instance. */
  readonly services: readonly string[];
}

/** Time in which the proxy notices an instance that has started. */
const REPLACED_MS = 3000;
/** Time after which a connection has nothing more to say. */
const SILENCE_MS = 1000;
const TOKEN = 'token-of-metrics-0123456789abcdef';

const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx',
    program: process.env['TELLER_TEST_NGINX'],
    file: 'nginx.conf',
    adapt: (configuration, { folder, port, services: [one = '', two = ''] }) =>
      [
        `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}`,
        `http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;`,
        `fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;`,
        configuration
          .replace('127.0.0.1:8080', one)
          .replace('127.0.0.1:8082', two)
          .replace('listen 443', `listen 127.0.0.1:${port}`)
          .replace('/etc/ssl/wallets.example.com.crt', `${folder}/cert.pem`)
          .replace('/etc/ssl/private/wallets.example.com.key', `${folder}/key.pem`),
        '}',
      ].join('\n'),
    run: (path) => ['-c', path, '-e', 'stderr'],
  },
  {
    name: 'HAProxy',
    program: process.env['TELLER_TEST_HAPROXY'],
    file: 'haproxy.cfg',
    adapt: (configuration, { folder, port, services: [one = '', two = ''] }) =>
      configuration
        // This machine may not have the user of Debian's package.
        .replace(/^ +(?:user|group) haproxy\n/gm, '')
        .replace('127.0.0.1:8080', one)
        .replace('127.0.0.1:8082', two)
        .replace('bind :443', `bind 127.0.0.1:${port}`)
        .replace('/etc/haproxy/wallets.example.com.pem', `${folder}/both.pem`),
    run: (path) => ['-db', '-f', path],
  },
];

for (const proxy of PROXIES) {
  describe.runIf(proxy.program)(`${proxy.name} with its configuration`, () => {
    describeProxy(proxy);
  });
}

function describeProxy(proxy: Proxy): void {
  const scratch = shareScratch();
  let service: TellerService;
  let ports: readonly number[];
  const instances: TellerService[] = [];
  let running: RunningProxy;
  let url: string;
  let headers: Record<string, string>;

  beforeAll(async () => {
    const wallet = await createImportsWallet(scratch.variables);
    headers = headersOf(wallet, wallet.walletId);
    const amounts = Array.from(
      { length: 3000 },
      (_, at) => `0.${String(at + 1).padStart(18, '0')}`,
    );
    const rows = amounts.map((amount) =>
      JSON.stringify({
        asset: 'BTC',
        type: 'deposit',
        status: 'completed',
        amount,
        timestamp: 2e12,
      }),
    );
    const file = scratch.write('rows.jsonl', rows.join('\n'));
    const run = await runTeller(['import', '--wallet', wallet.walletId, file], scratch.variables);
    expect(run).toMatchObject({ code: 0 });
    ports = [await findFreePort(), await findFreePort()];
    for (const own of ports) instances.push(await startInstance(own));
    service = instances[0]!;
    running = await startProxy(proxy, ports);
    ({ url } = running);
  });
  afterAll(async () => {
    await running.stop();
    await Promise.all(instances.map((instance) => instance.stop()));
  });

  /** Starts an instance that answers for some seconds after its stop signal. */
  function startInstance(own: number): Promise<TellerService> {
    const variables = {
      ...scratch.variables,
      TELLER_TRUSTED_PROXIES: '127.0.0.1',
      TELLER_METRICS_TOKEN: TOKEN,
      TELLER_SHUTDOWN_DELAY_SECONDS: '5',
      TELLER_RATE_LIMIT: '0',
    };
    return startService(variables, ['--no-sync', '--port', String(own)]);
  }

  it.each(['?limit=1000', '?limit=10&page=7', '?fields=amount', '?limit=0'])(
    'passes the response to %s through unchanged',
    async (query) => {
      const target = `/v0/wallet/transactions${query}`;
      const same = { ...headers, 'accept-encoding': 'identity', 'x-request-id': 'same' };
      const direct = await fetch(`${service.url}${target}`, { headers: same });
      const proxied = await get(`${url}${target}`, same);
      expect(proxied.status).toBe(direct.status);
      expect(proxied.body).toBe(await direct.text());
      expect(proxied.headers['etag']).toBe(direct.headers.get('etag') ?? undefined);
      expect(proxied.headers['link']).toBe(direct.headers.get('link') ?? undefined);
    },
  );

  it('passes conditional requests through', async () => {
    const first = await get(`${url}/v0/wallet/transactions`, headers);
    const tag = first.headers['etag'] as string;
    const second = await get(`${url}/v0/wallet/transactions`, { ...headers, 'if-none-match': tag });
    expect(second).toMatchObject({ status: 304, body: '' });
  });

  it('serves the explorer', async () => {
    expect((await get(`${url}/`, {})).body).toContain('<!doctype html>');
  });

  it.each([
    '/metrics',
    '/%6detrics',
    '/%6D%65tric%73',
    '/metrics?x=1',
    '/%6detrics?x=1',
    '/readyz',
    '/%72eadyz',
  ])('refuses what is for operators as %s, which the service returns', async (path) => {
    const authorization = { authorization: `Bearer ${TOKEN}` };
    const direct = await fetch(`${service.url}${path}`, { headers: authorization });
    // The metrics have no parameters.
    expect([200, 400]).toContain(direct.status);
    expect((await get(`${url}${path}`, authorization)).status).toBe(404);
  });

  it('forwards the address of the caller, not an address that the caller claims', async () => {
    const wrong = { ...headers, 'x-svc-api-key': `key_${'0'.repeat(24)}.${'A'.repeat(43)}` };
    const statuses = new Set<number>();
    for (let sent = 0; sent < 300; sent += 1) {
      const claimed = { ...wrong, 'x-forwarded-for': `198.51.100.${sent % 250}` };
      statuses.add((await get(`${url}/v0/wallet/transactions`, claimed)).status);
      if (statuses.has(429)) break;
    }
    expect(statuses).toContain(429);
  });

  it('answers 1,000 requests of 20 connections without an error', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 20, rejectUnauthorized: false });
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, at) =>
        get(`${url}/v0/wallet/transactions?limit=5&page=${at % 500}`, headers, agent),
      ),
    );
    agent.destroy();
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('never takes a part of a malformed request for another one', async () => {
    const problems: string[] = [];
    const draft = { method: 'GET', target: '/livez', version: 'HTTP/1.1', body: '' } as const;
    const agent = new Agent({ keepAlive: false, rejectUnauthorized: false });
    for (const [change, apply] of Object.entries(CHANGES)) {
      // The service closes the connection, which a proxy reports as 502.
      if (change === 'CONNECT') continue;
      const bytes = writeRequest(apply({ ...draft, headers: ['host: a'], verdict: 'answered' }));
      const text = await sendOverTls(url, bytes);
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
      if (text.includes(`x-request-id: ${INNER_ID}`)) {
        problems.push(`${change}: a body is answered`);
      }
      const failed = statuses.filter((status) => status >= 500 && !OF_PROXY.has(status));
      problems.push(...failed.map((status) => `${change}: status ${status}`));
      // A caller after it gets its own response.
      const own = { ...headers, 'x-request-id': 'own-request' };
      const next = await get(`${url}/v0/wallet/transactions?limit=1`, own, agent);
      if (next.status !== 200 || next.headers['x-request-id'] !== 'own-request') {
        problems.push(`${change}: the next caller gets ${next.status}`);
      }
    }
    expect(problems).toEqual([]);
  }, 60_000);

  it('does not repeat a POST that is not answered', async () => {
    let count = 0;
    const silent = createServer(({ method, socket }, response) => {
      if (method !== 'POST') {
        response.end();
        return;
      }
      count += 1;
      socket.destroy();
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const other = await startProxy(proxy, [port, port]);
    onTestFinished(() => other.stop());
    // HAProxy closes the connection without a response if the one to the instance had served a request before.
    const sent = get(`${other.url}/connect/api/connection`, {}, undefined, 'POST');
    await sent.catch(() => undefined);
    expect(count).toBe(1);
  });

  it('fails no request while each instance is replaced', async () => {
    const over = new AbortController();
    const statuses = new Map<number | string, number>();
    const load = async (): Promise<void> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
      while (!over.signal.aborted) {
        const answered = get(`${url}/v0/wallet/transactions`, headers, agent);
        const status = await answered.then((answer) => answer.status, String);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      agent.destroy();
    };
    const loads = Array.from({ length: 8 }, load);
    for (const [index, own] of ports.entries()) {
      await sleep(REPLACED_MS);
      await instances[index]!.stop();
      instances[index] = await startInstance(own);
      await sleep(REPLACED_MS);
    }
    over.abort();
    await Promise.all(loads);
    expect([...statuses.keys()]).toEqual([200]);
  }, 90_000);
}

interface RunningProxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a proxy in front of instances at these ports; resolves when it forwards requests. */
async function startProxy(proxy: Proxy, ports: readonly number[]): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'teller-proxy-'));
  makeCertificate(folder);
  const port = await findFreePort();
  const source = readFileSync(new URL(`../../deploy/proxy/${proxy.file}`, import.meta.url), 'utf8');
  const services = ports.map((own) => `127.0.0.1:${own}`);
  const path = join(folder, proxy.file);
  writeFileSync(path, proxy.adapt(source, { folder, port, services }));
  const child = spawn(proxy.program!, proxy.run(path), { stdio: ['ignore', 'inherit', 'inherit'] });
  const url = `https://127.0.0.1:${port}`;
  await waitUntilReady(url);
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    }
    rmSync(folder, { recursive: true });
  };
  return { url, stop };
}

/** Writes a self-signed certificate, its key, and both in one file. */
function makeCertificate(folder: string): void {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=wallets.example.com', '-days', '1'];
  const files = ['-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
    stdio: 'ignore',
  });
  writeFileSync(join(folder, 'both.pem'), readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'));
}

/** Statuses with which a proxy refuses a request: an unknown encoding, an unknown version. */
const OF_PROXY: ReadonlySet<number> = new Set([501, 505]);

/** Writes bytes to a connection of its own, and returns what arrives until it is closed. */
async function sendOverTls(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const options = { host: hostname, port: Number(port), rejectUnauthorized: false };
  const socket = connect({ ...options, ALPNProtocols: ['http/1.1'] });
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  // A reset ends the exchange like a close.
  socket.on('error', () => undefined);
  socket.setTimeout(SILENCE_MS, () => socket.destroy());
  socket.end(bytes, 'latin1');
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(parts).toString('latin1');
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** Sends a request without checking the certificate. */
async function get(
  url: string,
  headers: Record<string, string>,
  agent?: Agent,
  method = 'GET',
): Promise<Answer> {
  const options = { method, headers, rejectUnauthorized: false };
  const sent = request(url, { ...options, ...(agent && { agent }) });
  sent.end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const READY_ATTEMPTS = 100;

async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < READY_ATTEMPTS; attempt += 1) {
    const answer = await get(`${url}/livez`, {}).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(100);
  }
  throw new Error(`${url} did not answer`);
}
