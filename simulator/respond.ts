import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireResponse } from './exchange.ts';
import type { Fault } from './faults.ts';

const HUGE_BODY_MAX_BYTES = 1_073_741_824;
const CHUNK_BYTES = 65_536;
const DRAINED_BODIES_MAX = 16;
const HTML =
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body></body></html>';

/** The response to one request. */
export interface Reply {
  readonly fault: Fault | undefined;
  /** Returns the exchange's response; called only if the fault allows one. */
  respond(): WireResponse;
  /** Returns the exchange's response to an unknown key. */
  refuseKey(): WireResponse;
  /** Ends waiting when the simulator closes. */
  readonly signal: AbortSignal;
}

/**
 * Returns a body of at most `bytesMax` bytes; `undefined` if it is larger. A too large body is read to its
 * end, so that the sender receives the refusal, unless it is far too large.
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes * DRAINED_BODIES_MAX) break;
    if (length <= maxBytes) chunks.push(chunk);
  }
  return length > maxBytes ? undefined : Buffer.concat(chunks).toString('utf8');
}

/**
 * Responds to a request, with its fault if it has one. Returns the status that was sent; 0 for a closed
 * connection.
 */
export async function respond(response: ServerResponse, reply: Reply): Promise<number> {
  const { fault } = reply;
  if (fault === undefined) return send(response, reply.respond());
  switch (fault.kind) {
    case 'status':
      return send(response, statusResponse(fault));
    case 'html':
      return send(response, { status: 200, headers: { 'content-type': 'text/html' }, body: HTML });
    case 'truncated-json':
      return send(response, truncate(reply.respond()));
    case 'reset':
      response.socket?.resetAndDestroy();
      return 0;
    case 'slow':
      await sleep(fault.delayMs, undefined, { signal: reply.signal });
      return send(response, reply.respond());
    case 'redirect':
      return send(response, { status: 302, headers: { location: fault.location }, body: '' });
    case 'huge-body':
      return sendHuge(response, fault.bytes);
    case 'refused-key':
      break;
  }
  return send(response, reply.refuseKey());
}

/** Sends a response and returns its status. */
export function send(response: ServerResponse, wire: WireResponse): number {
  response.writeHead(wire.status, wire.headers);
  response.end(wire.body);
  return wire.status;
}

function statusResponse(fault: Extract<Fault, { kind: 'status' }>): WireResponse {
  const headers: Record<string, string> = { 'content-type': 'text/plain' };
  if (fault.retryAfterSeconds !== undefined) {
    headers['retry-after'] = String(fault.retryAfterSeconds);
  }
  return { status: fault.status, headers, body: fault.body ?? `simulated ${fault.status}` };
}

function truncate(wire: WireResponse): WireResponse {
  return { ...wire, body: wire.body.slice(0, Math.floor(wire.body.length / 2)) };
}

async function sendHuge(response: ServerResponse, bytes: number): Promise<number> {
  const total = Math.min(bytes, HUGE_BODY_MAX_BYTES);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('"');
  for (let sent = 0; sent < total && !response.destroyed; sent += CHUNK_BYTES) {
    const chunk = 'a'.repeat(Math.min(CHUNK_BYTES, total - sent));
    if (!response.write(chunk)) await drained(response);
  }
  response.end('"');
  return 200;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
