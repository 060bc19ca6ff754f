import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LINE_BYTES_MAX, readLines } from './line-reader.ts';

async function readAll(chunks: readonly Buffer[]): Promise<string[]> {
  async function* stream() {
    yield* chunks;
  }
  const lines: string[] = [];
  for await (const block of readLines(stream())) lines.push(...block.lines);
  return lines;
}

describe('readLines', () => {
  it('returns the same lines for any division of the bytes into chunks', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n', '\r') });
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(40)), async (content, cuts) => {
        const bytes = Buffer.from(content);
        const offsets = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = offsets.slice(1).map((end, index) => bytes.subarray(offsets[index], end));
        const expected = content.split('\n');
        if (expected.at(-1) === '') expected.pop();
        expect(await readAll(chunks)).toEqual(expected);
      }),
    );
  });

  it('removes a byte order mark', async () => {
    expect(await readAll([Buffer.from('\uFEFFa\nb')])).toEqual(['a', 'b']);
  });

  it('reports the line that is not UTF-8', async () => {
    const chunks = [Buffer.from('a\nb\n'), Buffer.from([0x63, 0x0a, 0xff, 0x0a])];
    await expect(readAll(chunks)).rejects.toThrow('line 4 is not UTF-8');
  });

  it('refuses a too long line before it is read to its end', async () => {
    let given = 0;
    async function* endless() {
      for (;;) {
        given += 1;
        yield Buffer.alloc(65_536, 'x');
      }
    }
    const reading = readLines(endless());
    await expect(reading.next()).rejects.toThrow(`line 1 has more than ${LINE_BYTES_MAX} bytes`);
    expect(given).toBeLessThan(20);
  });
});
