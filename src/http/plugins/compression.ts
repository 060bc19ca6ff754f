/** Compresses large bodies for callers that accept it, within a limit of concurrent compressions. */
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';

/** Minimum size of a body that is compressed; for smaller bodies, the saved bytes are not worth the time. */
const COMPRESSED_BYTES_MIN = 16_384;
/** Maximum concurrent compressions; further bodies are sent uncompressed. */
const COMPRESSIONS_MAX = 4;

const compress = promisify(gzip);
let compressions = 0;

/** Returns true if a body of this length should be compressed for this `accept-encoding`. */
export function shouldCompress(acceptEncoding: string | undefined, byteLength: number): boolean {
  return byteLength >= COMPRESSED_BYTES_MIN && acceptsEncoding(acceptEncoding, 'gzip');
}

/** Returns whether the header accepts the encoding, with a weight above zero (RFC 9110 §12.5.3). */
export function acceptsEncoding(
  acceptEncoding: string | undefined,
  encoding: 'br' | 'gzip',
): boolean {
  if (acceptEncoding === undefined) return false;
  let any = false;
  for (const part of acceptEncoding.split(',', 32)) {
    const [coding = '', weight = ''] = part.split(';', 2);
    const refused = /^\s*q=0(\.0{0,3})?\s*$/i.test(weight);
    // `x-gzip` is the older name (RFC 9110 §8.4.1).
    const name = coding.trim().toLowerCase().replace('x-gzip', 'gzip');
    if (name === encoding) return !refused;
    if (name === '*') any = !refused;
  }
  return any;
}

/** A body, with its compressed form after that was requested. */
export interface CompressibleBody {
  body: string | Buffer;
  gzip?: Buffer;
}

/**
 * Returns the compressed body, and stores it with the body; `undefined` if too many bodies are being
 * compressed.
 */
export async function compressBody(entry: CompressibleBody): Promise<Buffer | undefined> {
  if (compressions >= COMPRESSIONS_MAX) return undefined;
  compressions += 1;
  try {
    entry.gzip = await compress(entry.body, { level: constants.Z_BEST_SPEED });
    return entry.gzip;
  } finally {
    compressions -= 1;
  }
}
