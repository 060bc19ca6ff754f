import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { askTeller, callTeller } from '../teller.ts';
import { useMasterKey } from './master-key-harness.ts';
import { createWallet } from './scratch.ts';
import { runOnTerminal } from './terminal.ts';

const { scratch, keyFile, readKeys, rotate, expectReadable } = useMasterKey();

describe('teller master-key rotate', () => {
  it('continues after an interruption', async () => {
    await createWallet(scratch.variables);
    const [before] = readKeys();
    const next = Buffer.alloc(32, 9).toString('base64');
    writeFileSync(keyFile(), `${next}\n${before}\n`);
    await expectReadable();
    expect(await rotate()).toMatchObject({ walletCount: 1 });
    expect(readKeys()).toEqual([next]);
    await expectReadable();
  });

  it('uses the keys of the environment; the first one is new', async () => {
    const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
    const variables = { ...scratch.variables, TELLER_MASTER_KEY: first! };
    await createWallet(variables);
    const missing = await callTeller(['master-key', 'rotate'], variables);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toMatch(/TELLER_MASTER_KEY has one key; put a new one before it/);
    const both = { ...variables, TELLER_MASTER_KEY: `${second} ${first}` };
    expect(await askTeller(['master-key', 'rotate'], both)).toMatchObject({ walletCount: 1 });
    await expectReadable({ ...variables, TELLER_MASTER_KEY: second! });
    const old = await callTeller(['key', 'list'], variables);
    expect(old.code).toBe(0);
    const doctor = await callTeller(['doctor'], variables);
    expect(doctor.stdout + doctor.stderr).toMatch(/does not belong to this database/);
  });

  it('restores an earlier backup with the file of earlier keys', async () => {
    await createWallet(scratch.variables);
    const backup = `${scratch.folder}/backup.db`;
    await askTeller(['backup', backup], scratch.variables);
    const { previousFile } = await rotate();
    const refused = await callTeller(['restore', backup, '--force'], scratch.variables);
    expect(refused.stderr).toMatch(/does not belong to this database/);
    writeFileSync(keyFile(), readKeys()[0]! + '\n' + readFileSync(previousFile!, 'utf8'));
    await askTeller(['restore', backup, '--force'], scratch.variables);
    expect(await rotate()).toMatchObject({ walletCount: 1 });
    await expectReadable();
  });

  it('lists wallets with credentials that no key decrypts', async () => {
    const { walletId } = await createWallet(scratch.variables);
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(scratch.variables['TELLER_DATABASE_URL']!);
    database.exec("UPDATE wallet_credentials SET sealed = x'00'");
    database.close();
    const run = await callTeller(['master-key', 'rotate'], scratch.variables);
    expect(run).toMatchObject({ code: 1, stdout: expect.stringContaining('Sealed') });
    expect(run.stderr).toContain(`the credentials of ${walletId} cannot be read`);
    const { code, stdout } = await callTeller(
      ['master-key', 'rotate', '--json'],
      scratch.variables,
    );
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      unreadable: [walletId],
      error: { code: 'credentials_unreadable' },
    });
  });
});

describe('teller master-key reset', () => {
  const reset = (variables = scratch.variables) =>
    callTeller(['master-key', 'reset', '--yes', '--json'], variables);

  it('records a new key of the environment', async () => {
    const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
    await createWallet({ ...scratch.variables, TELLER_MASTER_KEY: first! });
    const variables = { ...scratch.variables, TELLER_MASTER_KEY: second! };
    expect((await reset(variables)).code).toBe(0);
    expect((await callTeller(['doctor'], variables)).stdout).not.toMatch(/does not belong/);
  });

  it('asks before it replaces a lost key', async () => {
    await createWallet(scratch.variables);
    rmSync(keyFile());
    const asked = await callTeller(['master-key', 'reset'], scratch.variables);
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('add --yes') });
    const refused = await runOnTerminal(['master-key', 'reset'], 'y\n', scratch);
    expect(refused.shown).toContain('become invalid');
    expect(refused.failure).toMatchObject({ code: 'not_confirmed' });
    expect(existsSync(keyFile())).toBe(false);
    const done = await runOnTerminal(['master-key', 'reset'], 'yes\n', scratch);
    expect(done.failure).toBeUndefined();
    expect(done.shown).toContain('Next: teller key create');
    expect(existsSync(keyFile())).toBe(true);
  });

  it('refuses to replace a key that is not lost, and to replace one without a confirmation', async () => {
    await createWallet(scratch.variables);
    const [before] = readKeys();
    expect((await reset()).stderr).toContain('teller master-key rotate');
    const refused = await callTeller(['master-key', 'reset'], scratch.variables);
    expect(refused.stderr).toContain('--yes');
    expect(readKeys()).toEqual([before]);
    await expectReadable();
  });
});
