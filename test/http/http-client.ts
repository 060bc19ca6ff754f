import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A received answer. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: string;
  readonly bytes: Buffer;
}

export interface HttpRequest {
  readonly method?: string;
  /** Sent unchanged. */
  readonly path: string;
  /** Each element of a list is sent as a separate header. */
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string;
}

/** Time within which a reset arrives. */
const RESET_MS = 50;

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends a request over `node:http`. */
export function send(port: number, options: HttpRequest): Promise<HttpAnswer> {
  const { method = 'GET', path, headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, headers, agent },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            rawHeaders: response.rawHeaders,
            body: bytes.toString('utf8'),
            bytes,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Returns headers as lines of the head of a request. */
export function writeHeaderLines(headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return lines.join('');
}

/** The text that a connection received until it was closed, and its duration. */
export interface RawExchange {
  readonly text: string;
  readonly lastedMs: number;
}

/** Writes bytes to a connection and reads until the server closes it. */
export function sendRaw(
  port: number,
  bytes: string,
  whileOpen: (socket: Socket) => void = () => undefined,
): Promise<RawExchange> {
  return new Promise((resolve) => {
    const startedAtMs = performance.now();
    const socket = connect({ host: '127.0.0.1', port });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    // A reset ends the exchange like a close.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ text, lastedMs: performance.now() - startedAtMs }));
    socket.on('end', () => socket.end());
    socket.on('connect', () => {
      socket.write(bytes, 'latin1');
      whileOpen(socket);
    });
  });
}

/** Parses the text of an answer that ended with its connection. */
export function parseRaw(text: string): HttpAnswer {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers: IncomingHttpHeaders = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const bytes = Buffer.from(body, 'latin1');
  return { status: Number(statusLine.split(' ')[1]), headers, rawHeaders: lines, body, bytes };
}

/** Parses JSON with every number as text, so that digits can be compared. */
export function parseDigits(body: string): unknown {
  const keepDigits = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' ? context!.source : value;
  return JSON.parse(body, keepDigits);
}

/**
 * Writes bytes to a connection, waits for the first answer, resets the connection, and waits for the effect.
 */
export async function resetAfter(port: number, bytes: string): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(bytes);
  await once(socket, 'data');
  socket.resetAndDestroy();
  await sleep(RESET_MS);
}
