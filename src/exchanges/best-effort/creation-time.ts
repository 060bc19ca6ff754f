/** Reads the time of creation of a row. Pure functions. */
import { smallest } from '../client/long-lists.ts';
import { type RawRow, truncateSeconds, UnreadableRowError } from '../mapping/raw-row.ts';
import { findField, findNamed, type RawValue, readAnyTime } from './raw-values.ts';
import { TIMESTAMP_MS_MAX } from '../../domain/instant.ts';

const TIME_FIELDS = [
  'createTime',
  'create_time',
  'createdAt',
  'created_at',
  'createdTime',
  'created_time',
  'insertTime',
  'applyTime',
  'timestamp',
  'time',
  'date',
];
/** Matches names of fields with the time of creation, in any style, but not `requestId`. */
const CREATION_FIELD =
  /(creat|insert|apply|applied|submit|request|initiat)\w{0,40}(time|date|at|ts|stamp)$|^created$|^c_?time$/i;
/** Matches Unix times in seconds with a fraction. */
const SECONDS = /^\d{9,10}\.\d+$/;
/** Matches names of fields with the time of a later change. */
const UPDATE_FIELD =
  /updat|modif|complet|confirm|credit|finish|success|settle|process|done|^u_?time$/i;

/**
 * Returns the time of creation, Unix ms: of the fields in the traits, else ccxt's. At some exchanges ccxt reads
 * the time of an update. If ccxt's time only occurs in a field for updates, the earliest time of a field for
 * creation is returned.
 *
 * @throws {UnreadableRowError} if the row has no time.
 */
export function readCreationTime(
  row: RawRow,
  rawValues: readonly RawValue[],
  fields: readonly string[] = [],
): number {
  const documented = readAnyTime(findNamed(rawValues, fields));
  if (documented !== null) return checkTime(documented);
  const reported = readReportedTime(row, rawValues);
  const times = rawValues.flatMap(({ name, text }) => {
    const timeMs = CREATION_FIELD.test(name) || UPDATE_FIELD.test(name) ? readAnyTime(text) : null;
    return timeMs === null ? [] : [{ name, timeMs }];
  });
  const isUpdate = (name: string): boolean => UPDATE_FIELD.test(name) && !CREATION_FIELD.test(name);
  const updates = times.filter(({ name }) => isUpdate(name));
  const creations = times.filter(({ name }) => !isUpdate(name)).map(({ timeMs }) => timeMs);
  const earliest = smallest(creations);
  const isUpdated = updates.some(({ timeMs }) => timeMs === reported);
  return checkTime(isUpdated && earliest < reported ? earliest : reported);
}

/** Returns the time that ccxt reads, else the time in a field with a usual name. */
function readReportedTime(row: RawRow, rawValues: readonly RawValue[]): number {
  const read = row['timestamp'];
  const text = typeof read === 'number' || typeof read === 'string' ? read : null;
  const timestampMs = readAnyTime(text) ?? readAnyTime(findField(row['info'], TIME_FIELDS));
  if (timestampMs === null) throw new UnreadableRowError('timestamp is missing');
  return truncateTime(checkTime(timestampMs), rawValues);
}

/**
 * Returns the truncated time of the raw row. ccxt multiplies seconds as binary floats, which can round to the
 * adjacent millisecond (`safeTimestamp` of ccxt 4.5.84).
 */
function truncateTime(timestampMs: number, rawValues: readonly RawValue[]): number {
  const isAdjacent = (timeMs: number): boolean => Math.abs(timeMs - timestampMs) === 1;
  const adjacent = rawValues
    .filter(({ text }) => SECONDS.test(text))
    .map(({ text }) => truncateSeconds(text))
    .find(isAdjacent);
  if (adjacent === undefined) return timestampMs;
  const isExact = rawValues.some(({ text }) => readAnyTime(text) === timestampMs);
  return isExact ? timestampMs : adjacent;
}

function checkTime(timestampMs: number): number {
  if (Number.isInteger(timestampMs) && timestampMs > 0 && timestampMs <= TIMESTAMP_MS_MAX) {
    return timestampMs;
  }
  throw new UnreadableRowError(`timestamp is not a time: ${timestampMs}`);
}
