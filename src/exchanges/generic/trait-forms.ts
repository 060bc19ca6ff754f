/** The common forms in which venues page their lists and name the bounds of a window. Pure functions. */
import { DAY_MS } from '../../domain/duration.ts';
import type { CountedPaging, CursorPaging, TimeForm, TimeParameter } from './venue-traits.ts';

/** A list whose further rows are requested by the number of rows before them. */
export function byRows(name: string): CountedPaging {
  return { name, counts: 'rows', first: 0 };
}

/** A list whose further rows are requested by the number of the page. */
export function byPages(name: string, first = 1): CountedPaging {
  return { name, counts: 'pages', first };
}

/**
 * A list whose response contains the cursor of its next page, at this path of field names. A missing
 * or empty cursor is that of the last page.
 */
export function byCursor(name: string, ...path: readonly string[]): CursorPaging {
  return { name, next: ({ response }) => readCursor(path.reduce(readPart, response)) };
}

/**
 * A list whose next page is requested by a field of the last row. No two rows may have the same
 * value of it, so it is an identifier and no time.
 */
export function byLastRow(name: string, field: string): CursorPaging {
  return {
    name,
    next: ({ rows, isFull }) => {
      const cursors = rows.map((row) => readCursor(readPart(row, field)));
      // An odd last row does not end the list.
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

/** The parameter of the start of a window. */
export function startsAt(name: string, form: TimeForm = 'ms'): TimeParameter {
  return { name, form };
}

/** The parameter of the end of a window. */
export function endsAt(name: string, form: TimeForm = 'ms'): TimeParameter {
  return { name, form };
}

const UNIT_MS: Readonly<Record<TimeForm, number>> = { ms: 1, iso: 1, s: 1000, day: DAY_MS };

/** The smallest difference between two times in a form, ms. */
export function unitOf(form: TimeForm): number {
  return UNIT_MS[form];
}

/**
 * Returns the start of a window (Unix ms) in the form that a venue accepts, a unit early: whether the
 * venue includes the start itself is not always documented.
 */
export function writeStart(timeMs: number, form: TimeForm): string | number {
  const unitMs = unitOf(form);
  return writeTime(Math.max(0, Math.floor(timeMs / unitMs) * unitMs - unitMs), form);
}

/** Returns the end of a window (Unix ms), which may be included, in the form that a venue accepts. */
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
