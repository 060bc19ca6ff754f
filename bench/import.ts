/** The cost of writing a history: by the command, and by the store. */
import { createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';

import type { Transaction } from '../src/domain/transaction.ts';
import type { Databases } from './databases.ts';
import type { Installation } from './installation.ts';
import {
  atLeast,
  atMost,
  formatCount,
  type Measurement,
  reportProgress,
  time,
} from './measurement.ts';
import { makeFolder } from './processes.ts';
import { makeBatches } from './rows.ts';

/** Maximum rows of the command's file, which has 300 bytes per row. */
const COMMAND_ROWS_MAX = 1_100_000;
const POSTGRES_ROWS_MAX = 200_000;

/** Measures all imports. */
export async function measureImports(databases: Databases, rows: number): Promise<Measurement[]> {
  return [
    await measureCommand(await databases.make('SQLite'), Math.min(rows, COMMAND_ROWS_MAX)),
    ...(await measureSqlite(databases, rows)),
    await measurePostgres(databases, Math.min(rows, POSTGRES_ROWS_MAX)),
  ];
}

async function measureCommand(installation: Installation, rows: number): Promise<Measurement> {
  reportProgress('SQLite: import by command');
  const file = await writeRows(rows);
  const walletId = installation.addTenant().addWallet();
  const elapsedMs = await time(async () =>
    installation.ask(['import', '--wallet', walletId, file]),
  );
  const name = `SQLite, teller import of ${formatCount(rows)} rows, process start included`;
  return makeRate(name, rows, elapsedMs, 50_000);
}

async function measureSqlite(databases: Databases, rows: number): Promise<Measurement[]> {
  reportProgress('SQLite: import into the store');
  const installation = await databases.make('SQLite');
  const elapsedMs = await fillStore(installation, rows);
  return [
    makeRate(`SQLite, import of ${formatCount(rows)} rows into the store`, rows, elapsedMs),
    {
      name: 'SQLite, stored bytes per transaction, indexes and counts included',
      value: Math.round(statSync(pathOf(installation)).size / rows),
      unit: 'bytes',
      target: atMost(400),
    },
  ];
}

/** Copies rows into a new wallet. @returns the milliseconds that the store took. */
async function fillStore(installation: Installation, rows: number): Promise<number> {
  const walletId = installation.addTenant().addWallet();
  let elapsedMs = 0;
  await installation.withStore(async (store) => {
    for (const batch of makeBatches(rows)) {
      elapsedMs += await time(() => store.copyTransactions(walletId, batch));
    }
  });
  return elapsedMs;
}

async function measurePostgres(databases: Databases, rows: number): Promise<Measurement> {
  const installation = await databases.make('PostgreSQL');
  reportProgress('PostgreSQL: import into the store');
  const elapsedMs = await fillStore(installation, rows);
  const name = `PostgreSQL, import of ${formatCount(rows)} rows into the store`;
  return makeRate(name, rows, elapsedMs);
}

function makeRate(name: string, rows: number, elapsedMs: number, bound?: number): Measurement {
  const measurement = { name, value: Math.round(rows / (elapsedMs / 1000)), unit: 'rows/s' };
  return bound === undefined ? measurement : { ...measurement, target: atLeast(bound) };
}

/** Returns the file of an SQLite database. */
function pathOf({ databaseUrl }: Installation): string {
  return databaseUrl.slice('sqlite:'.length);
}

/** Writes a file of rows to import and returns its path. */
async function writeRows(rows: number): Promise<string> {
  const path = join(makeFolder('rows'), 'rows.jsonl');
  const file = createWriteStream(path);
  for (const batch of makeBatches(rows)) {
    if (!file.write(batch.map(writeRow).join(''))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  return path;
}

function writeRow(transaction: Transaction): string {
  const { asset, type, amount, timestampMs: timestamp, status } = transaction;
  const { txid, address, feeCost, feeCurrency } = transaction;
  const record = { asset, type, amount, timestamp, status, txid, address, feeCost, feeCurrency };
  return `${JSON.stringify(record)}
`;
}
