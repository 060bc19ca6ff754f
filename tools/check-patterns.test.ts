import { describe, expect, it } from 'vitest';

import { isLinear, listExpressions } from './check-patterns.ts';

describe('the check of regular expressions', () => {
  it.each(['^ +| +$', '\\s*\\n', '(a+)+$', '^(ab)*(ab)*$', 'x\\w*y$'])('refuses %s', (pattern) => {
    expect(isLinear({ pattern, flags: 'g' })).toBe(false);
  });

  it.each(['^[a-z]+$', '^\\d{1,3}(?:,\\d{3})*$', 'abc'])('accepts %s', (pattern) => {
    expect(isLinear({ pattern, flags: '' })).toBe(true);
    expect(isLinear({ pattern, flags: 'm' })).toBe(false);
  });

  it('finds every expression of a file', () => {
    const source = 'const a = /x+/g;\nexport const B = () => <p title={c(/[/]"/u)}>/no/</p>;';
    expect(listExpressions(source, 'tsx')).toEqual([
      { pattern: 'x+', flags: 'g' },
      { pattern: '[/]"', flags: 'u' },
    ]);
  });
});
