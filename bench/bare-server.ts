/**
 * The limit of `node:http`: a bare server that sends the same headers and bytes in response to every request. Argument: the
 * path of a file with both as JSON. Prints its URL as JSON.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

import { announce } from './announce.ts';

/** What the server sends. */
export interface BareResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const { headers, body } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BareResponse;
const bytes = Buffer.from(body);
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
announce(server);
