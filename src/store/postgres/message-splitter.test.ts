import fc from 'fast-check';
import { expect, it } from 'vitest';

import { MessageSplitter } from './message-splitter.ts';

interface Message {
  readonly type: string;
  readonly content: Buffer;
}

function describeColumns(formats: readonly number[]): Buffer {
  const columns = formats.map((format) => {
    const column = Buffer.from(`name\0${'x'.repeat(18)}`);
    column.writeInt16BE(format, column.length - 2);
    return column;
  });
  const count = Buffer.alloc(2);
  count.writeInt16BE(formats.length);
  return Buffer.concat([count, ...columns]);
}

function write({ type, content }: Message): Buffer {
  const header = Buffer.alloc(5);
  header.write(type);
  header.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([header, content]);
}

const content = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.nat({ max: 200_000 }).map((size) => Buffer.alloc(size, 'D')),
);
const row = content.map((bytes): Message => ({ type: 'D', content: bytes }));
const other = fc.record({ type: fc.constantFrom('N', 'S', '2', 'C', 'Z'), content });
const completed: Message = { type: 'C', content: Buffer.from('SELECT 1\0') };
/** A statement's messages: a description of its columns, rows, and its end. */
const result = fc
  .record({
    formats: fc.constantFrom<readonly number[]>([], [0, 0], [1], [1, 1]),
    body: fc.array(fc.oneof({ weight: 4, arbitrary: row }, other), { maxLength: 12 }),
  })
  .map(({ formats, body }) => {
    const described: Message = { type: 'T', content: describeColumns(formats) };
    return { isBinary: formats.includes(1), messages: [described, ...body, completed] };
  });

function cut(bytes: Buffer, sizes: readonly number[]): readonly Buffer[] {
  const chunks: Buffer[] = [];
  for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length]!;
    // The driver's memory is its own in each turn.
    chunks.push(Buffer.from(bytes.subarray(from, from + size)));
    from += size;
  }
  return chunks;
}

it('separates rows in binary format from all other messages, wherever chunks begin', () => {
  const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(65_536)), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(fc.array(result, { maxLength: 5 }), sizes, (results, chunkSizes) => {
      const [rows, messages]: [Buffer[], Buffer[]] = [[], []];
      const splitter = new MessageSplitter({
        onRows: (bytes) => {
          expect(bytes.buffer.byteLength - bytes.byteOffset - bytes.length).toBeGreaterThan(4);
          rows.push(Buffer.from(bytes));
        },
        onMessages: (bytes) => messages.push(Buffer.from(bytes)),
      });
      const sent = results.flatMap((each) => each.messages.map(write));
      for (const chunk of cut(Buffer.concat(sent), chunkSizes)) splitter.read(chunk);
      const isRow = (isBinary: boolean, { type }: Message): boolean => isBinary && type === 'D';
      const expected = (wanted: boolean): Buffer =>
        Buffer.concat(
          results.flatMap(({ isBinary, messages: all }) =>
            all.filter((message) => isRow(isBinary, message) === wanted).map(write),
          ),
        );
      expect(Buffer.concat(rows).equals(expected(true))).toBe(true);
      expect(Buffer.concat(messages).equals(expected(false))).toBe(true);
    }),
    { numRuns: 60 },
  );
}, 60_000);
