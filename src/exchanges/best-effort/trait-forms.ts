/** Common forms of paging, and of the bounds of a window. Pure functions. */
import { DAY_MS } from '../../domain/duration.ts';
import type { CountedPaging, CursorPaging, TimeForm, TimeParameter } from './exchange-traits.ts';

/** Returns the paging of a list by the number of rows before a page. */
export function byRows(name: string): CountedPaging {
  return { name, counts: 'rows', first: 0 };
}

/** Returns the paging of a list by the number of the page. */
export function byPages(name: string, first = 1): CountedPaging {
  return { name, counts: 'pages', first };
}

/**
 * Returns the paging of a list by a cursor, which the response contains at this path of field names. A
 * missing or empty cursor means the last page.
 */
export function byCursor(name: string, ...path: readonly string[]): CursorPaging {
  return { name, next: ({ response }) => readCursor(path.reduce(readPart, response)) };
}

/**
 * Returns the paging of a list by a field of the last row. The field has to be unique, so it is an
 * identifier, not a time.
 */
export function byLastRow(name: string, field: string): CursorPaging {
  return {
    name,
    next: ({ rows, isFull }) => {
      const cursors = rows.map((row) => readCursor(readPart(row, field)));
      // An invalid last row does not end the list.
      return isFull ? (cursors.findLast((cursor) => cursor !== null) ?? null) : null;
    },
  };
}

function readPart(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function readCursor(value: unknown): string | number | null {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : null;
}

/** Returns the parameter of the start of a window. */
export function startsAt(name: string, form: TimeForm = 'ms'): TimeParameter {
  return { name, form };
}

/** Returns the parameter of the end of a window. */
export function endsAt(name: string, form: TimeForm = 'ms'): TimeParameter {
  return { name, form };
}

const UNIT_MS: Readonly<Record<TimeForm, number>> = { ms: 1, iso: 1, s: 1000, day: DAY_MS };

/** Returns the smallest difference between two times in a form, ms. */
export function unitOf(form: TimeForm): number {
  return UNIT_MS[form];
}

/**
 * Returns the start of a window (Unix ms) in the form that an exchange accepts, a unit earlier, because some
 * exchanges do not document if the start is included.
 */
export function writeStart(timeMs: number, form: TimeForm): string | number {
  const unitMs = unitOf(form);
  return writeTime(Math.max(0, Math.floor(timeMs / unitMs) * unitMs - unitMs), form);
}

/** Returns the end of a window (Unix ms), which may be included, in the form that an exchange accepts. */
export function writeEnd(timeMs: number, form: TimeForm): string | number {
  const unitMs = unitOf(form);
  return writeTime(Math.ceil(timeMs / unitMs) * unitMs, form);
}

function writeTime(timeMs: number, form: TimeForm): string | number {
  switch (form) {
    case 'ms':
      return timeMs;
    case 's':
      return timeMs / 1000;
    case 'iso':
      return new Date(timeMs).toISOString();
    case 'day':
      return new Date(timeMs).toISOString().slice(0, 10);
  }
}
