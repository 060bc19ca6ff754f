import assert from 'node:assert/strict';

import type { Transaction } from '../../src/domain/transaction.ts';
import type { ReadRow } from '../../src/store/import.ts';
import type { Store } from '../../src/store/store.ts';
import { claim, listPage, makeTransaction, makeWindow, T0 } from './contract/fixtures.ts';
import { importRows } from './contract/import-fixtures.ts';
import { storeRows } from './store-rows.ts';

/** The form in which a file contains a record of the exchange. */
interface RecordCopy {
  readonly record: number;
  readonly hasId: boolean;
  /** True if the values differ from the exchange's, which are then kept; only with an id. */
  readonly isWrong: boolean;
  /** True if the time has no milliseconds or, for a record with a txid, is another time. */
  readonly isCoarse: boolean;
}

/** A file to import. */
export interface ImportedFile {
  readonly copies: readonly RecordCopy[];
  /** Times, after `T0`, of rows that the exchange does not have. */
  readonly ownRows: readonly number[];
}

/** The next operation on the wallet. */
export type ImportStep =
  | { readonly do: 'sync'; readonly records: readonly number[] }
  | { readonly do: 'import' | 'tryOut' | 'importAndUndo'; readonly file: ImportedFile }
  | { readonly do: 'undo'; readonly which: number }
  | { readonly do: 'copy' | 'change'; readonly rows: readonly Transaction[] }
  | { readonly do: 'load'; readonly rows: readonly Transaction[]; readonly hasIds: boolean };

/** A wallet and its expected state. */
export class ImportPlay {
  readonly #store: Store;
  readonly #walletId: string;
  readonly #records: readonly Transaction[];
  readonly #synced = new Set<number>();
  /** Rows that no file contains, by id: those that were copied or read, each with its last values. */
  readonly #others = new Map<string, Transaction>();
  readonly #standing: string[] = [];
  #importCount = 0;

  constructor(store: Store, walletId: string, records: readonly Transaction[]) {
    this.#store = store;
    this.#walletId = walletId;
    this.#records = records;
  }

