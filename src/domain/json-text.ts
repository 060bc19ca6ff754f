/**
 * JSON as the store returns it: text, or UTF-8 bytes if it is long, because decoding bytes only to send them
 * wastes time. The receiver owns the bytes and may release them.
 */
export type JsonText = string | Uint8Array;

/**
 * Minimum size of JSON that is returned as bytes: 60 KB take 40 µs instead of 66. Below it, text is faster.
 */
export const JSON_BYTES_MIN = 16_384;

/** Returns the JSON as text. */
export function textOf(json: JsonText): string {
  if (typeof json === 'string') return json;
  return bufferOf(json).toString();
}

/** Returns the same bytes as a buffer, without a copy. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Returns the JSON between two texts, in the same form. The bytes must not be used afterwards. */
export function surround(head: string, json: JsonText, tail: string): string | Buffer {
  if (typeof json === 'string') return head + json + tail;
  const whole = Buffer.concat([Buffer.from(head), json, Buffer.from(tail)]);
  releaseBytes(json);
  return whole;
}

/**
 * Frees the memory of bytes that are no longer used, if no other buffer shares it. If the garbage collector
 * has to free it, the collector runs every few megabytes: the throughput of pages of 1,000 rows falls by a
 * third, and 60 MB more stay resident.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
