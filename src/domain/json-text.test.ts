import { expect, it } from 'vitest';

import { compactBytes, releaseBytes, surround, takeBytes, textOf } from './json-text.ts';

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

/** Returns the bytes of a text in memory of `takeBytes`. */
function write(text: string): Uint8Array {
  const bytes = takeBytes(100);
  return bytes.subarray(0, new TextEncoder().encodeInto(text, bytes).written);
}

it('surrounds bytes in place if their memory has room, and copies them otherwise', () => {
  const json = write('"é"');
  const whole = surround('[', json, ']') as Buffer;
  expect(whole.toString()).toBe('["é"]');
  expect(whole.buffer).toBe(json.buffer);
  const long = 'a'.repeat(200);
  const longer = surround(long, whole, ']') as Buffer;
  expect(surround(long, longer, ']').toString()).toBe(`${long}${long}["é"]]]`);
});

it('reuses released memory for one owner only', () => {
  const before = write('secret');
  releaseBytes(before);
  releaseBytes(before);
  const [next, other] = [takeBytes(100), takeBytes(100)];
  expect(before.byteLength).toBe(0);
  expect(next.buffer).not.toBe(other.buffer);
});

it('copies bytes into memory of their size, if theirs is larger', () => {
  const whole = surround('[', write('1'), ']') as Buffer;
  const compact = compactBytes(whole);
  expect(compact.toString()).toBe('[1]');
  expect(whole.byteLength).toBe(0);
  expect(compactBytes(compact)).toBe(compact);
});
