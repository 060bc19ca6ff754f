import { expect, it } from 'vitest';

import { indentJson } from './indent-json.ts';

it('indents like JSON.stringify, even if strings contain brackets and quotation marks', () => {
  const value = {
    texts: ['', 'a,b:{}[]', '"\\', '\u2028\n', ' x '],
    nested: { list: [[], {}, [{ a: null }]], flags: [true, false] },
    numbers: [0, -1.5, 1e30],
  };
  const indented = JSON.stringify(value, undefined, 2);
  for (const text of [JSON.stringify(value), indented, JSON.stringify(value, undefined, '\t')]) {
    expect(indentJson(text)).toBe(indented);
  }
});

it.each(['123456789012345678901234567890.123456789', '1e-8', '9.00', '-0'])(
  'keeps every digit of the number %s',
  (number) => {
    expect(indentJson(`{"amount":${number}}`)).toBe(`{\n  "amount": ${number}\n}`);
  },
);

it.each(['', '"open', '}}]', 'plain'])('throws no error for %j, which is not JSON', (text) => {
  expect(indentJson(text).trim().replaceAll(/\s/g, '')).toBe(text);
});
