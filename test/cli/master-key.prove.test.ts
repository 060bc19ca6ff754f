import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { askTeller, callTeller, headersOf, startService, importRow } from '../teller.ts';
import { useMasterKey } from './master-key-harness.ts';
import { createWallet, CREDENTIALS } from './scratch.ts';

const { scratch, keyFile, readKeys, rotate, expectReadable } = useMasterKey();

const LISTING = '/v0/wallet/transactions';

describe('teller master-key rotate', () => {
  it('seals all credentials under a new key while a service runs, and API keys remain valid', async () => {
    const wallet = await createWallet(scratch.variables);
    const other = await createWallet(scratch.variables);
    for (const { walletId } of [wallet, other]) await importRow(walletId, scratch.variables);
    const [before] = readKeys();
    const service = await startService(scratch.variables);
    const statusOf = async (url: string, { walletId, ...tenant } = wallet) =>
      (await fetch(url + LISTING, { headers: headersOf(tenant, walletId) })).status;
    expect(await statusOf(service.url)).toBe(200);

    const report = await rotate();
    expect(report).toMatchObject({ walletCount: 2, unreadable: [] });
    expect(readKeys()).toHaveLength(1);
    expect(readKeys()).not.toContain(before);
    expect(readFileSync(report.previousFile!, 'utf8')).toBe(`${before}\n`);
    for (const file of [keyFile(), report.previousFile!]) {
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    expect(readdirSync(scratch.folder).filter((name) => /\.(next|new)$/.test(name))).toEqual([]);

    expect(await statusOf(service.url)).toBe(200);
    const added = await createWallet(scratch.variables);
    await importRow(added.walletId, scratch.variables);
    expect(await statusOf(service.url, added)).toBe(200);
    await service.stop();
    const restarted = await startService(scratch.variables);
    for (const each of [wallet, other, added]) {
      expect(await statusOf(restarted.url, each)).toBe(200);
    }
    await restarted.stop();
    await expectReadable();
    expect(await rotate()).toMatchObject({ walletCount: 3, replaced: [report.id] });
    await expectReadable();
  });
});

describe('teller master-key reset', () => {
  it('makes a database usable whose key is lost: new API keys and credentials are valid', async () => {
    const { walletId, ...tenant } = await createWallet(scratch.variables);
    const row =
      '{"asset":"BTC","type":"deposit","amount":1.5,"timestamp":1700000000001,"status":"completed"}';
    const file = scratch.write('rows.jsonl', row);
    await askTeller(['import', '--wallet', walletId, file], scratch.variables);
    rmSync(keyFile());
    const before = await callTeller(['doctor'], scratch.variables);
    expect(before.stdout).toContain('teller master-key reset');

    await askTeller(['master-key', 'reset', '--yes'], scratch.variables);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    const credentials = scratch.write('credentials.json', JSON.stringify(CREDENTIALS));
    const options = ['--credentials-file', credentials, '--unchecked'];
    await askTeller(['wallet', 'credentials', walletId, ...options], scratch.variables);
    const create = ['key', 'create', '--project', tenant.projectId];
    const { apiKey } = await askTeller<{ apiKey: string }>(create, scratch.variables);

    const service = await startService(scratch.variables);
    const ask = (each: string) =>
      fetch(service.url + LISTING, { headers: headersOf({ ...tenant, apiKey: each }, walletId) });
    expect((await ask(tenant.apiKey)).status).toBe(401);
    expect(await (await ask(apiKey)).json()).toMatchObject({ transactions: [{ amount: 1.5 }] });
    await service.stop();
    await expectReadable();
  });
});
