/** The packed client, installed and imported by its name, as in another program. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';

import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { shareScratch } from '../scratch.ts';
import { SAMPLE_BALANCES, sampleTransactions } from '../http/samples.ts';
import { MASTER_KEY, NOW_MS, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createTenant } from '../http/tenants.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NAME = '@wallet-teller/client';
const BROTLI_BYTES_MAX = 4096;
const TRANSACTIONS = sampleTransactions(3);
const run = promisify(execFile);

const scratch = shareScratch();
let fileName: string;
/** The packed files. */
let archive: Uint8Array<ArrayBuffer>;
let service: ServiceHarness;
/** The URL and the credentials of a wallet. */
let connection: Record<string, string>;

beforeAll(async () => {
  service = await startService();
  const tenant = await createTenant(service.store, MASTER_KEY, {
    transactions: TRANSACTIONS,
    balances: SAMPLE_BALANCES,
    syncedAtMs: NOW_MS,
  });
  connection = { baseUrl: `http://127.0.0.1:${service.port}`, ...tenant };
  const packing = ['pack', '--silent', '--pack-destination', scratch.folder];
  const { stdout } = await run('npm', packing, { cwd: join(ROOT, 'client') });
  fileName = stdout.trim();
  const path = join(scratch.folder, fileName);
  archive = Uint8Array.from(readFileSync(path));
  await run('npm', ['install', '--offline', '--no-save', '--prefix', scratch.folder, path], {
    cwd: scratch.folder,
  });
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom'],
    types: [],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
  };
  const config = { compilerOptions, include: ['*.mts'] };
  scratch.write('tsconfig.json', JSON.stringify(config));
});
afterAll(() => service.stop());

/** Returns the compiler's errors for a program that uses the client. */
async function checkTypes(name: string, source: string): Promise<string> {
  scratch.write(name, source);
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const checked = await run(tsc, ['-p', scratch.folder]).catch((error: unknown) => error);
  return (checked as { readonly stdout: string }).stdout;
}

describe('the packed client', () => {
  it.each([
    ['the Node on the PATH', 'node'],
    ['Node 24', process.execPath],
  ])('is imported by its name, and reads a wallet, with %s', async (_name, node) => {
    const script = `
      import { WalletTeller } from '${NAME}';
      const wallet = new WalletTeller(${JSON.stringify(connection)});
      const amounts = [];
      for await (const { amount } of wallet.transactions.all()) amounts.push(amount);
      console.log(JSON.stringify(amounts));
    `;
    const { stdout } = await run(node, ['--input-type=module', '-e', script], {
      cwd: scratch.folder,
    });
    expect((JSON.parse(stdout) as string[]).toSorted()).toEqual(
      TRANSACTIONS.map(({ amount }) => amount).toSorted(),
    );
  });

  it('has types: an amount is text, and a field that was not requested is an error', async () => {
    const source = `import { WalletTeller } from '${NAME}';
       const wallet = new WalletTeller({ baseUrl: '', apiKey: '', orgId: '', projectId: '', walletId: '' });
       const { transactions } = await wallet.transactions.list({ fields: ['amount'] });
       export const amounts: string[] = transactions.map(({ amount }) => amount);
       // @ts-expect-error not among the fields
       export const ids = transactions.map(({ id }) => id);`;
    expect(await checkTypes('use.mts', source)).toBe('');
  });

  it('runs the examples of its README', async () => {
    const readme = readFileSync(join(scratch.folder, 'node_modules', NAME, 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    expect(blocks).toHaveLength(3);
    const variables = Object.entries(connection).map(
      ([name, value]) => `const ${name} = ${JSON.stringify(value)};`,
    );
    const program = [...variables, ...blocks].join('\n');
    expect(await checkTypes('readme.mts', program)).toBe('');
    const shown = `${program}\nconsole.log(JSON.stringify(balance.balances));`;
    const { stdout } = await run(process.execPath, [scratch.write('readme.mts', shown)]);
    expect(JSON.parse(stdout)).toEqual(SAMPLE_BALANCES);
  });

  it('is installed as its README says', () => {
    const readme = readFileSync(join(scratch.folder, 'node_modules', NAME, 'README.md'), 'utf8');
    expect(readme).toContain(`npm install ./${fileName}\n`);
  });

  it('is at most 4 KB, minified and compressed', async () => {
    const built = (await build({
      configFile: false,
      root: scratch.folder,
      logLevel: 'error',
      build: { write: false, lib: { entry: entryPath(), formats: ['es'] } },
    })) as Rolldown.RolldownOutput[];
    const code = built.flatMap(({ output }) =>
      output.map((chunk) => ('code' in chunk ? chunk.code : '')),
    );
    const { length } = brotliCompressSync(code.join(''));
    expect(length).toBeGreaterThan(1000);
    expect(length).toBeLessThanOrEqual(BROTLI_BYTES_MAX);
  });

  it('has a valid manifest', async () => {
    const { messages } = await publint({ pack: { tarball: archive.buffer }, strict: true });
    expect(messages).toEqual([]);
  });

  it('has types for every module resolution except CommonJS', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(archive));
    expect(analysis).toMatchObject({
      types: { kind: 'included' },
      problems: [{ kind: 'CJSResolvesToESM', resolutionKind: 'node16-cjs' }],
    });
  });
});

function entryPath(): string {
  return join(scratch.folder, 'node_modules', NAME, 'dist/index.js');
}
