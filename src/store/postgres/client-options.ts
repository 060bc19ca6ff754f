import type pg from 'pg';

import { COLUMN_TYPES } from './connection.ts';

/** The address, the role and the timeouts of connections. */
export interface ClientOptions {
  readonly url: string;
  /** The role of the service; the URL's user if missing. */
  readonly role?: string;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  /** Maximum wait for a lock; by default, as long as a statement may take. */
  readonly lockTimeoutMs?: number;
}

/** Maximum time between two statements of a transaction. It releases the locks of a process that hangs. */
const IDLE_TRANSACTION_MS = 15_000;

/**
 * Settings of every connection. They precede those of the database and of the role
 * (https://www.postgresql.org/docs/current/config-setting.html).
 *
 * - Statements rely on the defaults of isolation, strings, arrays and row-level security: in a serializable transaction, a
 *   change that waited for another one of its row fails.
 * - Every statement that is repeated has an index in the order of its rows. PostgreSQL does not know that such an index is
 *   right while a table was never analyzed, or while it was analyzed before it grew: then it sorts all rows of a wallet, or
 *   reads the table from its start. JIT compilation takes longer than such a statement.
 * - A statement is planned for each call: a plan that was made while a table had few rows would be repeated until autovacuum
 *   comes, and sort the rows of a wallet that was imported meanwhile. Through a Citus coordinator each call is planned anyway.
 *   {@link KEEP_PLANS} says for which statements a plan is kept.
 * - `citus.propagate_set_commands` sends the wallet of a transaction to the node that stores it, and
 *   `citus.node_connection_timeout` (ms) bounds the wait for a node that is down. Without Citus they have no effect.
 */
const SETTINGS = [
  'client_encoding=UTF8',
  'DateStyle=ISO',
  'TimeZone=UTC',
  String.raw`default_transaction_isolation=read\ committed`,
  'standard_conforming_strings=on',
  'array_nulls=on',
  'row_security=on',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'jit=off',
  'plan_cache_mode=force_custom_plan',
  'citus.propagate_set_commands=local',
  'citus.node_connection_timeout=1000',
];

/**
 * Keeps plans, which takes half of the time of a page of ten rows. Only for statements that read one table by an index in its
 * order: they have no other plan than one that sorts, which PostgreSQL 15 prefers while a table has few rows. It is the
 * setting of the service's connections, because these statements are its most frequent ones; others need {@link PLAN_EACH}.
 */
const KEEP_PLANS = ['plan_cache_mode=force_generic_plan', 'enable_sort=off'];

/** Plans each statement of a transaction for each call. */
export const PLAN_EACH =
  'SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL enable_sort = on';

/** Returns the driver's options for a connection. */
export function toClientConfig(options: ClientOptions): pg.ClientConfig {
  const { role, connectTimeoutMs, statementTimeoutMs, lockTimeoutMs } = options;
  const url = new URL(options.url);
  // The driver would use only the options of the URL, and ignore ours.
  const urlOptions = url.searchParams.getAll('options');
  url.searchParams.delete('options');
  const settings =
    role === undefined ? SETTINGS : [...SETTINGS, ...KEEP_PLANS, `role=${escapeOption(role)}`];
  return {
    connectionString: url.href,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    ...(lockTimeoutMs !== undefined && { lock_timeout: lockTimeoutMs }),
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    keepAlive: true,
    types: COLUMN_TYPES,
    application_name: 'wallet-teller',
    options: [...urlOptions, ...settings.map((setting) => `-c ${setting}`)].join(' '),
  };
}

/** Escapes spaces and backslashes in an option of the startup message. */
function escapeOption(value: string): string {
  return value.replaceAll(/[\\\s]/g, (found) => `\\${found}`);
}
