/** Filtered requests about the largest wallet and a small one. */
import type { FilledDatabase } from './databases.ts';
import { type Filter, nameFilters, writeFilters } from './filters.ts';
import { LISTING } from './installation.ts';
import { atLeast, formatCount } from './measurement.ts';
import type { Service } from './processes.ts';
import type { Subject } from './rates.ts';
import { SMALL_ROWS } from './rows.ts';

/** The combinations that slow down most in a large wallet; all 32 would take minutes. */
const COMBINATIONS: readonly (readonly Filter[])[] = [
  ['type', 'since', 'before'],
  ['asset', 'type', 'since'],
  ['asset', 'since'],
  ['asset', 'type', 'since', 'before'],
  ['since', 'before'],
];

/** Measures the first page with its total for each combination, of a small wallet and of the largest. */
export function makeFilterSubjects(
  { engine, tenant, walletIds }: FilledDatabase,
  { process, url }: Service,
): Subject[] {
  const largest = [...walletIds.keys()].at(-1)!;
  return COMBINATIONS.flatMap((names) => {
    const makeSubject = (rows: number): Subject => ({
      name: `${engine}, nothing cached, ${formatCount(rows)} rows: ${nameFilters(names)}`,
      url: `${url}${LISTING}?${writeFilters(names, rows)}`,
      process,
      headers: tenant.headersOf(walletIds.get(rows)!),
    });
    const small = makeSubject(SMALL_ROWS);
    return [small, { ...makeSubject(largest), against: small.name, target: atLeast(0.6) }];
  });
}
