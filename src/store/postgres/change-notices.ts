/**
 * Notifies the services of changed keys and wallets: a notification (PostgreSQL's manual, NOTIFY) after the commit
 * of the change.
 *
 * It has a transaction of its own, which does not wait for the disk: those that bring notices commit
 * one after the other. One that is lost is made up for within the second for which callers are
 * remembered.
 */
import type { BoundStatement, Statement } from './statement.ts';

/** Channels are a database's own; two installations in one have each a schema. */
const CHANNEL = "'teller_' || oid";
const OF_SCHEMA = 'FROM pg_namespace WHERE nspname = current_schema()';

/** The name of the channel, which needs no quotes. */
export const FIND_CHANNEL = `SELECT ${CHANNEL} AS channel ${OF_SCHEMA}`;

/** It names no table, so that a coordinator runs it itself. */
const NOTIFY: Statement = {
  name: 'notify_changes',
  text: `SELECT set_config('synchronous_commit', 'off', true),
      pg_notify(${CHANNEL}, unnest($1::text[])) ${OF_SCHEMA}`,
};

/** What stands for every key and wallet. */
export const ALL = '';

/** Notifies that keys or wallets have changed. */
export function notifyChanges(ids: readonly string[]): BoundStatement {
  return [NOTIFY, ids];
}
