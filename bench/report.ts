/** The report. */
import { arch, cpus } from 'node:os';
import { DatabaseSync } from 'node:sqlite';

import { isMet, type Measurement } from './measurement.ts';
import { hasPeers, readPeerVersions } from './peer-servers.ts';
import { canPin } from './processes.ts';

/** The machine and the versions. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly system: string;
  readonly pinned: boolean;
  readonly node: string;
  readonly sqlite: string;
  /** The version of PostgreSQL; `null` if no part used it. */
  readonly postgres: string | null;
  /** The versions of the peers; `null` if they are not installed. */
  readonly peers: Readonly<Record<string, string>> | null;
}

/**
 * Returns the machine and the versions.
 *
 * @param postgres the version of PostgreSQL; `null` if it was not started.
 */
export function describeMachine(postgres: string | null): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    system: `${process.platform} ${arch()}`,
    pinned: canPin,
    node: process.version,
    sqlite: readSqliteVersion(),
    postgres,
    peers: hasPeers() ? readPeerVersions() : null,
  };
}

function readSqliteVersion(): string {
  const database = new DatabaseSync(':memory:');
  const { version } = database.prepare('SELECT sqlite_version() AS version').get() as {
    version: string;
  };
  database.close();
  return version;
}

/** Returns the report as JSON. */
export function writeJson(machine: Machine, results: readonly Measurement[]): string {
  const judged = results.map((result) => {
    const met = isMet(result);
    return met === undefined ? result : { ...result, met };
  });
  return JSON.stringify({ machine, results: judged }, null, 2);
}

/** Returns the report as a table. */
export function writeTable(machine: Machine, results: readonly Measurement[]): string {
  const { processor, cores, system, node, sqlite, postgres, peers, pinned } = machine;
  const peerNames = Object.entries(peers ?? {}).map(([name, version]) => `${name} ${version}`);
  const head = [
    `${processor}, ${cores} cores, ${system}, ${pinned ? 'pinned' : 'not pinned to cores'}`,
    `Node ${node}, SQLite ${sqlite}, PostgreSQL ${postgres ?? 'not started'}, ` +
      `peers: ${peers === null ? 'not installed' : peerNames.join(', ')}`,
  ];
  const rows = [TITLES, ...results.map(writeRow)];
  const widths = TITLES.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => alignCell(cell, column, widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  return [...head, '', ...lines].join('\n');
}

const TITLES = [
  '',
  'value',
  'unit',
  'ratio',
  'target',
  'met',
  'p99 ms',
  'processor µs',
  'processor ratio',
  'against',
];
/** Columns with texts; columns with numbers are aligned to the right. */
const TEXT_COLUMNS = new Set(['', 'unit', 'against']);

function writeRow(result: Measurement): string[] {
  const { name, value, unit, ratio, target, against, note } = result;
  const met = isMet(result);
  return [
    name,
    value === null ? '–' : String(value),
    unit,
    String(ratio ?? ''),
    target === undefined ? '' : `${target.is} ${target.bound}`,
    met === undefined ? '' : met ? 'yes' : 'NO',
    String(result.p99Ms ?? ''),
    String(result.processorMicroseconds ?? ''),
    String(result.processorRatio ?? ''),
    value === null ? `not measured: ${note}` : (against ?? ''),
  ];
}

function alignCell(cell: string, column: number, width: number): string {
  return TEXT_COLUMNS.has(TITLES[column]!) ? cell.padEnd(width) : cell.padStart(width);
}
