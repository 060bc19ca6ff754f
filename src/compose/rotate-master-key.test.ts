import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { addProject, makeWallet } from '../../test/store/contract/fixtures.ts';
import { openMigratedStore } from '../../test/store/migrated-sqlite.ts';
import { makeTemporaryDatabase } from '../../test/store/temporary-database.ts';
import { tellerEnvironment } from '../../test/teller.ts';
import { readConfig } from '../config/read-config.ts';
import { deriveMasterKey } from '../domain/master-key.ts';
import { openCredentials, ownerOfResponse, sealCredentials } from '../domain/sealed-credentials.ts';
import type { Store } from '../store/store.ts';
import { backUpDatabase, restoreDatabase } from './backups.ts';
import { findMasterKeyText, loadMasterKey } from './load-master-key.ts';
import { resetMasterKey, rotateMasterKey, type RotationReport } from './rotate-master-key.ts';

let database: ReturnType<typeof makeTemporaryDatabase>;
let store: Store;
let keyFile = '';
const now = () => 1_700_000_000_000;
const configure = () => readConfig({ TELLER_DATABASE_URL: database.path }, dirname(database.path));
const load = () => loadMasterKey(configure(), store, randomBytes);
/** Returns what a rotation of the database needs. */
const parts = (own: Store = store) => ({ config: configure(), store: own, randomBytes, now });
const readKeys = (): readonly string[] => readFileSync(keyFile, 'utf8').trim().split('\n');

beforeEach(async () => {
  database = makeTemporaryDatabase();
  store = await openMigratedStore({ path: database.path });
  keyFile = `${database.path}.key`;
});
afterEach(async () => {
  await store.close();
  database.remove();
});

/** Returns the store, which does something else after it has replaced the master key. */
function afterReplacement(work: () => void): Store {
  return {
    ...store,
    withAudit: (entry, also) => {
      const writes = store.withAudit(entry, also);
      return {
        ...writes,
        replaceMasterKey: async (record) => {
          await writes.replaceMasterKey(record);
          work();
        },
      };
    },
  };
}

it('a rotation keeps the newer key that another one has added meanwhile', async () => {
  await load();
  const [first] = readKeys();
  const newer = randomBytes(32).toString('base64');
  const raced = afterReplacement(() => {
    writeFileSync(keyFile, `${newer}\n${readFileSync(keyFile, 'utf8')}`);
  });
  const { previousFile } = await rotateMasterKey(parts(raced));
  expect(readKeys()).toEqual([newer, expect.any(String), first]);
  expect(existsSync(previousFile!)).toBe(false);
});

it('a rotation keeps the key of another one that ends before it creates its own', async () => {
  await load();
  const env = tellerEnvironment({ TELLER_DATABASE_URL: database.path });
  let other: readonly string[] = [];
  // The first random bytes name the file of the next key, when the key file was read.
  const rotateFirst = (length: number): Uint8Array => {
    if (other.length === 0) {
      execFileSync('bin/teller', ['master-key', 'rotate'], { env, stdio: 'ignore' });
      other = readKeys();
    }
    return randomBytes(length);
  };
  const { id, replaced } = await rotateMasterKey({ ...parts(), randomBytes: rotateFirst });
  expect(replaced).toEqual(other.map((key) => deriveMasterKey(key).current.id));
  expect((await store.findMasterKey())?.id).toBe(id);
  expect(readKeys().map((key) => deriveMasterKey(key).current.id)).toEqual([id]);
});

it('a rotation replaces the key of another one that ends after both have added the same key', async () => {
  await load();
  let finds = 0;
  let other: RotationReport | undefined;
  const findMasterKey = async () => {
    finds += 1;
    // The first time is before the next key is added.
    if (finds === 2) other = await rotateMasterKey(parts());
    return store.findMasterKey();
  };
  const report = await rotateMasterKey({ ...parts(), store: { ...store, findMasterKey } });
  expect(report.replaced).toEqual([other!.id]);
  expect((await store.findMasterKey())?.id).toBe(report.id);
  expect(readKeys().map((key) => deriveMasterKey(key).current.id)).toEqual([report.id]);
});

