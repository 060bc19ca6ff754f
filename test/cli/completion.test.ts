import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';

import { callTeller } from '../teller.ts';

const print = async (shell: string) => (await callTeller(['completion', shell], {})).stdout;

describe('teller completion bash', () => {
  let script: string;
  beforeAll(async () => {
    script = await print('bash');
  });

  /** Returns what bash offers for the last of the words. */
  function complete(...words: readonly string[]): readonly string[] {
    const call = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
      COMP_CWORD=${words.length - 1}; _teller; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const output = execFileSync('bash', ['-c', `${script}\n${call}`], { encoding: 'utf8' });
    return output.split('\n').filter((line) => line !== '');
  }

  it.each([
    [['teller', 'wal'], ['wallet']],
    [['teller', 'wallet', 'cr'], ['credentials']],
    [['teller', '--json', 'wallet', 'cr'], ['credentials']],
    [['teller', 'import', 'un'], ['undo']],
    [['teller', 'transactions', '--al'], ['--all']],
    [['teller', 'transactions', '--form'], ['--format']],
    [
      ['teller', 'transactions', '--format', ''],
      ['table', 'json', 'jsonl', 'csv'],
    ],
    [
      ['teller', 'import', '--format', ''],
      ['jsonl', 'csv'],
    ],
    [['teller', 'wallet', 'add', '--exchange', 'krak'], ['kraken']],
    [['teller', 'balance', '--data'], ['--database']],
    [
      ['teller', 'import', 'undo', '--'],
      ['--yes', '--version', '--json', '--database', '--help'],
    ],
    [['teller', 'nonsense', 'x'], []],
  ])('completes %j to %j', (words, expected) => {
    expect(complete(...words)).toEqual(expected);
  });
});

it('the help of a command has no options of its parent, which refuses them there', async () => {
  const { stdout } = await callTeller(['import', 'undo', '--help'], {});
  const [, globals = ''] = stdout.split('Global Options:\n');
  expect(globals.match(/^ +--[a-z-]+/gm)).toEqual(['  --version', '  --json', '  --database']);
  expect(stdout).not.toContain('--dry-run');
});

it('prints a script for zsh and fish, and refuses other shells', async () => {
  expect(await print('zsh')).toMatch(/^autoload -U \+X bashcompinit/);
  const fish = await print('fish');
  expect(fish).toContain(`-n 'test (__teller_path) = "teller wallet"' -a 'add `);
  const valuesOf = (path: string) => fish.match(`"${path}"' -l format -a '(.+)'`)?.[1];
  expect(valuesOf('teller transactions')).toBe('table json jsonl csv');
  expect(valuesOf('teller import')).toBe('jsonl csv');
  expect(await callTeller(['completion', 'tcsh'], {})).toMatchObject({ code: 2 });
  const { stdout } = await callTeller(['completion', 'fish', '--json'], {});
  expect(JSON.parse(stdout)).toEqual({ script: fish });
});
