/** Compares the MAPPINGS.md of every certified exchange with its code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { TRANSACTION_STATUSES } from '../../src/domain/transaction.ts';
import { EXCHANGE_CATALOGUE } from '../../src/exchanges/catalogue.ts';

const SOURCES = join(import.meta.dirname, '../../src/exchanges');
const CERTIFIED = EXCHANGE_CATALOGUE.filter(({ facts }) => facts.certified);
/** The files that read fields of rows. */
const READERS = /^(?:transactions|ledger|balances|funding-history)\.ts$/;
/** Matches a field that is read: `requireText(row, 'coin')`, `row['coin']`, `amountField: 'free'`. */
const FIELD =
  /\b(?:read|require)[A-Z]\w*(?=\((?:\w+, |\w+\([^()]*\), )+'([^']+)')|\b[a-z]\w*\['([^']+)'\]|Field: '([^']+)'/g;
/** What the code itself adds to rows. */
const ADDED = new Set(['group']);

describe.each(CERTIFIED)('MAPPINGS.md of $name', ({ name, readEndpoints, sources }) => {
  const folder = join(SOURCES, name);
  const page = readFileSync(join(folder, 'MAPPINGS.md'), 'utf8');

  it('names every endpoint that is requested, and every source', () => {
    // Method, host and version are the same for all.
    const paths = readEndpoints.map((endpoint) => endpoint.split('/').slice(-2).join('/'));
    expect(paths.filter((path) => !page.includes(path))).toEqual([]);
    expect(sources.filter((source) => !page.includes(`\`${source.name}\``))).toEqual([]);
  });

  it('names no endpoint that may not be requested', () => {
    const paths = readRequestedPaths(page);
    expect(paths).toHaveLength(readEndpoints.length);
    const isRead = (path: string): boolean =>
      readEndpoints.some((endpoint) => endpoint.endsWith(`/${path}`));
    expect(paths.filter((path) => !isRead(path))).toEqual([]);
  });

  it('lists the statuses of statuses.ts, each where it is mapped to', async () => {
    const tables = Object.entries((await import(join(folder, 'statuses.ts'))) as object).filter(
      ([, table]) => isStatusTable(table),
    );
    expect(tables).not.toEqual([]);
    for (const [table, statuses] of tables) {
      expect({ table, statuses: readStatuses(page, table) }).toEqual({ table, statuses });
    }
  });

  it('names every field that is read', () => {
    const files = readdirSync(folder).filter((file) => READERS.test(file));
    const code = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
    const fields = Array.from(
      code.matchAll(FIELD),
      ([, read, indexed, named]) => read ?? indexed ?? named ?? '',
    ).filter((field) => !ADDED.has(field));
    const written = page.match(/`[^`]+`/g)?.join() ?? '';
    const names = new Set(written.match(/[\w-]+/g));
    expect(fields.filter((field) => !names.has(field))).toEqual([]);
  });
});

/** Returns the paths in the second column of the table of requests. */
function readRequestedPaths(page: string): readonly string[] {
  const [, section = ''] = page.split('\n## What is requested\n');
  const [table = ''] = section.split('\n## ');
  return table
    .split('\n')
    .map((line) => splitCells(line)[1] ?? '')
    .flatMap((cell) => Array.from(cell.matchAll(/`([^`]*\/[^`]*)`/g), ([, path = '']) => path));
}

function isStatusTable(table: unknown): boolean {
  const words: readonly unknown[] = TRANSACTION_STATUSES;
  return (
    typeof table === 'object' &&
    table !== null &&
    Object.values(table).length > 0 &&
    Object.values(table).every((status) => words.includes(status))
  );
}

/** Returns the statuses in the row of a table of codes: the code is in backquotes, its status is the column. */
function readStatuses(page: string, table: string): Record<string, string> {
  const lines = page.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`| \`${table}\` |`));
  const header = lines.slice(0, at).findLast((line) => line.startsWith('| table |')) ?? '';
  const columns = splitCells(header);
  const codes = splitCells(lines[at] ?? '').flatMap((cell, index) =>
    index === 0
      ? []
      : [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => [code, columns[index] ?? '']),
  );
  return Object.fromEntries(codes) as Record<string, string>;
}

function splitCells(row: string): readonly string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