it('a rotation does not change a key file that is not that of the database', async () => {
  await load();
  writeFileSync(keyFile, `${randomBytes(32).toString('base64')}\n`);
  const before = readKeys();
  const rotating = rotateMasterKey(parts());
  await expect(rotating).rejects.toThrow('does not belong to this database');
  expect(readKeys()).toEqual(before);
  expect(existsSync(`${keyFile}.next`)).toBe(false);
});

/** The user `nobody`, or any other: the number needs no entry in /etc/passwd. */
const SERVICE_USER = 65_534;

describe.runIf(process.getuid?.() === 0)('the key file of another user', () => {
  it('still belongs to that user after a rotation by root, with the file for old backups', async () => {
    await load();
    chownSync(keyFile, SERVICE_USER, SERVICE_USER);
    const { previousFile } = await rotateMasterKey(parts());
    for (const path of [keyFile, previousFile!]) {
      const { uid, gid, mode } = statSync(path);
      expect([path, uid, gid, mode & 0o777]).toEqual([path, SERVICE_USER, SERVICE_USER, 0o600]);
    }
  });

  it('belongs to that user already while the rotation runs', async () => {
    await load();
    chownSync(keyFile, SERVICE_USER, SERVICE_USER);
    const owners: number[] = [];
    const watched = afterReplacement(() => {
      for (const path of [keyFile, `${keyFile}.next`]) owners.push(statSync(path).uid);
    });
    await rotateMasterKey(parts(watched));
    expect(owners).toEqual([SERVICE_USER, SERVICE_USER]);
  });

  it('is not replaced by a user who may not write a file for that user', async () => {
    await load();
    chmodSync(keyFile, 0o644);
    chmodSync(dirname(keyFile), 0o777);
    chmodSync(dirname(dirname(keyFile)), 0o755);
    const before = [readKeys(), await store.findMasterKey(), readdirSync(dirname(keyFile))];
    process.seteuid!(SERVICE_USER);
    try {
      const rotating = rotateMasterKey(parts());
      await expect(rotating).rejects.toThrow(`${keyFile} belongs to another user`);
    } finally {
      process.seteuid!(0);
    }
    const after = [readKeys(), await store.findMasterKey(), readdirSync(dirname(keyFile))];
    expect(after).toEqual(before);
  });
});

it('a rotation is in the audit log, with the new key by its id', async () => {
  await load();
  const { id } = await rotateMasterKey(parts());
  const [entry, ...others] = await store.listAudit({ limit: 10 });
  expect(entry).toMatchObject({
    atMs: now(),
    actor: { kind: 'command', id: 'master-key rotate' },
    action: 'master_key.rotate',
    detail: { id },
  });
  expect(others).toEqual([]);
});

it('a rotation that is interrupted after the database has the new key is finished with that key', async () => {
  await load();
  const stopped = afterReplacement(() => {
    throw new Error('killed');
  });
  await expect(rotateMasterKey(parts(stopped))).rejects.toThrow('killed');
  const [next, first] = readKeys();
  const recorded = await store.findMasterKey();
  const { id, previousFile } = await rotateMasterKey(parts(stopped));
  expect(id).toBe(recorded!.id);
  expect(readKeys()).toEqual([next]);
  expect(readFileSync(previousFile!, 'utf8')).toBe(`${first}\n`);
});

