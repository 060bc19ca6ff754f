import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Bodies by `METHOD host/path`; a function is called with the body of each request. */
export type Responses = Readonly<Record<string, unknown>>;

/** A server instead of an exchange, reached through `TELLER_EXCHANGE_PROXY_URL`. */
export interface SampleExchange {
  readonly url: string;
  /** Requested endpoints without a body. */
  readonly unknown: readonly string[];
  readonly close: () => void;
}

/** Starts a server that sends these bodies for any parameters, and 404 for any other endpoint. */
export async function startSampleExchange(responses: Responses): Promise<SampleExchange> {
  const unknown: string[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = new URL(decodeURIComponent((request.url ?? '/').slice(1)));
    const endpoint = `${request.method} ${target.host}${target.pathname}`;
    const sample = responses[endpoint];
    const sent = await text(request);
    const body: unknown =
      typeof sample === 'function' ? (sample as (sent: string) => unknown)(sent) : sample;
    if (body === undefined) unknown.push(endpoint);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { msg: 'no sample' }));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, unknown, close: () => server.close() };
}
