import { expect, it } from 'vitest';

import { note, printResult, type Session } from './runtime.ts';

it('prints results and notes without control characters, in lines that fit into the terminal', () => {
  let text = '';
  const sink = { columns: 10, write: (part: string) => Boolean((text += part)) };
  printResult(
    { json: false, stdout: sink } as unknown as Session,
    {},
    'a\u001B[2J\nlong words here',
  );
  note({ stderr: sink }, '\u009Bb');
  expect(text).toBe('a�[2J\nlong words\nhere\n�b\n');
});
