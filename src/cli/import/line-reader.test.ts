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

async function findEncoding(chunks: readonly Buffer[]): Promise<string | undefined> {
  async function* stream() {
    yield* chunks;
  }
  let found: string | undefined;
  for await (const { encoding } of readLines(stream())) found = encoding;
  return found;
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

  it('reports the line that is not UTF-8 if an earlier line is, or a mark says that all are', async () => {
    const bad = Buffer.from([0x63, 0x0a, 0xff, 0x0a]);
    const chunks = [Buffer.from('a\né\n'), bad];
    await expect(readAll(chunks)).rejects.toThrow('line 4 is not UTF-8');
    await expect(readAll([Buffer.concat(chunks)])).rejects.toThrow('line 4 is not UTF-8');
    const marked = Buffer.concat([Buffer.from('\uFEFFa\n'), bad]);
    await expect(readAll([marked])).rejects.toThrow('line 3 is not UTF-8');
  });

  it.each([
    ['UTF-16 LE', Buffer.from('\uFEFFa\n😀ü€\n', 'utf16le')],
    ['UTF-16 BE', Buffer.from('\uFEFFa\n😀ü€\n', 'utf16le').swap16()],
    ['UTF-8', Buffer.from('\uFEFFa\n😀ü€\n')],
    ['UTF-8', Buffer.from('a\n😀ü€\n')],
  ])('reads %s in chunks of any size', async (encoding, bytes) => {
    for (const size of [1, 2, 3, 5, 100]) {
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      expect(await readAll(chunks)).toEqual(['a', '😀ü€']);
      expect(await findEncoding(chunks)).toBe(encoding);
    }
  });

  it('reads Windows-1252 if the first line outside of ASCII is not UTF-8', async () => {
    const bytes = Buffer.from([0x61, 0x0a, 0xfc, 0x80, 0x0a, 0xc3, 0xbc, 0x0a]);
    for (const cut of [1, 2, 3, 5, 6]) {
      const chunks = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(await readAll(chunks)).toEqual(['a', 'ü€', 'Ã¼']);
      expect(await findEncoding(chunks)).toBe('Windows-1252');
    }
  });

  it.each([
    [Buffer.from('PK\u0003\u0004xl/'), 'an Excel workbook or a ZIP archive'],
    [Buffer.from([0x1f, 0x8b, 0x08, 0x00]), 'is compressed: use zcat'],
    [Buffer.from('%PDF-1.7'), 'is a PDF'],
    [Buffer.from('a\nb', 'utf16le'), 'has NUL bytes'],
    [Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00]), 'is not well-formed UTF-16 LE'],
    // It ends in the middle of a character.
    [Buffer.from([0xff, 0xfe, 0x61, 0x00, 0x62]), 'is not well-formed UTF-16 LE'],
  ])('refuses an input that is not text: %j', async (bytes, problem) => {
    await expect(readAll([bytes])).rejects.toThrow(problem);
  });

  it('refuses a NUL in the first bytes only, where it shows UTF-16', async () => {
    expect(await readAll([Buffer.from('abc\n'), Buffer.from('b\0')])).toEqual(['abc', 'b\0']);
    await expect(readAll([Buffer.from('a\0'), Buffer.from('b')])).rejects.toThrow('has NUL bytes');
  });

  it.each([
    ['is refused', ['PK\u0003\u0004xl/']],
    ['is not read to its end', ['a\n', 'b\n']],
  ])('closes an input that %s', async (_case, parts) => {
    let isClosed = false;
    async function* stream() {
      try {
        for (const part of parts) yield Buffer.from(part);
        expect.unreachable();
      } finally {
        isClosed = true;
      }
    }
    const reading = readLines(stream());
    await reading.next().catch(() => undefined);
    await reading.return(undefined);
    expect(isClosed).toBe(true);
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
