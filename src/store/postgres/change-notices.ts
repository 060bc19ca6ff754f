/**
 * Notifies the services of changed keys and wallets, after the commit of a change (PostgreSQL's manual,
 * NOTIFY).
 *
 * A notification has its own transaction, which does not wait for the disk: PostgreSQL commits
 * transactions with notifications one after the other. If a notification is lost, stale entries of the
 * authentication cache expire within a second.
 */
import { type Query, raw, records, sql } from '../sql/query.ts';

/** A channel belongs to a database. Its name contains the schema, because each installation has its own. */
const CHANNEL = "'teller_' || pg_namespace.oid";
const OF_SCHEMA = 'FROM pg_namespace WHERE nspname = current_schema()';

/** Selects the name of the channel, which needs no quotes. */
export const FIND_CHANNEL = `SELECT ${CHANNEL} AS channel ${OF_SCHEMA}`;

/** Returns the statement that notifies of changed keys or wallets. It names no distributed table, so it stays on its node. */
export function notifyChanges(ids: readonly string[]): Query {
  const list = records(ids, { id: ['text', (id) => id] });
  return sql`SELECT set_config('synchronous_commit', 'off', true), pg_notify(${raw(CHANNEL)}, list.id)
    FROM pg_namespace, ${list} AS list WHERE nspname = current_schema()`;
}
