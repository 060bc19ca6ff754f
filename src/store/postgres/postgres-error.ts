import pg from 'pg';

import { NodeUnavailableError, StoreRightMissingError, StoreUnavailableError } from '../errors.ts';

/** A unique value, or an object, exists already. */
const MADE_CODES: ReadonlySet<string> = new Set(['23505', '42710']);
/** A prepared statement is missing, or exists already. */
const PREPARED_CODES: ReadonlySet<string> = new Set(['26000', '42P05']);
const CATALOG_CHANGED = /concurrently updated/;

const OTHER_SCHEMA =
  'the schema of the database does not belong to this version of the program; run `teller migrate`';

/** An import stages its rows in a temporary table, which a pooler in transaction mode leaves on another connection. */
const TABLE_MISSING = `${OTHER_SCHEMA}, or connect without a pooler in transaction mode`;

const RIGHT_MISSING_CODE = '42501';
const LOCK_TIMEOUT_CODE = '55P03';
const READ_ONLY_CODE = '25006';

/** Messages for operators by SQLSTATE (PostgreSQL's manual, appendix A). */
const UNAVAILABLE: ReadonlyMap<string, string> = new Map([
  ['22023', 'the role of the service is missing, or a setting is refused; run `teller migrate`'],
  [READ_ONLY_CODE, 'the database takes no writes; connect to the primary server'],
  [
    '25P03',
    'the database has ended a transaction that did not continue; retry, and look for what blocks this process',
  ],
  [
    '25P04',
    'the database has ended a transaction that took too long; raise its transaction_timeout, or set it to 0',
  ],
  [
    '28000',
    'the database refuses this user; correct the database URL, or pg_hba.conf of the server',
  ],
  [
    '28P01',
    'the database refuses this user or password; correct them in the database URL, PGPASSWORD or ~/.pgpass',
  ],
  [
    '3D000',
    'there is no such database on the server; create it, or correct its name in the database URL',
  ],
  [
    '3F000',
    'the schema of the search_path does not exist, or this user may not use it; create it with CREATE SCHEMA, or correct ' +
      'the options in the database URL',
  ],
  ['40001', 'the database could not put transactions in an order; try again'],
  ['40P01', 'the database has ended a deadlock; try again'],
  [RIGHT_MISSING_CODE, 'the user of the database may not do this; see docs/postgresql.md, roles'],
  ['42703', OTHER_SCHEMA],
  ['42883', OTHER_SCHEMA],
  ['42P01', TABLE_MISSING],
  ['53100', 'the disk of the database is full; free space and retry'],
  [
    '53300',
    'the database has no connection left; raise max_connections of the server, or the connection limit of the user or ' +
      'of the database, or lower TELLER_DATABASE_CONNECTIONS',
  ],
  [
    LOCK_TIMEOUT_CODE,
    'another process has locked this part of the database, an import for example; retry when it has ended',
  ],
  [
    '57014',
    'the database took longer than it may; retry, and look for long statements in pg_stat_activity',
  ],
  ['57P01', 'the database is being shut down; retry when it runs again'],
  ['57P03', 'the database is starting; retry in some seconds'],
  ['XX001', 'data of the database is corrupted; its log says which'],
  ['XX002', 'an index of the database is corrupted; its log says which'],
]);

/**
 * A standby ends a read that needs rows which it has to remove, with the code of a conflict of transactions
 * (https://www.postgresql.org/docs/current/hot-standby.html).
 */
const STANDBY_CONFLICT = /conflict with recovery/;
const READ_CANCELED =
  'the standby has canceled a read to apply changes; raise its max_standby_streaming_delay, or set its ' +
  'hot_standby_feedback to on';

/** Messages for all other SQLSTATEs of a class. */
const UNAVAILABLE_CLASSES: ReadonlyMap<string, string> = new Map([
  ['08', 'the connection to the database has failed; check that the server runs'],
  ['53', 'the database lacks resources; its log says which'],
  ['55', 'the database is not in a state to do this; its log says why'],
  ['57', 'the database has ended the connection; retry, its log says why'],
  ['58', 'the system of the database has failed; its log says why'],
  ['XX', 'the database reports an internal error; its log says more'],
]);

/** Citus names the node that it cannot reach in the message, and one that ends a connection in the context. */
const LOST_NODE = /(?:remote node|marked as essential:|connections to the node) (\S{1,300})/;
const ENDING_NODE = /while executing command on (\S{1,300})/;
/** "Failure on connection marked as essential" has the code of an internal error. */
const LOST_NODE_CODE = /^(?:08|57P|XX000)/;
const ENDED_BY_NODE = /^(?:08|57P)/;
/**
 * The reason of a server that refuses a connection, as libpq repeats it. PostgreSQL names the user, the database and the host in it,
 * and no secret.
 */
