import { createClient } from '../dist/generated/hey-api/client/index.js';
import { getWithdrawableBalance, listTransactions } from '../dist/generated/hey-api/index.js';
import type { CreateClient } from './client-under-test.js';

/** Creates the client that `@hey-api/openapi-ts` generates. It sends the credentials by the security schemes. */
export const createHeyApiClient: CreateClient = (baseUrl, credentials) => {
  const client = createClient({ baseUrl, auth: ({ name = '' }) => credentials[name] });
  return {
    list: (query) => listTransactions({ client, query }),
    readBalance: () => getWithdrawableBalance({ client }),
  };
};
