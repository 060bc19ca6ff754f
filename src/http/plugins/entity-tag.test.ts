import { describe, expect, it } from 'vitest';

import { entityTagOf, matchesEntityTag } from './entity-tag.ts';

describe('entityTagOf', () => {
  it('is strong, equal for equal bodies and different for different ones', () => {
    expect(entityTagOf('a')).toMatch(/^"[\w-]{27}"$/);
    expect(entityTagOf('a')).toBe(entityTagOf('a'));
    expect(entityTagOf('a')).not.toBe(entityTagOf('b'));
  });
});

describe('matchesEntityTag', () => {
  it.each(['"a"', 'W/"a"', '*', ' * ', '"b", "a"', '"b,c",W/"a"', '"",  "a" ,"d"'])(
    'finds the tag in %s',
    (header) => {
      expect(matchesEntityTag(header, '"a"')).toBe(true);
    },
  );

  it.each(['', 'a', '"b"', '"A"', '"*"', '"a', '"b, a"', '*, *'])(
    'does not find it in %s',
    (header) => {
      expect(matchesEntityTag(header, '"a"')).toBe(false);
    },
  );

  it('reads a list of 60 kB', () => {
    const list = `${'"",'.repeat(20_000)}"b"`;
    expect(matchesEntityTag(list, '"a"')).toBe(false);
    expect(matchesEntityTag(`${list},"a"`, '"a"')).toBe(true);
  });
});