  async take(step: ImportStep): Promise<void> {
    const before = await this.#list();
    switch (step.do) {
      case 'sync':
        await this.#sync(step.records.filter((index) => index < this.#records.length));
        break;
      case 'import':
        await this.#import(step.file);
        break;
      case 'tryOut':
        await this.#tryOut(step.file, before);
        break;
      case 'importAndUndo':
        await this.#import(step.file);
        await this.#store.undoImport(this.#standing.pop()!, T0);
        assert.deepEqual(await this.#list(), before);
        break;
      case 'undo': {
        const [id] = this.#standing.splice(step.which, 1);
        if (id !== undefined) await this.#store.undoImport(id, T0);
        break;
      }
      case 'copy':
        await storeRows(this.#store, this.#walletId, step.rows);
        for (const row of step.rows) this.#others.set(row.id, row);
        break;
      case 'change':
        await this.#read(step.rows);
        for (const row of step.rows) {
          this.#others.set(row.id, mergeRead(this.#others.get(row.id), row));
        }
        break;
      case 'load':
        await this.#load(step.rows, step.hasIds);
        break;
    }
    await this.#expectSynced();
  }

  /** Checks that a full synchronisation after undoing all imports has the same result as without imports. */
  async finish(): Promise<void> {
    await this.#sync([...this.#records.keys()]);
    const own = (await this.#list()).filter(({ asset }) => asset === 'OWN');
    const others = [...this.#others.values()];
    assert.equal((await this.#list()).length, this.#records.length + own.length + others.length);
    for (const id of this.#standing) await this.#store.undoImport(id, T0);
    const byPlace = (left: Transaction, right: Transaction): number =>
      right.timestampMs - left.timestampMs || (left.id < right.id ? 1 : -1);
    assert.deepEqual(await this.#list(), [...this.#records, ...others].sort(byPlace));
  }

  async #sync(records: readonly number[]): Promise<void> {
    await this.#read(records.map((index) => this.#records[index]!));
    for (const index of records) this.#synced.add(index);
  }

  async #read(transactions: readonly Transaction[]): Promise<void> {
    const lease = await claim(this.#store, this.#walletId);
    await this.#store.recordWindow(lease, makeWindow({ transactions }));
    await this.#store.releaseLease(lease);
  }

  async #import(file: ImportedFile): Promise<void> {
    const before = (await this.#list()).length;
    const rows = this.#write(file);
    const id = this.#nextId();
    const outcome = await importRows(this.#store, this.#walletId, rows, { id });
    this.#standing.push(id);
    const { added, known, changed, conflicts } = outcome;
    assert.equal(added + known + changed + conflicts, rows.length);
    assert.equal((await this.#list()).length, before + added);
    const again = await importRows(this.#store, this.#walletId, rows, {
      id: `${id}_again`,
      isDryRun: true,
    });
    assert.deepEqual([again.added, again.changed, again.conflicts], [0, 0, conflicts]);
  }

  /** Imports rows that the exchange does not have; a file may have the id of a row several times. */
  async #load(rows: readonly Transaction[], hasIds: boolean): Promise<void> {
    const id = this.#nextId();
    const own = rows.map((row) => ({ ...row, id: hasIds ? `${row.id}_own` : null, asset: 'OWN' }));
    await importRows(this.#store, this.#walletId, own, { id });
    this.#standing.push(id);
  }

  #nextId(): string {
    this.#importCount += 1;
    return `import_${this.#walletId}_${this.#importCount}`;
  }

  async #tryOut(file: ImportedFile, before: readonly Transaction[]): Promise<void> {
    const rows = this.#write(file);
    const dry = await importRows(this.#store, this.#walletId, rows, { isDryRun: true });
    assert.deepEqual(await this.#list(), before);
    const id = this.#nextId();
    assert.deepEqual(await importRows(this.#store, this.#walletId, rows, { id }), dry);
    this.#standing.push(id);
  }

  #write({ copies, ownRows }: ImportedFile): readonly Omit<ReadRow, 'line'>[] {
    const own = ownRows.map((index) => ({
      ...makeTransaction('', { asset: 'OWN', timestampMs: T0 + index }),
      id: null,
    }));
    return [
      ...copies.flatMap(({ record, hasId, isWrong, isCoarse }): Omit<ReadRow, 'line'>[] => {
        const row = this.#records[record];
        if (row === undefined) return [];
        if (hasId) return [isWrong ? { ...row, status: 'failed' as const, asset: 'BAD' } : row];
        const second = Math.floor(row.timestampMs / 1000) * 1000;
        const coarse = row.txid === null ? second : second + 3_600_000;
        return [{ ...row, id: null, timestampMs: isCoarse ? coarse : row.timestampMs }];
      }),
      ...own,
    ];
  }

  /**
   * Fails unless every record and other row that was read is stored once with the exchange's values, and totals match the
   * rows.
   */
  async #expectSynced(): Promise<void> {
    const rows = await this.#list();
    const expected = [...this.#synced].map((index) => this.#records[index]!);
    for (const each of [...expected, ...this.#others.values()]) {
      assert.deepEqual(
        rows.filter(({ id }) => id === each.id),
        [each],
      );
    }
  }

  async #list(): Promise<readonly Transaction[]> {
    const page = await listPage(this.#store, this.#walletId, { limit: 1000 });
    assert.equal(page.totalCount, page.transactions.length);
    return page.transactions;
  }
}

/** Returns a row that was read again: it keeps the values that are missing now, and the earlier of both times. */
function mergeRead(stored: Transaction | undefined, read: Transaction): Transaction {
  if (stored === undefined) return read;
  return {
    ...read,
    txid: read.txid ?? stored.txid,
    address: read.address ?? stored.address,
    feeCost: read.feeCost ?? stored.feeCost,
    feeCurrency: read.feeCurrency ?? stored.feeCurrency,
    timestampMs: Math.min(stored.timestampMs, read.timestampMs),
  };
}
