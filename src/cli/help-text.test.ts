import { expect, it } from 'vitest';

import { wrapHelp } from './help-text.ts';

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
