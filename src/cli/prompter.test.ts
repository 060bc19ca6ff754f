import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { Prompter } from './prompter.ts';

/** Opens a prompter of a terminal; `shown()` is what the terminal shows. */
function openTerminal() {
  const stdin = Object.assign(new PassThrough(), { isTTY: true as const });
  let shown = '';
  const prompter = new Prompter({
    stdin: stdin as unknown as NodeJS.ReadStream,
    stderr: { write: (text) => Boolean((shown += text)) },
  });
  return { stdin, prompter, shown: () => shown };
}

it('shows what is typed on a terminal, except for a secret', async () => {
  const { stdin, prompter, shown } = openTerminal();
  const ask = async (typed: string, isSecret: boolean): Promise<string> => {
    const asked = prompter.ask({ text: '?', isSecret, read: (answer) => answer });
    stdin.write(`${typed}\n`);
    return asked;
  };
  expect(await ask('kraken', false)).toBe('kraken');
  expect(await ask('the-secret', true)).toBe('the-secret');
  expect(await ask('cold', false)).toBe('cold');
  prompter.close();
  expect(shown()).toMatch(/kraken.*cold/s);
  expect(shown()).not.toContain('the-secret');
});

it('does not show a secret that is typed or pasted before its question', async () => {
  const { stdin, prompter, shown } = openTerminal();
  const read = (answer: string): string => answer;
  stdin.write('binance\n');
  await setImmediate();
  expect(await prompter.ask({ text: 'first?', read })).toBe('binance');
  const asked = prompter.ask({ text: 'exchange?', read });
  stdin.write('kraken\nthe-secret\nthe-other-');
  expect(await asked).toBe('kraken');
  stdin.write('secret\n');
  await setImmediate();
  const isSecret = true;
  expect(await prompter.ask({ text: 'secret?', isSecret, read })).toBe('the-secret');
  expect(await prompter.ask({ text: 'password?', isSecret, read })).toBe('the-other-secret');
  prompter.close();
  expect(shown()).toBe('first? \nexchange? kraken\r\nsecret? \npassword? \n');
});
