/**
 * Notifies the services of changed keys and wallets, after the commit of a change (PostgreSQL's manual,
 * NOTIFY).
 *
 * A notification has its own transaction, which does not wait for the disk: PostgreSQL commits
 * transactions with notifications one after the other. If a notification is lost, stale entries of the
 * authentication cache expire within a second.
 */
import type { BoundStatement, Statement } from './statement.ts';

/** A channel belongs to a database. Its name contains the schema, because each installation has its own. */
const CHANNEL = "'teller_' || oid";
const OF_SCHEMA = 'FROM pg_namespace WHERE nspname = current_schema()';

/** Selects the name of the channel, which needs no quotes. */
export const FIND_CHANNEL = `SELECT ${CHANNEL} AS channel ${OF_SCHEMA}`;

/** Names no distributed table, so that a Citus coordinator sends it to no other node. */
const NOTIFY: Statement = {
  name: 'notify_changes',
  text: `SELECT set_config('synchronous_commit', 'off', true),
      pg_notify(${CHANNEL}, unnest($1::text[])) ${OF_SCHEMA}`,
};

/** Stands for every key and wallet. */
export const ALL = '';

/** Notifies that keys or wallets have changed. */
export function notifyChanges(ids: readonly string[]): BoundStatement {
  return [NOTIFY, ids];
}
