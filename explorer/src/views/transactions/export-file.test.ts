import { afterEach, expect, it } from 'vitest';

import { openExportFile } from './export-file.ts';

/** More rows than a download has. */
const MANY_ROWS = 100_001;

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'showSaveFilePicker');
});

/** Makes the browser return a file that cannot be removed, and returns the list of the calls. */
function chooseFile(): readonly string[] {
  const calls: string[] = [];
  const stream = { abort: async () => void calls.push('abort') };
  const remove = async (): Promise<never> => {
    calls.push('remove');
    throw new DOMException('The file is locked.', 'NoModificationAllowedError');
  };
  const value = async () => ({ createWritable: async () => stream, remove });
  Object.defineProperty(globalThis, 'showSaveFilePicker', { value, configurable: true });
  return calls;
}

it('removes the chosen file of an export that fails, if the browser can', async () => {
  const calls = chooseFile();
  const file = await openExportFile('transactions.csv', 'text/csv', MANY_ROWS);
  await file.abort();
  expect(calls).toEqual(['abort', 'remove']);
});
