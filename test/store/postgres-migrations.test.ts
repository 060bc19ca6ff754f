/** The migrations of PostgreSQL. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Store } from '../../src/store/store.ts';
import { createTestDatabase, openTestStore, type TestDatabase } from './postgres-database.ts';

let database: TestDatabase;
let store: Store;
const opened: Store[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  store = open();
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
  await database.drop();
});

function open(): Store {
  const made = openTestStore(database.url);
  opened.push(made);
  return made;
}

describe('migrations', () => {
  it('are applied once by several processes that start at the same time', async () => {
    const results = await Promise.all([store, open(), open()].map((each) => each.migrate()));
    const versions = (await store.listMigrations()).map(({ version }) => version);
    expect(results.flat().map(({ version }) => version)).toEqual(versions);
  });

  it('of a newer program are refused by a process that starts, and accepted by one that runs', async () => {
    await store.migrate();
    await database.query("INSERT INTO schema_migration VALUES (9999, 'later')");
    await store.ping();
    await expect(store.checkSchema()).rejects.toThrow(/does not belong to this program/);
    await expect(store.migrate()).rejects.toThrow(/does not belong to this program/);
  });

  it('are refused if the text of the database is not UTF-8', async () => {
    await database.query(
      "CREATE DATABASE teller_test_latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0",
    );
    const latin = openTestStore(database.url.replace(/teller_test_\w+$/, 'teller_test_latin'));
    await expect(latin.migrate()).rejects.toThrow(/text of the database is LATIN1/);
    await latin.close();
    await database.query('DROP DATABASE teller_test_latin');
  });

  it('are refused if the URL selects a schema that does not exist', async () => {
    const address = new URL(database.url);
    address.searchParams.set('options', '-csearch_path=other');
    const other = openTestStore(address.href);
    await expect(other.migrate()).rejects.toMatchObject({
      name: 'StoreUnavailableError',
      message: expect.stringMatching(/^the schema .* does not exist, .*; .*CREATE SCHEMA/),
    });
    await database.query('CREATE SCHEMA other');
    expect(await other.migrate()).not.toEqual([]);
    await other.close();
  });

  it('are rolled back if one fails', async () => {
    await database.query('CREATE TABLE wallet_recheck (a integer)');
    await expect(store.migrate()).rejects.toThrow(/already exists/);
    expect((await store.listMigrations()).some(({ applied }) => applied)).toBe(false);
    await database.query('DROP TABLE wallet_recheck');
    await store.migrate();
    await store.ping();
  });
});
