/**
 * What tells the services that a caller is answered otherwise now: a notice in the transaction that
 * changes it (PostgreSQL's manual, NOTIFY), which arrives when the change is there to be read. A
 * commit with a notice takes turns with every other such one, so only a change brings one.
 */
import type { BoundStatement, Statement } from './connection.ts';

/** Channels are a database's own; two installations in one have each a schema. */
const CHANNEL = "'teller_' || oid";
const OF_SCHEMA = 'FROM pg_namespace WHERE nspname = current_schema()';

/** The name of the channel, which needs no quotes. */
export const FIND_CHANNEL = `SELECT ${CHANNEL} AS channel ${OF_SCHEMA}`;

/** It names no table, so that a coordinator runs it itself. */
const NOTIFY: Statement = {
  name: 'notify_change',
  text: `SELECT pg_notify(${CHANNEL}, $1) ${OF_SCHEMA}`,
};

/** What stands for every key and wallet. */
export const ALL = '';

/** Says that what is told of a key or of a wallet is another now. */
export function notifyChange(id: string): BoundStatement {
  return [NOTIFY, id];
}
