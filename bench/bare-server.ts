/**
 * The limit of `node:http`: a bare server that sends the bytes of a file in response to every request. Argument: the
 * path of the file. Prints its URL as JSON.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

import { announce } from './announce.ts';

const body = readFileSync(process.argv[2] ?? '');
const headers = { 'content-type': 'application/json', 'content-length': body.length };
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
announce(server);
