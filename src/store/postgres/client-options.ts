import type pg from 'pg';

import { COLUMN_TYPES } from './connection.ts';

/** Who connects, and how long anything may take. */
export interface ClientOptions {
  readonly url: string;
  /** Whose rights the connections have; those of the URL's user where absent. */
  readonly role?: string;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
}

/** A transaction of a process that has stopped keeps its locks no longer. */
const IDLE_TRANSACTION_MS = 15_000;

/**
 * `citus.…` hands the wallet that a transaction is for to the node that holds it; without Citus it is
 * a setting that nobody reads.
 */
const SETTINGS = ['client_encoding=UTF8', 'citus.propagate_set_commands=local'];

/** The driver's options of a connection. */
export function toClientConfig(options: ClientOptions): pg.ClientConfig {
  const { role, connectTimeoutMs, statementTimeoutMs } = options;
  const { url, given } = takeOptions(options.url);
  const settings = role === undefined ? SETTINGS : [...SETTINGS, `role=${escapeOption(role)}`];
  return {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    keepAlive: true,
    types: COLUMN_TYPES,
    application_name: 'wallet-teller',
    options: [...given, ...settings.map((setting) => `-c ${setting}`)].join(' '),
  };
}

/** The options of an address apart from it: the driver would take them for all there are. */
function takeOptions(address: string): { readonly url: string; readonly given: readonly string[] } {
  const url = new URL(address);
  const given = url.searchParams.getAll('options');
  url.searchParams.delete('options');
  return { url: url.href, given };
}

/** An option of the startup message: spaces and backslashes are escaped. */
function escapeOption(value: string): string {
  return value.replaceAll(/[\\\s]/g, (found) => `\\${found}`);
}
