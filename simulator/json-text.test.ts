import { describe, expect, it } from 'vitest';
import { JsonNumberText, writeJson } from './json-text.ts';

describe('writeJson', () => {
  it('writes the same text as JSON.stringify, and omits undefined members', () => {
    const value = { text: 'a "b"\n', list: [1, null, true, [], {}], 'odd key': 0.5 };
    expect(writeJson(value)).toBe(JSON.stringify(value));
    expect(writeJson({ present: 1, missing: undefined })).toBe('{"present":1}');
  });

  it('writes number text with all digits', () => {
    const amount = new JsonNumberText('123456.123456789012345678');
    expect(writeJson([{ amount }])).toBe('[{"amount":123456.123456789012345678}]');
  });
});
