import { describe, expect, it } from 'vitest';

import { parseDecimal } from '../../domain/decimal.ts';
import type { StoredTransaction } from './import-rows.ts';
import { adoptEqualRows, findChanges } from './row-changes.ts';

function makeRow(id: string, changes: Partial<StoredTransaction> = {}): StoredTransaction {
  return {
    id,
    asset: 'BTC',
    type: 'deposit',
    amount: parseDecimal('1.50'),
    timestampMs: 5,
    status: 'pending',
    txid: null,
    address: null,
    feeCost: null,
    feeCurrency: null,
    importNo: null,
    adoptable: false,
    ...changes,
  };
}

describe('findChanges', () => {
  it('finds no change of a row that is already stored with the same values', () => {
    const known = [makeRow('tx_1', { txid: 'abc', timestampMs: 4 })];
    expect(findChanges(known, [makeRow('tx_1')])).toEqual([]);
  });

  it('finds a change of any value, of the origin, and of the digits of an amount', () => {
    const after = makeRow('tx_1', { txid: 'abc' });
    for (const change of [{ txid: 'ab' }, { importNo: 1 }, { amount: parseDecimal('1.5') }]) {
      const before = { ...after, ...change };
      expect(findChanges([before], [after])).toEqual([{ before, after }]);
    }
  });

  it('applies several readings of one row in their order', () => {
    const read = [makeRow('tx_1', { txid: 'abc' }), makeRow('tx_1', { status: 'completed' })];
    const changes = findChanges([], read);
    const after = makeRow('tx_1', { txid: 'abc', status: 'completed' });
    expect(changes).toEqual([{ before: undefined, after }]);
  });
});

describe('adoptEqualRows', () => {
  const imported = makeRow('tx_imported', { txid: 'abc', importNo: 1, adoptable: true });
  const read = makeRow('tx_1', { txid: 'abc' });

  it('replaces an imported row by a row that was imported with its id, and is read now', () => {
    const change = { before: { ...read, importNo: 2 }, after: read };
    const adopted = { before: imported, after: undefined };
    expect(adoptEqualRows([change], [imported])).toEqual([change, adopted]);
  });

  it('replaces no imported row by a row that was read before, and was as equal to it', () => {
    const change = { before: read, after: { ...read, status: 'completed' } } as const;
    expect(adoptEqualRows([change], [imported])).toEqual([change]);
  });

  it('replaces an imported row by a row without a txid that has its time only now', () => {
    const change = {
      before: makeRow('tx_1', { timestampMs: 2250 }),
      after: makeRow('tx_1', { timestampMs: 2125 }),
    };
    const adopted = { ...imported, txid: null, timestampMs: 2125 };
    expect(adoptEqualRows([change], [adopted])).toEqual([
      change,
      { before: adopted, after: undefined },
    ]);
  });
});
