import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { deriveMasterKey } from '../domain/master-key.ts';
import { createMasterKeyFile, readMasterKeyFile } from './master-key-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'teller-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('createMasterKeyFile', () => {
  it('creates a key file for only this user, and no other file', () => {
    const path = join(folder, 'a.key');
    const text = createMasterKeyFile(path, randomBytes);
    expect(deriveMasterKey(text).current.id).toMatch(/^[0-9a-f]{8}$/);
    expect(readMasterKeyFile(path)).toBe(text);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['a.key']);
  });

  it('returns the key that another process has created meanwhile', () => {
    const path = join(folder, 'a.key');
    const first = createMasterKeyFile(path, randomBytes);
    expect(createMasterKeyFile(path, randomBytes)).toBe(first);
    expect(readdirSync(folder)).toEqual(['a.key']);
  });
});

describe('readMasterKeyFile', () => {
  it('returns undefined for a missing file, and throws for an unreadable one', () => {
    expect(readMasterKeyFile(join(folder, 'none'))).toBeUndefined();
    expect(() => readMasterKeyFile(folder)).toThrow(/EISDIR/);
  });
});
