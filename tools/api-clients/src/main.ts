/** Checks the generated clients with a running service. Usage: node main.js URL, the credentials as JSON on standard input. */
import { text } from 'node:stream/consumers';

import { checkClient } from './check-client.js';
import { createHeyApiClient } from './hey-api.js';
import { createOpenApiFetchClient } from './openapi-fetch.js';

const CLIENTS = {
  '@hey-api/openapi-ts': createHeyApiClient,
  'openapi-typescript with openapi-fetch': createOpenApiFetchClient,
};

const [, , url = ''] = process.argv;
const credentials = JSON.parse(await text(process.stdin)) as Record<string, string>;
for (const [name, create] of Object.entries(CLIENTS)) {
  await checkClient(create, url, credentials);
  process.stdout.write(`${name}: the client compiles and its calls succeed\n`);
}
