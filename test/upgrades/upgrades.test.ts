/** The database of each release, upgraded to this version. `npm run keep:database` adds one. */
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { useScratch } from '../cli/scratch.ts';
import { LISTING } from '../http/samples.ts';
import { MASTER_KEY_TEXT } from '../sync/harness.ts';
import { callTeller, headersOf, startService } from '../teller.ts';
import { type KeptDatabase, readContent } from './kept-database.ts';

const FOLDER = new URL('./', import.meta.url);
const VERSIONS = readdirSync(FOLDER).flatMap((name) => /^(.+)\.db\.gz$/.exec(name)?.[1] ?? []);

const scratch = useScratch();

describe.each(VERSIONS)('the database of version %s', (version) => {
  const read = (suffix: string) => readFileSync(new URL(`${version}.${suffix}`, FOLDER));
  const kept = JSON.parse(read('json').toString()) as KeptDatabase;

  it('is upgraded, returns what it did, and is served to its key', async () => {
    const path = scratch.write('kept.db', gunzipSync(read('db.gz')));
    chmodSync(path, 0o600);
    const variables = { TELLER_DATABASE_URL: path, TELLER_MASTER_KEY: MASTER_KEY_TEXT };
    expect(await callTeller(['migrate'], variables)).toMatchObject({ code: 0 });
    expect(await callTeller(['doctor'], variables)).toMatchObject({ code: 0 });
    const { syncedRows, importedRows, balance } = kept;
    expect(await readContent(kept, variables)).toEqual({ syncedRows, importedRows, balance });
    const service = await startService(variables);
    try {
      for (const walletId of [kept.synced, kept.imported]) {
        const headers = headersOf(kept.tenant, walletId);
        const answer = await fetch(`${service.url}${LISTING}`, { headers });
        expect(answer.status).toBe(200);
      }
    } finally {
      await service.stop();
    }
  });
});

it('at least one release has kept its database', () => {
  expect(VERSIONS.length).toBeGreaterThan(0);
});
