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

  it('returns small integers and all other values unchanged', () => {
    expect(parseExactJson('{"a":1714923704000,"b":"1.50","c":null,"d":true,"e":-1}')).toEqual({
      a: 1714923704000,
      b: '1.50',
      c: null,
      d: true,
      e: -1,
    });
  });

  it.each(['1.50', '-1E2', ' 1e2', '1234567890123456', '-0.0'])(
    'keeps the digits of %s at any position',
    (number) => {
      const exact = number.trim();
      expect(parseExactJson(number)).toBe(exact);
      expect(parseExactJson(`[1,\n\t${number}]`)).toEqual([1, exact]);
      expect(parseExactJson(`{"a":"x","b": ${number} }`)).toEqual({ a: 'x', b: exact });
    },
  );

  it('returns the result of JSON.parse if no number could lose digits', () => {
    const text = '{"a":[999999999999999,-1,0],"b":"1.5, 2.5","c":{"1.5":"[1.5"},"__proto__":1}';
    expect(parseExactJson(text)).toEqual(JSON.parse(text));
  });

  it('refuses a text that is not JSON', () => {
    for (const text of ['<html>', '', '1.5.5', '[1.5', '{"a":01}']) {
      expect(() => parseExactJson(text)).toThrow(SyntaxError);
    }
  });

  it('refuses a text with more values than fit into memory, before it builds them', () => {
    const startedAt = performance.now();
    for (const [unit, count] of [
      ['[', 1_100_000],
      ['[],', 600_000],
      ['0,', 1_100_000],
      ['{"a":{}},', 400_000],
    ] as const) {
      const text = `[${unit.repeat(count)}`;
      expect(() => parseExactJson(text)).toThrow(RangeError);
    }
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  it('parses a long text of few values', () => {
    expect(parseExactJson(`["${'x'.repeat(3_000_000)}"]`)).toHaveLength(1);
    expect(parseExactJson(`[${'{"a":[1]},'.repeat(500)}{}]`)).toHaveLength(501);
  });
});

it.each([
  ['[', ']', 'deep'],
  ['{"a":', '}', 'deep'],
])('refuses endless nesting: %s', (open, close, reason) => {
  const deep = `${open.repeat(5000)}1${close.repeat(5000)}`;
  expect(() => parseExactJson(deep)).toThrow(reason);
});

it('does not count brackets within strings', () => {
  const text = JSON.stringify({ a: '[{\\"'.repeat(2000), b: '"[' });
  expect(parseExactJson(text)).toEqual(JSON.parse(text));
});
