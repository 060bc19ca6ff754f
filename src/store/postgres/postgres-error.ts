import pg from 'pg';

import { StoreUnavailableError } from '../errors.ts';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const DUPLICATE_OBJECT = '42710';
const CATALOG_CHANGED = /concurrently updated/;

const OTHER_SCHEMA =
  'the schema of the database does not belong to this version of the program; run `teller migrate`';

/** What a condition (SQLSTATE, PostgreSQL's manual, appendix A) means to an operator. */
const UNAVAILABLE: ReadonlyMap<string, string> = new Map([
  ['22023', 'the role of the service is missing, or a setting is refused; run `teller migrate`'],
  ['25006', 'the database takes no writes'],
  ['28000', 'the database refuses this user'],
  ['28P01', 'the database refuses this user or password'],
  ['3D000', 'there is no such database on the server'],
  ['40001', 'the database could not put transactions in an order; try again'],
  ['40P01', 'the database has ended a deadlock; try again'],
  ['42501', 'the user of the database may not do this; see docs/postgresql.md, roles'],
  ['42703', OTHER_SCHEMA],
  ['42883', OTHER_SCHEMA],
  ['42P01', OTHER_SCHEMA],
  ['53100', 'the disk of the database is full'],
  ['53300', 'the database has no connection left'],
  ['55P03', 'the database is locked by another process'],
  ['57014', 'the database took longer than it may'],
  ['57P01', 'the database is being shut down'],
  ['57P03', 'the database is starting'],
  ['XX001', 'data of the database is corrupted; its log says which'],
  ['XX002', 'an index of the database is corrupted; its log says which'],
]);

/** What the rest of a class means. */
const UNAVAILABLE_CLASSES: ReadonlyMap<string, string> = new Map([
  ['08', 'the connection to the database has failed'],
  ['53', 'the database lacks resources'],
  ['55', 'the database is not in a state to do this'],
  ['57', 'the database has ended the connection'],
  ['58', 'the system of the database has failed'],
  ['XX', 'the database reports an internal error; its log says more'],
]);

/**
 * What the store throws for an error of the driver: {@link StoreUnavailableError} where the
 * database or the way to it is at fault, without SQL in its message; what the database says of a
 * statement that is at fault itself (a defect of the program) as it is.
 */
export function translatePostgresError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailableError) return error;
  const message =
    error instanceof pg.DatabaseError ? explainCondition(error.code ?? '') : explainFailure(error);
  return message === undefined ? error : new StoreUnavailableError(message, { cause: error });
}

/** True where it was not the database that spoke: the connection is of no use any more. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof StoreUnavailableError && !(error.cause instanceof pg.DatabaseError);
}

/** True where a record of this key exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;
}

/** True where another has made or changed the same object of the server at the same time. */
export function isMadeMeanwhile(error: unknown): boolean {
  const cause = error instanceof StoreUnavailableError ? error.cause : error;
  if (!(cause instanceof pg.DatabaseError)) return false;
  return (
    isUniqueViolation(cause) ||
    cause.code === DUPLICATE_OBJECT ||
    CATALOG_CHANGED.test(cause.message)
  );
}

/** True where the record that is referred to does not exist. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION;
}

function explainCondition(condition: string): string | undefined {
  return UNAVAILABLE.get(condition) ?? UNAVAILABLE_CLASSES.get(condition.slice(0, 2));
}

/** The driver's own errors have no code and few texts; the system's have a code. */
function explainFailure(error: Error): string | undefined {
  if (error instanceof TypeError || error instanceof RangeError) return undefined;
  if ('code' in error && error.code === 'ENOTFOUND') return 'the host of the database is unknown';
  if (/time(?:out|d out)/i.test(error.message)) return 'the database does not answer in time';
  return 'the database cannot be reached';
}
