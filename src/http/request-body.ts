import type { IncomingMessage } from 'node:http';

import { IGNORED_BODY_BYTES_MAX } from './limits.ts';
import type { RequestHead } from './request-head.ts';

/**
 * No route reads a body. What comes is thrown away, so that the connection can serve the next
 * request, but not without end: beyond the bound the connection is dropped.
 */
export function discardBody(request: IncomingMessage, { headers }: RequestHead): void {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= IGNORED_BODY_BYTES_MAX) return;
    request.removeAllListeners('data');
    request.pause();
    request.socket.destroySoon();
  });
}
