/** A database that the driver cannot log in to. */
import { chmodSync, writeFileSync } from 'node:fs';

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { useScratch } from '../scratch.ts';
import { runTeller } from '../teller.ts';
import { PostgresProcess } from './postgres-process.ts';
import { startTlsProxy } from './tls-proxy.ts';

/** Half of the time after which the server ends a login. */
const TIMEOUT_MS = 30_000;

const scratch = useScratch();

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
async function report(address: URL, variables: Record<string, string> = {}): Promise<string> {
  const all = {
    TELLER_DATABASE_URL: address.href,
    TELLER_MASTER_KEY: '5a'.repeat(32),
    ...variables,
  };
  const { code, stderr } = await runTeller(['org', 'list'], all);
  expect(code).toBe(1);
  return stderr;
}

it('a command ends immediately if the password is missing', { timeout: TIMEOUT_MS }, async () => {
  const address = new URL(url);
  address.username = 'guarded';
  expect(await report(address)).toMatch(
    /the database requires a password; set PGPASSWORD, .*~\/.pgpass or TELLER_DATABASE_URL$/m,
  );
});

it(
  'a command logs in with a password that is not in the URL',
  { timeout: TIMEOUT_MS },
  async () => {
    const address = new URL(url);
    address.username = 'guarded';
    const file = scratch.write('pgpass', `${address.hostname}:${address.port}:*:guarded:x\n`);
    chmodSync(file, 0o600);
    for (const variables of [{ PGPASSWORD: 'x' }, { PGPASSFILE: file }]) {
      // The database is empty.
      expect(await report(address, variables)).toContain('run `teller migrate`');
    }
    expect(await report(address, { PGPASSWORD: 'y' })).toContain('refuses this user or password');
  },
);

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
