import { describe, expect, it } from 'vitest';

import { parseExactJson } from './exact-json.ts';

describe('exact JSON', () => {
  it.each([
    '0',
    '0.00000001',
    '9.00000000',
    '123456789.123456789012345678',
    '115792089237316195423570985008687907853269984665640564039457.584007913129639935',
    '-1.5',
    '1e-8',
    '1.5E+30',
  ])('keeps every digit of the amount %s', (digits) => {
    const json = `{"amount":${digits},"feeCost": ${digits} ,"timestamp":1700000000000}`;
    expect(parseExactJson(json, 'text')).toEqual({
      amount: digits,
      feeCost: digits,
      timestamp: 1_700_000_000_000,
    });
  });

  it('changes no text, even if it looks like a number', () => {
    const texts = [
      '"amount":1',
      '\\"amount\\":1',
      'a\\',
      '{"amount": 2}',
      '3',
      '\u2028"',
      '\\u0031:4',
    ];
    const value = { amount: null, texts, asset: 'amount', 'x"amount': 5, nested: { feeCost: [] } };
    expect(parseExactJson(JSON.stringify(value), 'text')).toEqual(value);
  });

  it('reads a member by its name, even if it is escaped', () => {
    expect(parseExactJson('{"am\\u006funt" \n: 1.10, "amounts": 2, "Amount": 3}', 'text')).toEqual({
      amount: '1.10',
      amounts: 2,
      Amount: 3,
    });
  });

  it('returns numbers, which may be rounded, if the caller requests numbers', () => {
    expect(parseExactJson('{"amount":0.10}', 'number')).toEqual({ amount: 0.1 });
  });

  it('throws an error for text that is not JSON', () => {
    for (const json of ['', '{"amount":1', '{"amount":1.2.3}', '{amount:1}', '{"amount":--1}']) {
      for (const form of ['text', 'number'] as const) {
        expect(() => parseExactJson(json, form)).toThrow(SyntaxError);
      }
    }
  });
});
