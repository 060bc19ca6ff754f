import { PassThrough } from 'node:stream';

import { expect, it } from 'vitest';

import { Prompter } from './prompter.ts';

it('shows what is typed on a terminal, except for a secret', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true as const });
  let shown = '';
  const prompter = new Prompter({
    stdin: stdin as unknown as NodeJS.ReadStream,
    stderr: { write: (text) => Boolean((shown += text)) },
  });
  const ask = async (typed: string, isSecret: boolean): Promise<string> => {
    const asked = prompter.ask({ text: '?', isSecret, read: (answer) => answer });
    stdin.write(`${typed}\n`);
    return asked;
  };
  expect(await ask('kraken', false)).toBe('kraken');
  expect(await ask('the-secret', true)).toBe('the-secret');
  expect(await ask('cold', false)).toBe('cold');
  prompter.close();
  expect(shown).toMatch(/kraken.*cold/s);
  expect(shown).not.toContain('the-secret');
});
