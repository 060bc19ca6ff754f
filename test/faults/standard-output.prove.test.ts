/** Standard output that cannot be written: a full disk, a file that may not grow, a pipe without a reader. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';

import { runTeller, tellerEnvironment } from '../teller.ts';
import { createImportsWallet, shareScratch } from '../cli/scratch.ts';

const TELLER = fileURLToPath(new URL('../../bin/teller', import.meta.url));
const ROWS = 3000;
const FULL =
  'teller: standard output cannot be written, because its disk is full (ENOSPC): free space or write to ' +
  'another place; if the command changes data, the change is stored\n';

const scratch = shareScratch();
let walletId: string;
beforeAll(async () => {
  ({ walletId } = await createImportsWallet(scratch.variables));
  const row = '{"asset":"BTC","type":"deposit","amount":1,"status":"completed","timestamp":';
  const rows = Array.from({ length: ROWS }, (_, index) => `${row}${1_700_000_000_000 + index}}`);
  const file = scratch.write('rows.jsonl', rows.join('\n'));
  await runTeller(['import', '--wallet', walletId, file], scratch.variables);
});

/** Runs a command of the shell, in which `"$TELLER"` is the command. */
function startShell(command: string): ChildProcess {
  return spawn('sh', ['-c', command], {
    env: {
      ...tellerEnvironment(scratch.variables),
      TELLER,
      WALLET: walletId,
      TMPDIR: scratch.folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function runShell(command: string) {
  const child = startShell(command);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

it.each([
  'wallet list',
  'project list --json',
  'transactions --format csv --all --wallet "$WALLET"',
  'doctor --json',
  '--help',
  'nonsense --json',
  'serve --port 0',
  'demo --port 0',
])('a full disk ends "teller %s" with a sentence and code 1', async (args) => {
  const { code, stderr } = await runShell(`exec "$TELLER" ${args} >/dev/full`);
  expect(code).toBe(1);
  expect(stderr.endsWith(FULL)).toBe(true);
  expect(stderr).not.toMatch(/^ +at /m);
  expect(readdirSync(scratch.folder).filter((name) => name.startsWith('teller-demo'))).toEqual([]);
});

it('reports a file that the system writes in part only', async () => {
  const file = join(scratch.folder, 'help.txt');
  const { code, stderr } = await runShell(`ulimit -f 1; exec "$TELLER" --help >"${file}"`);
  expect(stderr).toContain('because the file would exceed its maximum size (EFBIG)');
  expect(code).toBe(1);
});

it('ends without a message if the reader of a pipe exits', async () => {
  const list = '"$TELLER" transactions --wallet "$WALLET" --format csv --all';
  const { stdout, stderr } = await runShell(`(${list}; echo "code $?" >&2) | head -1`);
  expect(stdout).toMatch(/^id,[^\n]+\n$/);
  expect(stderr).toBe('code 0\n');
});

it('keeps its exit code and result if standard error cannot be written', async () => {
  const usage = await runShell('exec "$TELLER" nonsense --json 2>/dev/full');
  expect(usage).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('wrong_usage') as string,
  });
  expect((await runShell('exec "$TELLER" org create Later 2>/dev/full')).code).toBe(0);
});
