import { expect, it } from 'vitest';

import { releaseBytes, surround, textOf } from './json-text.ts';

it('returns text for text, and bytes for bytes', () => {
  expect(surround('[', '"é"', ']')).toBe('["é"]');
  const bytes = new TextEncoder().encode('"é"');
  expect(surround('[', bytes, ']')).toEqual(Buffer.from('["é"]'));
  expect(bytes.byteLength).toBe(0);
});

it('frees memory that no other buffer shares', () => {
  const whole = new Uint8Array(100);
  const part = new Uint8Array(new ArrayBuffer(100), 10, 50).fill(7);
  for (const bytes of [whole, part]) releaseBytes(bytes);
  expect(whole.byteLength).toBe(0);
  expect(part).toEqual(new Uint8Array(50).fill(7));
});

it('reads the text of a part of a buffer', () => {
  expect(textOf(Buffer.from('<"é">').subarray(1, -1))).toBe('"é"');
});
