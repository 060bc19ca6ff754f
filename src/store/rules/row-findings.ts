/** What `teller doctor` finds about the rows of a wallet: its report, and what synchronisation has to re-read. */
import { DAY_MS } from '../../domain/duration.ts';
import { TIMESTAMP_MS_MAX } from '../../domain/instant.ts';
import type { StoreCheck } from '../admin.ts';
import type { ImportRecord } from '../import.ts';
import type { TimeRange } from '../records.ts';
import { nameDay, rangeOfPeriod } from './periods.ts';

const ROWS_SHOWN_MAX = 5;
/** Maximum wallets that a finding names. */
export const WALLETS_SHOWN_MAX = 10;

/** A row whose values do not match its checksum. Its id may be no valid text. */
export interface CorruptedRow {
  readonly id: string;
  readonly timestampMs: number;
  readonly importNo: number | null;
  readonly checksum?: number | null;
}

/** A day of which rows are missing. */
export interface MissingRows {
  /** The period of the day: `day 2024-01-31`. */
  readonly period: string;
  readonly count: number;
}

/** An import that can be undone. */
export type UndoableImport = Pick<ImportRecord, 'id' | 'importNo' | 'fileName'>;

/** What is wrong with the rows of a wallet. */
export interface RowFindings {
  readonly id: string;
  /** True if the wallet has been synchronised, so that its rows can be re-read. */
  readonly isSynced: boolean;
  readonly imports: readonly UndoableImport[];
  readonly corrupted: readonly CorruptedRow[];
  readonly missing: readonly MissingRows[];
  /** Rows with the number of another project, which no list of a project contains. */
  readonly strayCount: number;
  readonly areCountsRight: boolean;
}

/** Returns the corrupted rows that no import added. */
export function listCorruptedSynced({ corrupted, imports }: RowFindings): readonly CorruptedRow[] {
  const numbers = new Set(imports.map(({ importNo }) => importNo));
  return corrupted.filter((row) => row.importNo === null || !numbers.has(row.importNo));
}

/**
 * Returns the times to re-read: each day with a wrong row, and a day before and after it, because an exchange may search by
 * another time than it reports.
 *
 * @param isReadOldestFirst true if a later row of the exchange may change an earlier one: then everything from the first
 * of these days on is re-read.
 */
export function listReread(
  findings: RowFindings,
  isReadOldestFirst: boolean,
): readonly TimeRange[] {
  const corrupted = listCorruptedSynced(findings)
    // The day of a corrupted time is unknown; it is one of those with missing rows.
    .filter(({ timestampMs }) => timestampMs >= 0 && timestampMs <= TIMESTAMP_MS_MAX)
    .map(({ timestampMs }) => nameDay(timestampMs));
  const days = new Set([...corrupted, ...findings.missing.map(({ period }) => period)]);
  const ranges = [...days]
    .map((day) => rangeOfPeriod(day))
    .filter(({ fromMs }) => !Number.isNaN(fromMs))
    .map(({ fromMs, toMs }) => ({ fromMs: fromMs - DAY_MS, toMs: toMs + DAY_MS }));
  if (!isReadOldestFirst || ranges.length === 0) return ranges;
  const fromMs = Math.min(...ranges.map((range) => range.fromMs));
  return [{ fromMs, toMs: Number.MAX_SAFE_INTEGER }];
}

/** Returns the finding about the counts of all wallets. */
export function describeCounts(found: readonly RowFindings[], isFixed: boolean): StoreCheck {
  const name = 'counts';
  const wrong = found.filter(({ areCountsRight }) => !areCountsRight).map(({ id }) => id);
  if (wrong.length === 0) return { name, ok: true, detail: 'match the rows' };
  const list = listFirst(wrong, WALLETS_SHOWN_MAX, 'wallets');
  return isFixed
    ? { name, ok: true, detail: `repaired: counted the rows of ${list} again` }
    : { name, ok: false, detail: `differ from the rows of ${list}; repair them with --fix` };
}

