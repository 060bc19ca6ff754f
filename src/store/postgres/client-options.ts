import type pg from 'pg';

import { COLUMN_TYPES } from './connection.ts';

/** The address, the role and the timeouts of connections. */
export interface ClientOptions {
  readonly url: string;
  /** The role of the connections; the URL's user if missing. */
  readonly role?: string;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
}

/** Maximum time between two statements of a transaction. It releases the locks of a process that hangs. */
const IDLE_TRANSACTION_MS = 15_000;

/**
 * `citus.propagate_set_commands` sends the wallet of a transaction to the node that stores it. Without
 * Citus the setting has no effect.
 */
const SETTINGS = ['client_encoding=UTF8', 'citus.propagate_set_commands=local'];

/** Returns the driver's options for a connection. */
export function toClientConfig(options: ClientOptions): pg.ClientConfig {
  const { role, connectTimeoutMs, statementTimeoutMs } = options;
  const { url, urlOptions } = takeOptions(options.url);
  const settings = role === undefined ? SETTINGS : [...SETTINGS, `role=${escapeOption(role)}`];
  return {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    keepAlive: true,
    types: COLUMN_TYPES,
    application_name: 'wallet-teller',
    options: [...urlOptions, ...settings.map((setting) => `-c ${setting}`)].join(' '),
  };
}

/** Separates the `options` of a URL from it: the driver would use only these and ignore ours. */
function takeOptions(address: string): {
  readonly url: string;
  readonly urlOptions: readonly string[];
} {
  const url = new URL(address);
  const urlOptions = url.searchParams.getAll('options');
  url.searchParams.delete('options');
  return { url: url.href, urlOptions };
}

/** Escapes spaces and backslashes in an option of the startup message. */
function escapeOption(value: string): string {
  return value.replaceAll(/[\\\s]/g, (found) => `\\${found}`);
}