it('a rotation after the restore of an old backup keeps the keys of the other backups', async () => {
  await load();
  const backups = [`${database.path}.0`, `${database.path}.1`] as const;
  await backUpDatabase(configure(), backups[0]);
  const { previousFile: first } = await rotateMasterKey(parts());
  await backUpDatabase(configure(), backups[1]);
  const { id, previousFile: second } = await rotateMasterKey(parts());
  appendFileSync(keyFile, readFileSync(first!));
  await restoreDatabase(configure(), backups[0], true);
  expect(await rotateMasterKey(parts())).toMatchObject({ id, previousFile: second });
  expect(readKeys()).toHaveLength(1);
  appendFileSync(keyFile, readFileSync(second!));
  expect(readKeys()).toHaveLength(3);
  const restored = await restoreDatabase(configure(), backups[1], true);
  expect(restored.hasMasterKey).toBe(true);
});

it('a rotation after one that was killed before it removed the next key adds a new key', async () => {
  await load();
  const killed = await rotateMasterKey(parts());
  const [left] = readKeys();
  const earlier = readFileSync(killed.previousFile!, 'utf8');
  copyFileSync(keyFile, `${keyFile}.next`);
  const { id, replaced, previousFile } = await rotateMasterKey(parts());
  expect([id === killed.id, replaced]).toEqual([false, [killed.id]]);
  expect(readFileSync(previousFile!, 'utf8')).toBe(`${left}\n`);
  expect(readFileSync(killed.previousFile!, 'utf8')).toBe(earlier);
  expect(existsSync(`${keyFile}.next`)).toBe(false);
});

it('a rotation of a key file with the same key twice adds a new key', async () => {
  const first = await load();
  appendFileSync(keyFile, readFileSync(keyFile));
  const { id, replaced } = await rotateMasterKey(parts());
  expect(id).not.toBe(first.current.id);
  expect(new Set(replaced)).toEqual(new Set([first.current.id]));
  expect(readKeys()).toHaveLength(1);
});

it('a key file of PostgreSQL, which other machines may use, is not changed', async () => {
  writeFileSync(keyFile, `${randomBytes(32).toString('base64')}\n`);
  const before = readKeys();
  const config = readConfig(
    { TELLER_DATABASE_URL: 'postgres://h/d', TELLER_MASTER_KEY_FILE: keyFile },
    '/',
  );
  const rotating = rotateMasterKey({ config, store, randomBytes, now });
  await expect(rotating).rejects.toMatchObject({ code: 'second_master_key_missing' });
  await expect(rotating).rejects.toThrow(`${keyFile} has one key`);
  expect(readKeys()).toEqual(before);
});

it('a key file that cannot be read for another reason is reported with that reason', async () => {
  writeFileSync(keyFile, 'no folder');
  const config = readConfig(
    { TELLER_DATABASE_URL: database.path, TELLER_MASTER_KEY_FILE: `${keyFile}/key` },
    '/',
  );
  await expect(loadMasterKey(config, store, randomBytes)).rejects.toThrow('ENOTDIR');
});

it('a rotation keeps the responses of requests that may be repeated', async () => {
  const request = {
    managementKeyId: 'mkey_1',
    idempotencyKey: 'customer:7',
    requestHash: new Uint8Array(32),
    nowMs: 0,
    runsUntilMs: 1000,
    expiresAtMs: 5000,
  };
  const former = await load();
  const begun = await store.beginRequest(request);
  if (begun.outcome !== 'run') throw new Error(begun.outcome);
  const sealed = sealCredentials({ body: '{}' }, ownerOfResponse(request), former, randomBytes);
  await store.completeRequest(begun.claim, { status: 201, headers: { a: 'b' }, ...sealed });
  await rotateMasterKey(parts());
  const repeated = await store.beginRequest(request);
  if (repeated.outcome !== 'done') throw new Error(repeated.outcome);
  const { status, headers, ...resealed } = repeated.response;
  expect([status, headers]).toEqual([201, { a: 'b' }]);
  const current = await load();
  expect(current.others).toEqual([]);
  const opened = openCredentials(resealed, ownerOfResponse(request), current);
  expect(opened).toEqual({ body: '{}' });
});

