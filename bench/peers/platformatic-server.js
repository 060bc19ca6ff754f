/**
 * Platformatic DB: every table of a database as an endpoint, with nothing switched on that is not
 * measured. Argument: the address of a PostgreSQL. Prints its own address as JSON.
 */
import { tmpdir } from 'node:os';

import { create } from '@platformatic/db';

import { LIMIT_DEFAULT, LIMIT_MAX } from '../../src/domain/query.ts';
import { CONNECTIONS_MAX } from '../plain-table.ts';

const config = {
  server: { hostname: '127.0.0.1', port: 0, logger: { level: 'error' } },
  db: {
    connectionString: process.argv[2],
    openapi: true,
    graphql: false,
    events: false,
    poolSize: CONNECTIONS_MAX,
    limit: { default: LIMIT_DEFAULT, max: LIMIT_MAX },
  },
  watch: false,
};
const app = await create(tmpdir(), config, {
  // Given again: in a container the other one is replaced by all addresses of the machine.
  serverConfig: { hostname: '127.0.0.1' },
  isEntrypoint: true,
  isProduction: true,
});
const url = await app.start({ listen: true });
process.stdout.write(`${JSON.stringify({ url })}\n`);
process.once('SIGTERM', () => process.exit());
