import type { IncomingMessage } from 'node:http';

import { IGNORED_BODY_BYTES_MAX, IGNORED_BODY_PARTS_MAX } from './limits.ts';
import type { RequestHead } from './head.ts';

/**
 * Discards the body, so that the connection can serve the next request; no route reads a body. Above a limit
 * the connection is closed.
 */
export function discardBody(request: IncomingMessage, { headers }: RequestHead): void {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  let bytes = 0;
  let parts = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    parts += 1;
    if (bytes <= IGNORED_BODY_BYTES_MAX && parts <= IGNORED_BODY_PARTS_MAX) return;
    request.removeAllListeners('data');
    request.pause();
    // 64 KiB may contain 10,000 chunks, which Node discards four times as fast if the request is destroyed.
    if (parts > IGNORED_BODY_PARTS_MAX) request.destroy();
    else request.socket.destroySoon();
  });
}
