/** Files that commands write besides the database are on the disk when the command returns. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

import { useScratch } from '../cli/scratch.ts';
import { callTeller, runTeller } from '../teller.ts';

/** Reports each flush on standard error, with the path that the file has then. */
const REPORT_FLUSHES = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const flush = fs.fsyncSync;
  fs.fsyncSync = (file) => {
    flush(file);
    process.stderr.write('flushed ' + fs.readlinkSync('/proc/self/fd/' + file) + '\\n');
  };
  syncBuiltinESMExports();
`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(REPORT_FLUSHES)}`;

const scratch = useScratch();

/** Returns the names of the files and folders that a command flushes, in order. */
async function listFlushed(args: readonly string[]): Promise<readonly string[]> {
  const { code, stderr } = await runTeller(args, { ...scratch.variables, NODE_OPTIONS });
  expect([code, stderr]).toEqual([0, stderr]);
  return [...stderr.matchAll(/^flushed (.+)$/gm)].map(([, path = '']) =>
    basename(path).replace(/\.[\da-f]{16}\.new$/, '.new'),
  );
}

it.runIf(existsSync('/proc/self/fd'))(
  'a backup and each master key are flushed under their first names, and then their folder',
  async () => {
    const folder = basename(scratch.folder);
    await callTeller(['org', 'create', 'one'], scratch.variables);
    expect(await listFlushed(['master-key', 'rotate'])).toEqual([
      'teller.db.key.new',
      folder,
      'teller.db.key.next.new',
      folder,
      // With both keys.
      'teller.db.key.new',
      folder,
      expect.stringMatching(/^teller\.db\.key\.before-[\da-f]{8}\.new$/),
      folder,
      'teller.db.key.new',
      folder,
    ]);
    const backup = join(scratch.folder, 'copies', 'first.db');
    const copied = await listFlushed(['backup', backup]);
    expect(copied).toEqual([expect.stringMatching(/^\.first\.db\..+\.part$/), 'copies']);
  },
);
