import { Readable } from 'node:stream';

import { expect, it } from 'vitest';

import type { AdminStore } from '../../store/admin.ts';
import { StoreUnavailableError } from '../../store/errors.ts';
import { IMPORT_BATCH_ROWS } from '../../store/import.ts';
import type { Progress } from '../progress.ts';
import { FieldColumns } from './field-columns.ts';
import { type FileImport, importFile } from './import-file.ts';

const ID = 'import_1';
const ROW =
  '{"asset":"X","type":"deposit","amount":"1","timestamp":1700000000001,"status":"completed"}';

/** Imports a row into a store whose connection is lost while it commits, and which then lists `ids`. */
function importLost(
  ids: readonly string[] | Error,
  { input = Readable.from([Buffer.from(ROW)]), ...changes }: Partial<FileImport> = {},
  staged: unknown[][] = [],
) {
  type Stage = (rows: unknown[]) => Promise<void>;
  const store = {
    importFile: async ({ read }: { read: (stage: Stage) => Promise<string> }) => {
      await read(async (rows) => void staged.push(rows));
      throw new StoreUnavailableError('the connection was lost');
    },
    listImports: async () => {
      if (ids instanceof Error) throw ids;
      return ids.map((id) => ({ id, rows: 1 }));
    },
  };
  const request: FileImport = {
    store: store as unknown as AdminStore,
    id: ID,
    walletId: 'wallet_1',
    nowMs: 2,
    input,
    fileName: null,
    bytesTotal: undefined,
    layout: new FieldColumns({
      columns: new Map(),
      ignored: new Set(),
      hasDecimalComma: false,
      readTime: undefined,
    }),
    isDryRun: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...changes,
  };
  return importFile(request);
}

it('reports an import that was stored although the response of the database was lost', async () => {
  expect(await importLost(['import_0', ID])).toMatchObject({ id: ID, rows: 1 });
  await expect(importLost(['import_0'])).rejects.toThrow(
    'standard input: the connection was lost. Nothing was stored',
  );
  await expect(importLost(new Error('it is still lost'))).rejects.toThrow(
    'standard input: the connection was lost. Nothing was stored, unless "teller import list --wallet wallet_1" lists ' +
      'import_1 when the database is available again',
  );
});

it('reports that it is unknown whether an import was stored, also if it was interrupted meanwhile', async () => {
  const stop = new AbortController();
  const onProgress = (): void => stop.abort();
  const lost = importLost(new Error('it is still lost'), { signal: stop.signal, onProgress });
  await expect(lost).rejects.toThrow(
    'standard input: the connection was lost. Nothing was stored, unless "teller import list',
  );
});

it('reports that nothing was stored if the file cannot be read to its end', async () => {
  const error = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
  const input = Readable.from([Buffer.from(`${ROW}\n`)]).map(() => Promise.reject(error));
  await expect(importLost([ID], { input })).rejects.toMatchObject({
    code: 'eio',
    message: 'standard input: EIO: i/o error, read. Nothing was stored',
  });
});

it('passes on an error of the program itself as it is', async () => {
  const error = new Error('a defect');
  const input = Readable.from([Buffer.from(`${ROW}\n`)]).map(() => Promise.reject(error));
  await expect(importLost([], { input })).rejects.toBe(error);
});

it('refuses a row that is null, and a number in the place of a text', async () => {
  const rows = ['null', ROW.replace(/"1"(.*)}/, '1$1,"txid":5}')].join('\n');
  await expect(
    importLost([], { format: 'jsonl', input: Readable.from([Buffer.from(rows)]) }),
  ).rejects.toThrow(
    /\nline 1: is not an object with the fields.*\nline 2: txid must be text, not 5$/,
  );
});

it('stores nothing if it is interrupted while the input continues', async () => {
  await expect(importLost([ID], { signal: AbortSignal.abort() })).rejects.toThrow(
    'standard input: interrupted. Nothing was stored',
  );
});

it('has a fraction of its progress only if the size of the input is known', async () => {
  const fractions: unknown[] = [];
  const onProgress = ({ fraction }: Progress): void => void fractions.push(fraction);
  for (const bytesTotal of [undefined, 2 * ROW.length]) {
    await importLost([ID], { bytesTotal, onProgress });
  }
  expect(fractions).toEqual([undefined, 0.5]);
});

it('passes rows on in batches, and none after an invalid row', async () => {
  const batch = `${ROW}\n`.repeat(IMPORT_BATCH_ROWS);
  const staged: unknown[][] = [];
  const stream = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)));
  await importLost([ID], { input: stream(batch, batch, ROW) }, staged);
  expect(staged.map(({ length }) => length)).toEqual([IMPORT_BATCH_ROWS, IMPORT_BATCH_ROWS, 1]);
  const input = stream(`${ROW}\n{}\n`, batch, batch);
  const refused: unknown[][] = [];
  await expect(importLost([ID], { input }, refused)).rejects.toThrow('1 bad row in');
  expect(refused).toEqual([]);
});
