import createClient from 'openapi-fetch';

import type { paths } from '../dist/generated/openapi-typescript.js';
import type { CreateClient } from './client-under-test.js';

/** Creates the client of `openapi-fetch` with the types that `openapi-typescript` generates. */
export const createOpenApiFetchClient: CreateClient = (baseUrl, credentials) => {
  const client = createClient<paths>({ baseUrl, headers: credentials });
  return {
    list: (query) => client.GET('/v0/wallet/transactions', { params: { query } }),
    readBalance: () => client.GET('/v0/wallet/withdraw/balance'),
  };
};
