import { describe, expect, it } from 'vitest';

import { entityTagOf, findKnownTag } from './entity-tag.ts';

describe('entityTagOf', () => {
  it('is strong, equal for equal bodies and different for different ones', () => {
    expect(entityTagOf('a')).toMatch(/^"[\w-]{27}"$/);
    expect(entityTagOf('a')).toBe(entityTagOf('a'));
    expect(entityTagOf('a')).not.toBe(entityTagOf('b'));
  });
});

describe('findKnownTag', () => {
  it.each(['"a"', 'W/"a"', '*', ' * ', '"b", "a"', '"b,c",W/"a"', '"",  "a" ,"d"'])(
    'finds the tag in %s',
    (header) => {
      expect(findKnownTag(header, '"a"')).toBe('"a"');
    },
  );

  it.each(['', 'a', '"b"', '"A"', '"*"', '"a', '"b, a"', '*, *'])(
    'does not find it in %s',
    (header) => {
      expect(findKnownTag(header, '"a"')).toBeUndefined();
    },
  );

  it('finds the tag of the compressed body', () => {
    expect(findKnownTag('"b", W/"a-gzip"', '"a"')).toBe('"a-gzip"');
  });

  it('reads a list of 60 kB', () => {
    const list = `${'"",'.repeat(20_000)}"b"`;
    expect(findKnownTag(list, '"a"')).toBeUndefined();
    expect(findKnownTag(`${list},"a"`, '"a"')).toBe('"a"');
  });
});
