/** The packed client, installed and used by its name, as a program elsewhere would. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleTransactions } from '../http/samples.ts';
import { MASTER_KEY, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createTenant } from '../http/tenants.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NAME = '@wallet-teller/client';
const GZIP_BYTES_MAX = 4096;
const run = promisify(execFile);

let folder: string;
let service: ServiceHarness;

beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'teller-client-'));
  await run('npm', ['pack', '--pack-destination', folder], { cwd: join(ROOT, 'client') });
  const [archive = ''] = readdirSync(folder);
  const options = ['--offline', '--no-save', '--prefix', folder];
  await run('npm', ['install', ...options, join(folder, archive)], { cwd: folder });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

describe('the packed client', () => {
  it('is imported by its name, and reads a wallet', async () => {
    const transactions = sampleTransactions(3);
    const tenant = await createTenant(service.store, MASTER_KEY, { transactions });
    const options = { baseUrl: `http://127.0.0.1:${service.port}`, ...tenant };
    const script = `
      import { WalletTeller } from '${NAME}';
      const wallet = new WalletTeller(${JSON.stringify(options)});
      const amounts = [];
      for await (const { amount } of wallet.transactions.all()) amounts.push(amount);
      console.log(JSON.stringify(amounts));
    `;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
    });
    expect((JSON.parse(stdout) as string[]).toSorted()).toEqual(
      transactions.map(({ amount }) => amount).toSorted(),
    );
  });

  it('has types: an amount is text, and a field that was not asked for is an error', async () => {
    const compilerOptions = {
      target: 'es2023',
      lib: ['es2023', 'dom'],
      types: [],
      module: 'nodenext',
      strict: true,
      noEmit: true,
      skipLibCheck: false,
    };
    const config = { compilerOptions, files: ['use.mts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(
      join(folder, 'use.mts'),
      `import { WalletTeller } from '${NAME}';
       const wallet = new WalletTeller({ baseUrl: '', apiKey: '', orgId: '', projectId: '', walletId: '' });
       const { transactions } = await wallet.transactions.list({ fields: ['amount'] });
       export const amounts: string[] = transactions.map(({ amount }) => amount);
       // @ts-expect-error not among the fields
       export const ids = transactions.map(({ id }) => id);`,
    );
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    const checked = await run(tsc, ['-p', folder]).catch((error: unknown) => error);
    expect(checked).toMatchObject({ stdout: '' });
  });

  it('is small', async () => {
    const built = (await build({
      configFile: false,
      root: folder,
      logLevel: 'error',
      build: { write: false, lib: { entry: entryPath(), formats: ['es'] } },
    })) as Rolldown.RolldownOutput[];
    const code = built.flatMap(({ output }) =>
      output.map((chunk) => ('code' in chunk ? chunk.code : '')),
    );
    const { length } = gzipSync(code.join(''));
    expect(length).toBeGreaterThan(1000);
    expect(length).toBeLessThan(GZIP_BYTES_MAX);
  });
});

function entryPath(): string {
  return join(folder, 'node_modules', NAME, 'dist/index.js');
}
