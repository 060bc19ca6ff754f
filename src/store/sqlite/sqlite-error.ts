import { SchemaVersionError, StoreCorruptedError, StoreUnavailableError } from '../errors.ts';

const NO_ERROR = 0;
const GENERIC_ERROR = 1;
const BUSY = 5;
const LOCKED = 6;
const IO_FAILS = 10;
const CORRUPTED = 11;
const CANNOT_OPEN = 14;
const NO_DATABASE = 26;

/** The advice for a file that the system does not open. */
export const CANNOT_OPEN_ADVICE =
  'the database file cannot be opened; check its path, and that this user may read and write it and its folder';
/** The advice for a file that SQLite cannot read as a database. */
export const NOT_A_DATABASE =
  'the file is not a database; check its path, or restore a backup with "teller restore --force FILE"';

const CORRUPTED_ADVICE =
  'the database is corrupted; restore a backup, or run `teller doctor` to see which part is';

/** Messages for operators by result code of SQLite (https://www.sqlite.org/rescode.html). */
const UNAVAILABLE: ReadonlyMap<number, string> = new Map([
  [
    BUSY,
    'the database is locked by another process, an import for example; retry when it has ended',
  ],
  [LOCKED, 'the database is locked by another statement; retry'],
  [7, 'there is not enough memory for the database; stop other programs, or add memory'],
  [8, 'the database is read-only; give this user write permission for the file and its folder'],
  [
    IO_FAILS,
    'the disk of the database failed to read or write; check the disk and the log of the system',
  ],
  [13, 'the disk of the database is full; free space and retry'],
  [CANNOT_OPEN, CANNOT_OPEN_ADVICE],
  [15, 'the database file cannot be locked; move it to a local disk, not a network file system'],
  [17, 'the schema of the database keeps changing; retry'],
  [NO_DATABASE, NOT_A_DATABASE],
]);

const PRIMARY_CODE_MASK = 0xff;
const OUTDATED_SCHEMA = /^no such (?:table|column|index)/;

/**
 * Returns the error of the store for an error of `node:sqlite`: a {@link StoreUnavailableError} if the
 * database is the cause, without SQL in its message. Any other error (a defect of the program, an error of
 * the store itself) is returned unchanged.
 */
export function translateSqliteError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'ERR_INVALID_STATE') {
    return new StoreUnavailableError('the database is closed', { cause: error });
  }
  // Node refuses an integer beyond 2^53, which is never written.
  if (error.code === 'ERR_OUT_OF_RANGE') {
    return new StoreCorruptedError(CORRUPTED_ADVICE, { cause: error });
  }
  const code = primaryCodeOf(error);
  if (error.code !== 'ERR_SQLITE_ERROR' || code === undefined) return error;
  if (code === CORRUPTED) return new StoreCorruptedError(CORRUPTED_ADVICE, { cause: error });
  const message = isSchemaOutdated(error)
    ? 'the schema of the database does not belong to this version of the program; run `teller migrate`'
    : UNAVAILABLE.get(code);
  return message === undefined ? error : new StoreUnavailableError(message, { cause: error });
}

/** Returns true if another process holds the requested lock. */
export function isBusy(error: unknown): boolean {
  return primaryCodeOf(error) === BUSY;
}

/**
 * Returns true if another process has locked the database that is written to. For a copy into a file, only
 * the message says so.
 */
export function isLocked(error: unknown): boolean {
  return [BUSY, LOCKED, NO_ERROR].includes(primaryCodeOf(error) ?? -1);
}

/** Returns true if a page of the file is corrupted. */
export function isCorruption(error: unknown): boolean {
  return primaryCodeOf(error) === CORRUPTED;
}

/**
 * Returns true if reopening the file may help, because the file was replaced: it is corrupted, is not a
 * database, cannot be opened or read, or has another schema.
 */
export function isCuredByReopening(error: unknown): boolean {
  if (error instanceof SchemaVersionError || isSchemaOutdated(error)) return true;
  return [IO_FAILS, CORRUPTED, CANNOT_OPEN, NO_DATABASE].includes(primaryCodeOf(error) ?? -1);
}

function primaryCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return Number(error.errcode) & PRIMARY_CODE_MASK;
}

function isSchemaOutdated(error: unknown): boolean {
  return primaryCodeOf(error) === GENERIC_ERROR && OUTDATED_SCHEMA.test((error as Error).message);
}
