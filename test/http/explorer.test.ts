import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findExplorerFolder, START_MS_MAX } from '../explorer/explorer-harness.ts';
import type { HttpAnswer } from './http-client.ts';
import { type ServiceHarness, startService } from './service-harness.ts';

/** Maximum size in brotli of all files that a page may load, by page, without {@link SEND_FILE}. */
const PAGE_BYTES_MAX = {
  'index.html': 60 * 1024,
  'docs.html': 24 * 1024,
  'operator.html': 40 * 1024,
};
/** The view that checks addresses, with its engine of regular expressions. It is loaded when it is opened. */
const SEND_FILE = /^send-[\w-]+\.js$/;
const SEND_BYTES_MAX = 48 * 1024;
/** The pages. */
const PAGES = ['/', '/docs'];

let service: ServiceHarness;
let assets: readonly string[];

beforeAll(async () => {
  service = await startService({ explorerFolder: await findExplorerFolder() });
  const bodies = await Promise.all(PAGES.map(async (page) => (await ask(page)).body));
  assets = [...new Set(bodies.flatMap(listAssets))];
}, START_MS_MAX);
afterAll(() => service.stop());

/** Returns the files of a page: scripts, style sheets and icon. */
function listAssets(page: string): string[] {
  return [...page.matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
}

/** Returns the size in brotli of a page and of all files that it may load, except {@link SEND_FILE}. */
function measurePage(folder: string, page: string): number {
  const assets = readdirSync(join(folder, 'assets')).filter(
    (name) => /\.(js|css|svg)$/.test(name) && !SEND_FILE.test(name),
  );
  const loaded = new Set<string>();
  const waiting = [page];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    loaded.add(path);
    const content = readFileSync(join(folder, path), 'utf8');
    const named = assets.filter((name) => content.includes(name)).map((name) => `assets/${name}`);
    waiting.push(...named.filter((name) => !loaded.has(name)));
  }
  return [...loaded].reduce((bytes, path) => bytes + statSync(join(folder, `${path}.br`)).size, 0);
}

function ask(path: string, headers: Record<string, string> = {}): Promise<HttpAnswer> {
  return service.send({ path, headers });
}

describe('the explorer', () => {
  it.each(PAGES)('is served at %s with a policy that only allows its own files', async (page) => {
    const { status, headers, body } = await ask(page);
    expect(status).toBe(200);
    expect(body).toMatch(/^<!doctype html>/);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.any(String),
    });
    const policy = headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'none'");
    // No directive names another origin or an exception.
    expect(policy).toMatch(/^(?:[\w-]+ '(?:none|self|script)'(?:; |$))+$/);
  });

  it('has scripts, a style sheet and an icon, which may be cached permanently', async () => {
    const types = ['image/svg+xml', 'text/javascript; charset=utf-8', 'text/css; charset=utf-8'];
    expect(assets.length).toBeGreaterThan(types.length);
    for (const path of assets) {
      const { status, headers } = await ask(path);
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(types).toContain(headers['content-type']);
    }
  });

  it('is compressed as the caller accepts', async () => {
    for (const path of [...PAGES, ...assets]) {
      const plain = await ask(path);
      const gzip = await ask(path, { 'accept-encoding': 'gzip' });
      const brotli = await ask(path, { 'accept-encoding': 'gzip, deflate, br' });
      expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
      expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes);
      const answers = [plain, gzip, brotli];
      const encodings = answers.map(({ headers }) => headers['content-encoding']);
      expect(encodings).toEqual([undefined, 'gzip', 'br']);
      for (const { headers } of answers) expect(headers.vary).toBe('accept-encoding');
    }
  });

  it('answers HEAD as GET without a body, and refuses other methods', async () => {
    for (const path of [...PAGES, ...assets]) {
      const got = await ask(path);
      const headed = await service.send({ path, method: 'HEAD' });
      expect([headed.status, headed.body]).toEqual([200, '']);
      expect(headed.headers['content-length']).toBe(String(got.bytes.length));
      const posted = await service.send({ path, method: 'POST' });
      expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
  });

  it.each([
    '/assets',
    '/assets/',
    '/assets/index-unknown.js',
    '/index.html',
    '/docs.html',
    '/operator.html',
    '/docs/',
    '/docs/nonsense',
    '/docs/assets/index.js',
    '/assets/../index.html',
  ])('has no other file: %s', async (path) => {
    const { status, headers, body } = await ask(path);
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json']);
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found' });
  });

  it('has one route in the metrics for all assets', async () => {
    for (const path of assets) await ask(path);
    const { body } = await service.askMetrics();
    expect(body).toContain('route="/assets"');
    expect(body).not.toContain('/assets/');
  });

  it.each(Object.entries(PAGE_BYTES_MAX))(
    'is small: %s has at most %i bytes',
    async (page, max) => {
      const bytes = measurePage(await findExplorerFolder(), page);
      expect(bytes).toBeLessThanOrEqual(max);
      expect(bytes).toBeGreaterThan(max / 2);
    },
  );

  it('has one larger file, the view that checks addresses', async () => {
    const assets = join(await findExplorerFolder(), 'assets');
    const [file, ...others] = readdirSync(assets).filter((name) => SEND_FILE.test(name));
    expect(others).toEqual([]);
    expect(statSync(join(assets, `${file!}.br`)).size).toBeLessThanOrEqual(SEND_BYTES_MAX);
  });
});

it.each(PAGES)('says at %s how to build the pages if they are not built', async (page) => {
  const folder = mkdtempSync(join(tmpdir(), 'teller-unbuilt-'));
  const unbuilt = await startService({ explorerFolder: folder });
  try {
    const { status, body } = await unbuilt.send({ path: page });
    expect(status).toBe(404);
    expect((JSON.parse(body) as { detail: string }).detail).toContain('npm run build:explorer');
  } finally {
    await unbuilt.stop();
    rmSync(folder, { recursive: true });
  }
});
