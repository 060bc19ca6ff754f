/** A database that the driver cannot log in to. */
import { writeFileSync } from 'node:fs';

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { runTeller } from '../teller.ts';
import { PostgresProcess } from './postgres-process.ts';
import { startTlsProxy } from './tls-proxy.ts';

/** Half of the time after which the server ends a login. */
const TIMEOUT_MS = 30_000;

let server: PostgresProcess;
let url: string;

beforeAll(async () => {
  ({ server, url } = await PostgresProcess.start());
  const client = new pg.Client(url);
  await client.connect();
  await client.query("CREATE ROLE guarded LOGIN PASSWORD 'x'");
  const { rows } = await client.query<{ file: string }>(
    "SELECT setting AS file FROM pg_settings WHERE name = 'hba_file'",
  );
  writeFileSync(rows[0]!.file, 'host all guarded all scram-sha-256\nhost all all all trust\n');
  await client.query('SELECT pg_reload_conf()');
  await client.end();
});
afterAll(() => server.close());

/** Returns what a command reports on a database with this URL. */
async function report(address: URL): Promise<string> {
  const variables = { TELLER_DATABASE_URL: address.href, TELLER_MASTER_KEY: '5a'.repeat(32) };
  const { code, stderr } = await runTeller(['org', 'list'], variables);
  expect(code).toBe(1);
  return stderr;
}

it('a command ends immediately if the password is missing', { timeout: TIMEOUT_MS }, async () => {
  const address = new URL(url);
  address.username = 'guarded';
  expect(await report(address)).toContain('the database requires a password');
});

it('a command reports a server without TLS', async () => {
  const address = new URL(url);
  address.searchParams.set('sslmode', 'verify-full');
  expect(await report(address)).toContain('does not support TLS');
});

it('a command reports a certificate that is not accepted', async () => {
  const proxy = await startTlsProxy(url);
  const address = new URL(proxy.url);
  address.searchParams.set('sslmode', 'verify-full');
  expect(await report(address)).toContain('not accepted (DEPTH_ZERO_SELF_SIGNED_CERT)');
  proxy.server.close();
});
