/**
 * The limit: a bare `node:http` server that sends the same response to every request. Argument: the response as
 * JSON, see {@link BareAnswer}.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

import { announce } from './announce.ts';

/** The response. */
export interface BareAnswer {
  readonly status: number;
  /** A file with the body; no body if missing. */
  readonly bodyPath?: string;
  readonly headers: Readonly<Record<string, string>>;
}

const { status, bodyPath, headers } = JSON.parse(process.argv[2] ?? '') as BareAnswer;
const body = bodyPath === undefined ? undefined : readFileSync(bodyPath);
const head = body === undefined ? headers : { ...headers, 'content-length': body.length };
const server = createServer((_request, response) => {
  response.writeHead(status, head);
  response.end(body);
});
announce(server);
