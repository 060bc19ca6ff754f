import { expect, it } from 'vitest';

import { breakLine, wrapHelp, wrapMessage } from './help-text.ts';

it('fills the lines of a paragraph', () => {
  expect(wrapHelp('\nThe first line is\nlong. The\nsecond.\n\nNext\n', 18)).toBe(
    '\nThe first line is\nlong. The second.\n\nNext\n',
  );
});

it('breaks an indented line and keeps its indentation', () => {
  const text = 'Environment:\n  NAME\n      a long meaning\n      (default: x)';
  expect(wrapHelp(text, 18)).toBe(
    'Environment:\n  NAME\n      a long\n      meaning\n      (default: x)',
  );
});

it('does not break a word or the command of an example', () => {
  const text = 'Example:\n  $ teller wallet show wallet_1\n\nabcdefghijklmnop qrstuvw';
  expect(wrapHelp(text, 10)).toBe(
    'Example:\n  $ teller wallet show wallet_1\n\nabcdefghijklmnop\nqrstuvw',
  );
});

it('does not break a command in a message', () => {
  const text = 'It failed. "teller wallet list" lists all. Now run: teller sync --once';
  expect(wrapMessage(text, 24)).toBe(
    'It failed.\n"teller wallet list"\nlists all. Now run:\nteller sync --once',
  );
  expect(wrapMessage(text, undefined)).toBe(text);
  const curl = "curl -s 'http://127.0.0.1:8080' \\\n  -H 'x-svc-api-key: key_1'";
  expect(wrapMessage(curl, 10)).toBe(curl);
});

it('breaks a line whose further lines have another indentation', () => {
  expect(breakLine('  one two three', 9, 4)).toEqual(['  one two', '    three']);
  expect(breakLine('one two three', 9, 2)).toEqual(['one two', '  three']);
});
