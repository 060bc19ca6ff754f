import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** Where recorded responses of exchanges lie, outside of the project. */
const SHARED =
  process.env['TELLER_SHARED_DIR'] ?? fileURLToPath(new URL('../../../shared', import.meta.url));
const RECORDINGS = `${SHARED}/exchange-responses/response`;

/** One recorded call: where it went and what came back. */
interface RecordedCase {
  readonly description: string;
  readonly routes: readonly {
    readonly method: string;
    readonly host: string;
    readonly path: string;
  }[];
  readonly httpResponse: unknown;
}

/** True where the recorded responses are on this machine. */
export const hasRecordings = existsSync(`${RECORDINGS}/binance.json`);

/** The first recorded case of a unified method of an exchange. */
export function readRecording(exchange: string, method: string): RecordedCase {
  const recording = JSON.parse(readFileSync(`${RECORDINGS}/${exchange}.json`, 'utf8')) as {
    methods: Record<string, RecordedCase[]>;
  };
  const recorded = recording.methods[method]?.[0];
  if (recorded === undefined) throw new Error(`${exchange} ${method} is not recorded`);
  return recorded;
}

/** The first documented body of a unified method of an exchange. */
export function readDocumentedResponse(exchange: string, method: string): unknown {
  const samples = JSON.parse(
    readFileSync(`${SHARED}/exchange-responses/doc-samples.json`, 'utf8'),
  ) as Record<string, Record<string, unknown[]>>;
  const body = samples[exchange]?.[method]?.[0];
  if (body === undefined) throw new Error(`${exchange} ${method} is not documented`);
  return body;
}

/** Responses by `METHOD host/path`. */
export type Responses = Map<string, unknown>;

/** The recorded responses of these methods, the first case of each. */
export function responsesOf(exchange: string, methods: readonly string[]): Responses {
  const responses: Responses = new Map();
  for (const method of methods) {
    const { routes, httpResponse } = readRecording(exchange, method);
    // The last route is the one that the recorded body belongs to.
    const { method: verb, host, path } = routes.at(-1)!;
    responses.set(`${verb} ${host}${path}`, httpResponse);
  }
  return responses;
}

/** A server behind `TELLER_EXCHANGE_PROXY_URL` that gives these responses, whatever is asked of them. */
export async function startRecordedExchange(responses: Responses): Promise<{
  readonly url: string;
  readonly unknown: readonly string[];
  readonly close: () => void;
}> {
  const unknown: string[] = [];
  const server: Server = createServer((request, response) => {
    const target = new URL(decodeURIComponent((request.url ?? '/').slice(1)));
    const endpoint = `${request.method} ${target.host}${target.pathname}`;
    const body = responses.get(endpoint);
    if (body === undefined) unknown.push(endpoint);
    request.resume();
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { msg: 'not recorded' }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, unknown, close: () => server.close() };
}
