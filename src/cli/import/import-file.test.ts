import { Readable } from 'node:stream';

import { expect, it } from 'vitest';

import type { AdminStore } from '../../store/admin.ts';
import { StoreUnavailableError } from '../../store/errors.ts';
import { FieldColumns } from './field-columns.ts';
import { type FileImport, importFile } from './import-file.ts';

const ID = 'import_1';
const ROW = '{"asset":"X","type":"deposit","amount":"1","timestamp":1,"status":"completed"}';

/** Imports a row into a store whose connection is lost while it commits, and which then lists `ids`. */
function importLost(ids: readonly string[], input = Readable.from([Buffer.from(ROW)])) {
  const store = {
    importFile: async ({ read }: { read: (stage: () => Promise<void>) => Promise<string> }) => {
      await read(async () => undefined);
      throw new StoreUnavailableError('the connection was lost');
    },
    listImports: async () => ids.map((id) => ({ id, rows: 1 })),
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
  };
  return importFile(request);
}

it('reports an import that was stored although the response of the database was lost', async () => {
  expect(await importLost(['import_0', ID])).toMatchObject({ id: ID, rows: 1 });
  await expect(importLost(['import_0'])).rejects.toThrow(
    'standard input: the connection was lost. Nothing was stored',
  );
});

it('reports that nothing was stored if the file cannot be read to its end', async () => {
  const error = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
  const input = Readable.from([Buffer.from(`${ROW}\n`)]).map(() => Promise.reject(error));
  await expect(importLost([], input)).rejects.toMatchObject({
    code: 'eio',
    message: 'standard input: EIO: i/o error, read. Nothing was stored',
  });
});
