import { ScratchMemory } from './scratch-memory.ts';

/**
 * JSON as the store returns it: text, or UTF-8 bytes if it is long, because decoding bytes only to send them
 * wastes time. The receiver owns the bytes and may release them.
 */
export type JsonText = string | Uint8Array;

/**
 * Minimum size of JSON that is returned as bytes: 60 KB take 40 µs instead of 66. Below it, text is faster.
 */
export const JSON_BYTES_MIN = 16_384;

/** Bytes before and after those of {@link takeBytes}, for the texts that surround them. */
const ROOM_BYTES = 256;

const memory = new ScratchMemory();

/** Returns the JSON as text. */
export function textOf(json: JsonText): string {
  if (typeof json === 'string') return json;
  return bufferOf(json).toString();
}

/** Returns the same bytes as a buffer, without a copy. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Returns bytes to write JSON into. Their content is undefined; {@link surround} does not copy them. */
export function takeBytes(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(memory.take(size + 2 * ROOM_BYTES), ROOM_BYTES, size);
}

/** Returns the JSON between two texts, in the same form. The bytes must not be used afterwards. */
export function surround(head: string, json: JsonText, tail: string): string | Buffer {
  if (typeof json === 'string') return head + json + tail;
  const [before, after] = [Buffer.from(head), Buffer.from(tail)];
  if (memory.isTaken(json.buffer) && hasRoom(json, before.length, after.length)) {
    return surroundInPlace(before, json, after);
  }
  const whole = Buffer.concat([before, json, after]);
  releaseBytes(json);
  return whole;
}

function hasRoom(
  { buffer, byteOffset, byteLength }: Uint8Array,
  before: number,
  after: number,
): boolean {
  return before <= byteOffset && byteOffset + byteLength + after <= buffer.byteLength;
}

function surroundInPlace(before: Buffer, json: Uint8Array, after: Buffer): Buffer {
  const { buffer, byteOffset, byteLength } = json;
  const size = before.length + byteLength + after.length;
  const whole = Buffer.from(buffer, byteOffset - before.length, size);
  whole.set(before);
  whole.set(after, size - after.length);
  return whole;
}

/** Returns the bytes in memory of their size. The argument must not be used afterwards. */
export function compactBytes(bytes: Buffer): Buffer {
  if (!memory.isTaken(bytes.buffer)) return bytes;
  const compact = Buffer.from(bytes);
  releaseBytes(bytes);
  return compact;
}

/**
 * Frees the memory of bytes that are no longer used, if no other buffer shares it. If the garbage collector
 * has to free it, the collector runs every few megabytes: the throughput of pages of 1,000 rows falls by a
 * third, and 60 MB more stay resident.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  memory.keep(buffer);
  if (!(buffer instanceof ArrayBuffer) || buffer.detached) return;
  if (buffer.byteLength === byteLength) buffer.transfer(0);
}
