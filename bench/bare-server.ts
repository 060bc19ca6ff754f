/**
 * The limit of `node:http`: a bare server that sends the same headers and bytes as a service in response to every request.
 * Arguments: the URL of the service, and the headers of the request as JSON. Prints its own URL as JSON.
 */
import { createServer } from 'node:http';

import { announce } from './announce.ts';

/** Headers that Node adds. */
const NODE_HEADERS = new Set(['connection', 'date', 'keep-alive']);

const [, , url = '', credentials = ''] = process.argv;
const copied = await fetch(url, { headers: JSON.parse(credentials) as Record<string, string> });
if (!copied.ok) throw new Error(`${url}: ${copied.status} ${await copied.text()}`);
const headers = Object.fromEntries([...copied.headers].filter(([name]) => !NODE_HEADERS.has(name)));
const body = Buffer.from(await copied.bytes());
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
announce(server);