/** Returns the finding about corrupted and missing rows of all wallets. */
export function describeRows(found: readonly RowFindings[], isFixed: boolean): StoreCheck {
  const name = 'rows';
  const wrong = found.filter(
    ({ corrupted, missing, strayCount }) => corrupted.length + missing.length + strayCount > 0,
  );
  if (wrong.length === 0) return { name, ok: true, detail: 'none is corrupted or missing' };
  const texts = wrong.map((findings) => {
    const parts = [...describeWrong(findings), ...advise(findings, isFixed)];
    return `${findings.id}: ${parts.join('; ')}`;
  });
  const detail = listFirst(texts, WALLETS_SHOWN_MAX, 'wallets', '. ');
  return { name, ok: isFixed && wrong.every(isRereadWhole), detail };
}

/** Returns true if synchronisation re-reads all corrupted and missing rows. */
function isRereadWhole(findings: RowFindings): boolean {
  const { corrupted, missing, isSynced } = findings;
  if (corrupted.length + missing.length === 0) return true;
  return isSynced && listCorruptedSynced(findings).length === corrupted.length;
}

function describeWrong({ corrupted, missing, strayCount }: RowFindings): readonly string[] {
  const texts: string[] = [];
  if (strayCount > 0) {
    texts.push(`${countTransactions(strayCount)} missing in the lists of the project`);
  }
  if (corrupted.length > 0) {
    const names = corrupted.map(({ id, timestampMs }) => `${id} (${formatTime(timestampMs)})`);
    const list = listFirst(names, ROWS_SHOWN_MAX, 'others');
    texts.push(`${countTransactions(corrupted.length)} corrupted: ${list}`);
  }
  if (missing.length > 0) {
    const count = missing.reduce((sum, day) => sum + day.count, 0);
    const days = missing.map(({ period }) => period.slice('day '.length));
    const list = listFirst(days, ROWS_SHOWN_MAX, 'days');
    texts.push(`${countTransactions(count)} missing on ${list}`);
  }
  return texts;
}

function countTransactions(count: number): string {
  return count === 1 ? '1 transaction is' : `${count} transactions are`;
}

function advise(findings: RowFindings, isFixed: boolean): readonly string[] {
  const { corrupted, missing, strayCount, imports, isSynced } = findings;
  const numbers = new Set(corrupted.map((row) => row.importNo));
  const advice = imports
    .filter(({ importNo }) => numbers.has(importNo))
    .map(({ id, fileName }) => {
      const file = fileName === null ? 'its file' : `the file ${fileName}`;
      return `run \`teller import undo ${id}\` and import ${file} again`;
    });
  if (strayCount > 0) {
    advice.push(isFixed ? 'repaired: they are listed again' : 'list them with --fix');
  }
  if (missing.length > 0 && imports.length > 0) {
    advice.push('if imported transactions are missing, import their files again');
  }
  if (listCorruptedSynced(findings).length + missing.length === 0) return advice;
  if (!isSynced) return [...advice, 'restore a backup'];
  const reread = isFixed
    ? 'repaired: synchronisation will re-read their times'
    : 'run `teller doctor --fix`, so that synchronisation re-reads their times';
  return [...advice, reread];
}

/** Returns the first texts, and the number of the others. */
export function listFirst(
  texts: readonly string[],
  max: number,
  what: string,
  separator = ', ',
): string {
  const more = texts.length - max;
  const shown = texts.slice(0, max).join(separator);
  return more > 0 ? `${shown}${separator}and ${more} more ${what}` : shown;
}

/** Returns a time as ISO 8601, or in ms if a corrupted time is outside of the calendar. */
function formatTime(timestampMs: number): string {
  const date = new Date(timestampMs);
  return Number.isNaN(date.getTime()) ? `${timestampMs} ms` : date.toISOString();
}
