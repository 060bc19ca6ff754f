/** Commands that are ended or killed leave no temporary files and folders, or the next command removes them. */
import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';

import { callTeller, startTeller } from '../teller.ts';
import { createWallet, shareScratch } from '../cli/scratch.ts';

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;
/** Enough for a backup of some hundred milliseconds. */
const ROWS = 60_000;

const scratch = shareScratch();
beforeAll(async () => {
  const { walletId } = await createWallet(scratch.variables);
  const row = '{"asset":"BTC","type":"deposit","amount":1,"status":"completed","timestamp":';
  const rows = Array.from({ length: ROWS }, (_, index) => `${row}${1_700_000_000_000 + index}}`);
  const file = scratch.write('rows.jsonl', rows.join('\n'));
  await run(['import', '--wallet', walletId, file]);
});

const run = (args: readonly string[]) => callTeller(args, scratch.variables);

const listNames = (part: string): readonly string[] =>
  readdirSync(scratch.folder).filter((name) => name.includes(part));
const listParts = (): readonly string[] => listNames('.part');

/** Makes the incomplete files an hour older. */
function ageParts(): void {
  const longAgo = new Date(Date.now() - 3_700_000);
  for (const name of listParts()) utimesSync(join(scratch.folder, name), longAgo, longAgo);
}

/** Starts a command and sends the signal when its incomplete file exists. */
async function endWhenIncomplete(args: readonly string[], signal: NodeJS.Signals): Promise<void> {
  const child = startTeller(args, scratch.variables);
  const ended = once(child, 'close');
  while (listParts().length === 0 && child.exitCode === null) await sleep(1);
  child.kill(signal);
  await ended;
}

describe('a backup that is ended', () => {
  it.each(SIGNALS)('by %s removes its files', async (signal) => {
    await endWhenIncomplete(['backup', join(scratch.folder, 'ended.db')], signal);
    rmSync(join(scratch.folder, 'ended.db'), { force: true });
    expect(listNames('ended')).toEqual([]);
  });

  it('by SIGKILL leaves a file that a backup into the folder removes after an hour', async () => {
    await endWhenIncomplete(['backup', join(scratch.folder, 'killed.db')], 'SIGKILL');
    expect(listParts()).not.toEqual([]);
    expect((await run(['backup', join(scratch.folder, 'other-name.db')])).code).toBe(0);
    expect(listParts()).not.toEqual([]);
    ageParts();
    expect((await run(['backup', join(scratch.folder, 'third-name.db')])).code).toBe(0);
    expect(listNames('killed')).toEqual([]);
  });

  it('by SIGKILL next to the database is reported by doctor, and removed with --fix', async () => {
    await endWhenIncomplete(['backup', join(scratch.folder, 'killed.db')], 'SIGKILL');
    ageParts();
    const [part] = listParts();
    const { code, stdout } = await run(['doctor']);
    expect(code).toBe(0);
    expect(stdout).toContain(
      `leftover files: a killed command left ${join(scratch.folder, part!)}`,
    );
    expect(stdout).toContain('; remove with: teller doctor --fix');
    expect((await run(['doctor', '--fix'])).stdout).toContain('leftover files: removed');
    expect(listParts()).toEqual([]);
  });
});

it('doctor reports an old draft of the master key, and removes it with --fix', async () => {
  const drafts = ['', '.next', '.before-k1'].map(
    (file, index) => `teller.db.key${file}.000000000000000${index}.new`,
  );
  for (const name of [...drafts, 'teller.db.key.1111111111111111.new']) scratch.write(name, 'x');
  const longAgo = new Date(Date.now() - 120_000);
  for (const name of drafts) utimesSync(join(scratch.folder, name), longAgo, longAgo);
  const { stdout } = await run(['doctor']);
  for (const name of drafts) expect(stdout).toContain(join(scratch.folder, name));
  expect((await run(['doctor', '--fix'])).code).toBe(0);
  expect(listNames('.new')).toEqual(['teller.db.key.1111111111111111.new']);
});

describe('a restore that is ended', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('by %s removes its files', async (signal) => {
    const file = join(scratch.folder, 'copy.db');
    if (!existsSync(file)) expect((await run(['backup', file])).code).toBe(0);
    await endWhenIncomplete(['restore', '--force', file], signal);
    expect(listParts()).toEqual([]);
  });
});

// A start of the demo takes longer than a backup, so it is ended only twice.
describe('a demo that is ended', () => {
  const listFolders = (): readonly string[] => listNames('teller-demo-');
  const startDemo = (): ChildProcess =>
    startTeller(['demo', '--port', '0'], { TMPDIR: scratch.folder });

  it('by SIGTERM removes its folder', async () => {
    const child = startDemo();
    const ended = once(child, 'close');
    await once(child.stdout!, 'data');
    const folders = listFolders();
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(folders).toHaveLength(1);
    expect(listFolders()).toEqual([]);
  });

  it('by SIGINT while it starts removes its folder', async () => {
    const child = startDemo();
    const ended = once(child, 'close');
    while (listFolders().length === 0 && child.exitCode === null) await sleep(1);
    child.kill('SIGINT');
    await ended;
    expect(listFolders()).toEqual([]);
  });
});
