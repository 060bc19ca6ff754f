import fc from 'fast-check';
import { expect, it } from 'vitest';

import { decodeText, encodeText } from './text-encoding.ts';

const arbitraryText = fc
  .array(fc.constantFrom('\0', '\u0001', '\u0002', '\\', 'u0001', 'a', '🦊'), { maxLength: 6 })
  .map((parts) => parts.join(''));

it('restores every text, and writes no NUL', () => {
  fc.assert(
    fc.property(arbitraryText, (text) => {
      expect(encodeText(text)).not.toContain('\0');
      expect(decodeText(encodeText(text))).toBe(text);
    }),
  );
});

it('keeps the order of texts', () => {
  const compare = (left: string, right: string): number =>
    Buffer.compare(Buffer.from(left), Buffer.from(right));
  fc.assert(
    fc.property(arbitraryText, arbitraryText, (left, right) => {
      expect(compare(encodeText(left), encodeText(right))).toBe(compare(left, right));
    }),
  );
});
