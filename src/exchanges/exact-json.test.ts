import { describe, expect, it } from 'vitest';

import { parseExactJson } from './exact-json.ts';

describe('parseExactJson', () => {
  it('keeps the digits of numbers that a float would change', () => {
    expect(
      parseExactJson('{"a":123456.123456789012345678,"b":[1.50,-0.1e-7],"c":12345678901234567890}'),
    ).toEqual({
      a: '123456.123456789012345678',
      b: ['1.50', '-0.1e-7'],
      c: '12345678901234567890',
    });
  });

  it('leaves small integers, text and the rest as they are', () => {
    expect(parseExactJson('{"a":1714923704000,"b":"1.50","c":null,"d":true,"e":-1}')).toEqual({
      a: 1714923704000,
      b: '1.50',
      c: null,
      d: true,
      e: -1,
    });
  });

  it('refuses what is not JSON', () => {
    expect(() => parseExactJson('<html>')).toThrow(SyntaxError);
  });
});
