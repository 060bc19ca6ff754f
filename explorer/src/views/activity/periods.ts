/** Computes months, quarters and years in UTC, the time zone in which the service reads dates. */

/** Units of time by which transactions are counted. */
export const PERIOD_UNITS = ['month', 'quarter', 'year'] as const;
export type PeriodUnit = (typeof PERIOD_UNITS)[number];

/** A month, a quarter or a year. */
export interface Period {
  /** `March 2024`, `Q1 2024` or `2024`. */
  readonly name: string;
  /** Label on the axis: `Mar`, `Q1`, or the year for its first period. */
  readonly shortName: string;
  /** Date of the first day. */
  readonly since: string;
  /** Date of the first day after the period. */
  readonly before: string;
}

/** Periods on a page. */
export const PERIODS_PER_PAGE = 12;
/** Maximum page index: 40 years of months, and centuries of years. */
export const PAGE_MAX = 40;

const MONTHS_PER_YEAR = 12;
const MONTHS: Readonly<Record<PeriodUnit, number>> = { month: 1, quarter: 3, year: 12 };
const MONTH_NAME = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

/**
 * Returns the periods of a page, oldest first.
 *
 * @param page zero-based. Page 0 ends with the current period, and page 1 ends before page 0 begins.
 */
export function listPeriods(unit: PeriodUnit, nowMs: number, page: number): Period[] {
  const newest = findPeriodIndex(unit, nowMs) - page * PERIODS_PER_PAGE;
  return Array.from({ length: PERIODS_PER_PAGE }, (_, offset) =>
    createPeriod(unit, newest - PERIODS_PER_PAGE + 1 + offset),
  );
}

/** Returns the index of the page whose periods contain a time. */
export function findPage(unit: PeriodUnit, nowMs: number, timeMs: number): number {
  const distance = findPeriodIndex(unit, nowMs) - findPeriodIndex(unit, timeMs);
  return Math.min(Math.max(Math.floor(distance / PERIODS_PER_PAGE), 0), PAGE_MAX);
}

/** Returns the number of periods between the beginning of year zero and a time. */
function findPeriodIndex(unit: PeriodUnit, timeMs: number): number {
  const date = new Date(timeMs);
  const month = date.getUTCFullYear() * MONTHS_PER_YEAR + date.getUTCMonth();
  return Math.floor(month / MONTHS[unit]);
}

function createPeriod(unit: PeriodUnit, index: number): Period {
  const first = index * MONTHS[unit];
  return {
    ...namePeriod(unit, Math.floor(first / MONTHS_PER_YEAR), first % MONTHS_PER_YEAR),
    since: writeFirstDay(first),
    before: writeFirstDay(first + MONTHS[unit]),
  };
}

/** @param month zero-based. */
function namePeriod(
  unit: PeriodUnit,
  year: number,
  month: number,
): Pick<Period, 'name' | 'shortName'> {
  if (unit === 'year') return { name: String(year), shortName: String(year) };
  const part =
    unit === 'quarter'
      ? `Q${month / MONTHS.quarter + 1}`
      : MONTH_NAME.format(Date.UTC(2000, month));
  return { name: `${part} ${year}`, shortName: month === 0 ? String(year) : part.slice(0, 3) };
}

/** @param month number since the beginning of year zero. */
function writeFirstDay(month: number): string {
  const year = String(Math.floor(month / MONTHS_PER_YEAR)).padStart(4, '0');
  return `${year}-${String((month % MONTHS_PER_YEAR) + 1).padStart(2, '0')}-01`;
}
