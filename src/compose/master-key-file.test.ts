import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { useScratch } from '../../test/scratch.ts';
import { writeAgedFile } from '../../test/write-aged-file.ts';
import { MINUTE_MS } from '../domain/duration.ts';
import { deriveMasterKey } from '../domain/master-key.ts';
import { createMasterKeyFile, listAbandonedDrafts, readMasterKeyFile } from './master-key-file.ts';

const scratch = useScratch();

describe('createMasterKeyFile', () => {
  it('creates a key file for only this user, and no other file', () => {
    const path = join(scratch.folder, 'a.key');
    const text = createMasterKeyFile(path, randomBytes);
    expect(deriveMasterKey(text).current.id).toMatch(/^[0-9a-f]{8}$/);
    expect(readMasterKeyFile(path)).toBe(text);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(scratch.folder)).toEqual(['a.key']);
  });

  it('returns the key that another process has created meanwhile', () => {
    const path = join(scratch.folder, 'a.key');
    const first = createMasterKeyFile(path, randomBytes);
    expect(createMasterKeyFile(path, randomBytes)).toBe(first);
    expect(readdirSync(scratch.folder)).toEqual(['a.key']);
  });
});

it('lists drafts that are older than a minute, and no key', () => {
  const write = (name: string, ageMs: number) => writeAgedFile(join(scratch.folder, name), ageMs);
  const drafts = ['a.key.0123456789abcdef.new', 'a.key.next.0123456789abcdef.new'];
  const paths = drafts.map((name) => write(name, 2 * MINUTE_MS));
  write('a.key.fedcba9876543210.new', MINUTE_MS / 2);
  // `.next` is the key of an unfinished rotation, and `.before-k1` the one of older backups.
  const keys = ['a.key', 'a.key.next', 'a.key.before-k1', 'b.key.0123456789abcdef.new'];
  for (const name of [...keys, 'a.key.new']) write(name, 2 * MINUTE_MS);
  expect(listAbandonedDrafts(join(scratch.folder, 'a.key'), Date.now()).toSorted()).toEqual(paths);
});

describe('readMasterKeyFile', () => {
  it('returns undefined for a missing file, and throws for an unreadable one', () => {
    expect(readMasterKeyFile(join(scratch.folder, 'none'))).toBeUndefined();
    expect(() => readMasterKeyFile(scratch.folder)).toThrow(/EISDIR/);
  });
});
