import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { CITUS_URL } from '../store/citus-cluster.ts';
import { createTestDatabase, makeDatabaseName, STORE_OPTIONS } from '../store/postgres-database.ts';
import { runSql } from '../store/run-sql.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/postgresql.md'), 'utf8');

it.skipIf(CITUS_URL !== undefined)(
  'creates roles and a database that the first migration can use',
  async () => {
    const name = makeDatabaseName();
    const [, block = ''] = /```sql\n([^`]+)```/.exec(PAGE) ?? [];
    expect(block).toContain('CREATE DATABASE teller OWNER teller');
    // The server of the tests may have roles of these names.
    const statements = block.replaceAll(/\bteller(?=_api\b|\b)/g, name).split(';\n');
    const server = await createTestDatabase();
    try {
      for (const statement of statements) await runSql(server.url, statement);
      const owner = Object.assign(new URL(server.url), { username: name, pathname: `/${name}` });
      const store = openPostgresStore({
        url: owner.href,
        ...STORE_OPTIONS,
        servingRole: `${name}_api`,
      });
      expect(await store.migrate()).not.toEqual([]);
      await store.ping();
      expect(await store.countWallets()).toEqual([]);
      await store.close();
    } finally {
      await runSql(
        server.url,
        `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`,
        `DROP ROLE IF EXISTS ${name}_api`,
        `DROP ROLE IF EXISTS ${name}`,
      );
      await server.drop();
    }
  },
);