const REFUSAL = /FATAL:\s{1,4}(.{1,300})/;

/**
 * Returns the error that the store throws for an error of the driver: a {@link StoreUnavailableError},
 * without SQL in its message, if the database or the connection failed. An error of the statement itself,
 * which is a defect of the program, is returned unchanged.
 */
export function translatePostgresError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailableError) return error;
  const node = error instanceof pg.DatabaseError ? findLostNode(error) : undefined;
  if (node !== undefined) {
    const refusal = REFUSAL.exec(error.message)?.[1];
    return new NodeUnavailableError(node, { refusal, cause: error });
  }
  const message =
    error instanceof pg.DatabaseError ? explainCondition(error) : explainFailure(error);
  if (message === undefined) return error;
  const isForbidden = error instanceof pg.DatabaseError && error.code === RIGHT_MISSING_CODE;
  const Unavailable = isForbidden ? StoreRightMissingError : StoreUnavailableError;
  return new Unavailable(message, { cause: error });
}

/** Returns true if the error did not come from the database, so that the connection is lost. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof StoreUnavailableError && !(error.cause instanceof pg.DatabaseError);
}

/** Returns true if the server takes no writes, as one that was the primary before a failover. */
export function isWriteRefused(error: unknown): boolean {
  return findDatabaseError(error)?.code === READ_ONLY_CODE;
}

/** Returns true if another transaction had a lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  return findDatabaseError(error)?.code === LOCK_TIMEOUT_CODE;
}

/** Returns true if another transaction has concurrently created or changed the same object. */
export function isMadeMeanwhile(error: unknown): boolean {
  const found = findDatabaseError(error);
  if (found === undefined) return false;
  return MADE_CODES.has(found.code ?? '') || CATALOG_CHANGED.test(found.message);
}

/** Returns the error of the server, also from a translated error. */
function findDatabaseError(error: unknown): pg.DatabaseError | undefined {
  const cause = error instanceof StoreUnavailableError ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause : undefined;
}

/** Returns true if a prepared statement is on another connection of a pooler, or on this one for another client. */
export function isPreparedElsewhere(error: unknown): boolean {
  return error instanceof pg.DatabaseError && PREPARED_CODES.has(error.code ?? '');
}

/** Returns host and port of the node of a cluster that caused the error by not responding. */
function findLostNode({ code = '', message, where = '' }: pg.DatabaseError): string | undefined {
  const lost = LOST_NODE_CODE.test(code) ? LOST_NODE.exec(message) : null;
  const found = lost ?? (ENDED_BY_NODE.test(code) ? ENDING_NODE.exec(where) : null);
  // In front of the host is the user.
  return found?.[1]?.split('@').at(-1);
}

function explainCondition({ code: condition = '', message }: pg.DatabaseError): string | undefined {
  if (STANDBY_CONFLICT.test(message)) return READ_CANCELED;
  return UNAVAILABLE.get(condition) ?? UNAVAILABLE_CLASSES.get(condition.slice(0, 2));
}

/** The message of `pg-pool` if no connection of a full pool was released in time. */
const POOL_TIMEOUT = 'timeout exceeded when trying to connect';

/** The messages of the driver for a password that is missing or empty, and for a server without TLS. */
const PASSWORD_MISSING = /client password must be/;
const TLS_MISSING = /does not support SSL/;
/** The codes of Node for certificates that are not accepted (https://nodejs.org/docs/latest-v24.x/api/tls.html). */
const CERTIFICATE_CODE = /SELF_SIGNED|^UNABLE_TO_|^CERT_|^ERR_TLS_/;

/** Returns the message for an error of the driver, by its text, or of the system, by its code. */
function explainFailure(error: Error): string | undefined {
  if (error instanceof TypeError || error instanceof RangeError) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND') return 'the host of the database is unknown; correct the database URL';
  if (PASSWORD_MISSING.test(error.message)) {
    return 'the database requires a password; set PGPASSWORD, or add it to ~/.pgpass or TELLER_DATABASE_URL';
  }
  if (TLS_MISSING.test(error.message)) {
    return 'the server of the database does not support TLS; enable it there, or change sslmode in the database URL';
  }
  if (CERTIFICATE_CODE.test(code)) {
    return (
      `the certificate of the database server is not accepted (${code}); correct the host, sslrootcert or sslmode ` +
      'in the database URL'
    );
  }
  if (error.message === POOL_TIMEOUT) {
    return (
      'the connections to the database are all in use; look for long statements and locks in pg_stat_activity, ' +
      'or raise TELLER_DATABASE_CONNECTIONS'
    );
  }
  if (/time(?:out|d out)/i.test(error.message)) {
    return 'the database does not respond in time; check its load and the network';
  }
  return 'the database cannot be reached; check that the server runs, or select another database with --database';
}
