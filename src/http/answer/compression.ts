/** Compression of large bodies, for callers that accept it and as far as the processor allows. */
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';

/** A smaller body costs more time than it saves bytes worth having. */
const COMPRESSED_BYTES_MIN = 16_384;
/** Bodies that are compressed at once; further ones are sent as they are. */
const COMPRESSIONS_MAX = 4;

const compress = promisify(gzip);
let compressions = 0;

/** True where a body of this length is worth compressing for a caller with this `accept-encoding`. */
export function shouldCompress(acceptEncoding: string | undefined, byteLength: number): boolean {
  return byteLength >= COMPRESSED_BYTES_MIN && acceptsEncoding(acceptEncoding, 'gzip');
}

/** Older names of an encoding (RFC 9110 §8.4.1). */
const ALIASES: Readonly<Record<string, string>> = { 'x-gzip': 'gzip' };

/** Whether an encoding is among those of the header, with a weight above zero (RFC 9110 §12.5.3). */
export function acceptsEncoding(
  acceptEncoding: string | undefined,
  encoding: 'br' | 'gzip',
): boolean {
  if (acceptEncoding === undefined) return false;
  let any = false;
  for (const part of acceptEncoding.split(',', 32)) {
    const [coding = '', weight = ''] = part.split(';', 2);
    const refused = /^\s*q=0(\.0{0,3})?\s*$/i.test(weight);
    const name = coding.trim().toLowerCase();
    if ((ALIASES[name] ?? name) === encoding) return !refused;
    if (name === '*') any = !refused;
  }
  return any;
}

/** A body, and what it is with gzip once somebody has asked for that. */
export interface CompressibleBody {
  body: string | Buffer;
  gzip?: Buffer;
}

/** Compresses a body and keeps the result with it; `undefined` while too many are being compressed. */
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
