/** Compresses large bodies for callers that accept it, within a limit of concurrent compressions. */
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

import { tagOfGzip } from './entity-tag.ts';

/** Minimum size of a body that is compressed; for smaller bodies, the saved bytes are not worth the time. */
export const COMPRESSED_BYTES_MIN = 16_384;
/** Maximum concurrent compressions; further bodies are sent uncompressed. */
const COMPRESSIONS_MAX = 4;

const compress = promisify(gzip);

/** Compresses large bodies that are bytes. A body that is sent again, from a cache, is compressed only once. */
export const compression = fp(async (app) => {
  const compressed = new WeakMap<Buffer, Buffer>();
  let running = 0;
  const compressOnce = async (body: Buffer): Promise<Buffer | undefined> => {
    if (running >= COMPRESSIONS_MAX) return undefined;
    running += 1;
    try {
      const bytes = await compress(body, { level: constants.Z_BEST_SPEED });
      compressed.set(body, bytes);
      return bytes;
    } finally {
      running -= 1;
    }
  };
  app.addHook('onSend', (request, reply, body, next) => {
    if (!(body instanceof Buffer) || !isCompressible(request, reply, body)) {
      next();
      return;
    }
    const send = (bytes: Buffer | undefined): void => {
      if (bytes === undefined) return next();
      const entityTag = String(reply.getHeader('etag'));
      reply.headers({ 'content-encoding': 'gzip', etag: tagOfGzip(entityTag) });
      next(null, bytes);
    };
    const known = compressed.get(body);
    if (known !== undefined) send(known);
    // oxlint-disable-next-line promise/no-callback-in-promise -- a hook of Fastify continues by its callback
    else compressOnce(body).then(send, next);
  });
});

function isCompressible({ headers }: FastifyRequest, reply: FastifyReply, body: Buffer): boolean {
  if (body.length < COMPRESSED_BYTES_MIN || reply.hasHeader('content-encoding')) return false;
  return reply.hasHeader('etag') && acceptsEncoding(headers['accept-encoding'], 'gzip');
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
