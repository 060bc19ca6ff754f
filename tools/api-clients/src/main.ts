/** Checks the generated clients with a running service. Usage: node main.js URL, the credentials as JSON on standard input. */
import { text } from 'node:stream/consumers';

import createClient from 'openapi-fetch';

import { createClient as createHeyApi } from '../dist/generated/hey-api/client/index.js';
import { getWithdrawableBalance, listTransactions } from '../dist/generated/hey-api/index.js';
import type { paths } from '../dist/generated/openapi-typescript.js';
import { checkClient } from './check-client.js';
import type { CreateClient } from './client-under-test.js';

const CLIENTS: Readonly<Record<string, CreateClient>> = {
  // Sends the credentials by the security schemes.
  '@hey-api/openapi-ts': (baseUrl, credentials) => {
    const client = createHeyApi({ baseUrl, auth: ({ name = '' }) => credentials[name] });
    return {
      list: (query) => listTransactions({ client, query }),
      readBalance: () => getWithdrawableBalance({ client }),
    };
  },
  'openapi-typescript with openapi-fetch': (baseUrl, credentials) => {
    const client = createClient<paths>({ baseUrl, headers: credentials });
    return {
      list: (query) => client.GET('/v0/wallet/transactions', { params: { query } }),
      readBalance: () => client.GET('/v0/wallet/withdraw/balance'),
    };
  },
};

const [, , url = ''] = process.argv;
const credentials = JSON.parse(await text(process.stdin)) as Record<string, string>;
for (const [name, create] of Object.entries(CLIENTS)) {
  await checkClient(create, url, credentials);
  process.stdout.write(`${name}: the client compiles and its calls succeed\n`);
}