it('a rotation keeps the credentials of every wallet, also of more than it reads together', async () => {
  const former = await load();
  await addProject(store);
  const ids = Array.from({ length: 101 }, (_, no) => `wallet_${no}`);
  for (const id of ids) {
    const sealed = sealCredentials({ apiKey: id }, id, former, randomBytes);
    await store.addWallet(makeWallet(id), sealed);
  }
  expect(await rotateMasterKey(parts())).toMatchObject({ walletCount: 101, unreadable: [] });
  const current = await load();
  for (const id of ids) {
    const opened = openCredentials(await store.readCredentials(id), id, current);
    expect(opened).toEqual({ apiKey: id });
  }
});

it('credentials are stored before and after a rotation whose new key is configured', async () => {
  await load();
  const [first = ''] = readKeys();
  await addProject(store);
  writeFileSync(keyFile, `${randomBytes(32).toString('base64')}\n${first}\n`);
  const add = async (id: string) => {
    await store.addWallet(makeWallet(id), sealCredentials({ id }, id, await load(), randomBytes));
  };
  await add('wallet_before');
  expect(await rotateMasterKey(parts())).toMatchObject({ isReplaced: true, walletCount: 1 });
  await add('wallet_after');
  const current = await load();
  for (const id of ['wallet_before', 'wallet_after']) {
    expect(openCredentials(await store.readCredentials(id), id, current)).toEqual({ id });
  }
});

it('a second key that stands behind the first one replaces nothing', async () => {
  await load();
  appendFileSync(keyFile, randomBytes(32).toString('base64'));
  const [first = ''] = readKeys();
  const report = await rotateMasterKey(parts());
  expect(report).toMatchObject({ isReplaced: false, walletCount: 0, webhookCount: 0 });
  expect(report.id).toBe(deriveMasterKey(first).current.id);
});

it('a key that stands behind a new one is not lost', async () => {
  await load();
  const newer = randomBytes(32).toString('base64');
  writeFileSync(keyFile, `${newer}\n${readFileSync(keyFile, 'utf8')}`);
  await expect(resetMasterKey(parts())).rejects.toMatchObject({ code: 'master_key_not_lost' });
});

it('a key file that this user may not read is reported with what to do', () => {
  writeFileSync(keyFile, 'key', { mode: 0o000 });
  chmodSync(dirname(keyFile), 0o755);
  chmodSync(dirname(dirname(keyFile)), 0o755);
  // Root may read any file.
  const isRoot = process.geteuid!() === 0;
  if (isRoot) process.seteuid!(SERVICE_USER);
  try {
    expect(() => findMasterKeyText(configure().masterKey)).toThrow(
      `there is no master key at ${keyFile}; this user has no permission to read it: change the owner or mode`,
    );
  } finally {
    if (isRoot) process.seteuid!(0);
  }
});

it('the key file of a database that has a key is not created again', async () => {
  await load();
  rmSync(keyFile);
  const loading = load();
  await expect(loading).rejects.toMatchObject({ code: 'master_key_not_found' });
  expect(existsSync(keyFile)).toBe(false);
});

it('a key file that TELLER_MASTER_KEY_FILE names is never created: the name may be misspelt', async () => {
  const path = `${database.path}.kye`;
  const env = { TELLER_DATABASE_URL: database.path, TELLER_MASTER_KEY_FILE: path };
  const parts = { config: readConfig(env, '/'), store, randomBytes, now };
  const refusal = `no master key at ${path}; correct TELLER_MASTER_KEY_FILE`;
  await expect(loadMasterKey(parts.config, store, randomBytes)).rejects.toThrow(refusal);
  await load();
  await expect(resetMasterKey(parts)).rejects.toThrow(refusal);
  expect(existsSync(path)).toBe(false);
});

it('serving keys that are corrupted are not reported as another master key', async () => {
  await load();
  const { id } = (await store.findMasterKey())!;
  await store.replaceMasterKey({ id, servingKeys: randomBytes(92) });
  const loading = load();
  await expect(loading).rejects.toThrow('the serving keys of the database are corrupted');
});
