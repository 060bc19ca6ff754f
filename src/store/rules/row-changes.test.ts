import { describe, expect, it } from 'vitest';

import { parseDecimal } from '../../domain/decimal.ts';
import type { StoredTransaction } from './import-rows.ts';
import { findChanges, mergeTransaction, replaceTransaction } from './row-changes.ts';

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
  it('writes no row that is already stored with the same values', () => {
    const known = [makeRow('tx_1', { txid: 'abc', timestampMs: 4 })];
    expect(findChanges(known, [makeRow('tx_1')], mergeTransaction)).toEqual({
      written: [],
      replaced: [],
      removed: [],
      addedCount: 0,
      displaced: [],
      counted: { removed: [], added: [] },
    });
  });

  it('counts a row at its new place, and no longer at its former place', () => {
    const read = [makeRow('tx_1', { status: 'completed' }), makeRow('tx_2')];
    const { addedCount, counted } = findChanges([makeRow('tx_1')], read, mergeTransaction);
    expect(addedCount).toBe(1);
    expect(counted).toEqual({ removed: [makeRow('tx_1')], added: read });
  });

  it('recounts a row if any of its values changes, but not if only its origin changes', () => {
    const known = [makeRow('tx_1')];
    const read = [makeRow('tx_1', { txid: 'abc' })];
    const changes = findChanges(known, read, mergeTransaction);
    expect(changes.counted).toEqual({ removed: known, added: read });
    const imported = [makeRow('tx_1', { importNo: 1 })];
    const { written, counted } = findChanges(imported, known, mergeTransaction);
    expect(written).toEqual(known);
    expect(counted).toEqual({ removed: [], added: [] });
  });

  it('distinguishes amounts of equal value with different digits', () => {
    const read = [makeRow('tx_1', { amount: parseDecimal('1.5') })];
    expect(findChanges([makeRow('tx_1')], read, replaceTransaction).written).toEqual(read);
  });

  it('applies several readings of one row in their order', () => {
    const read = [makeRow('tx_1', { txid: 'abc' }), makeRow('tx_1', { status: 'completed' })];
    const { written, addedCount } = findChanges([], read, mergeTransaction);
    expect(written).toEqual([makeRow('tx_1', { txid: 'abc', status: 'completed' })]);
    expect(addedCount).toBe(1);
  });
});
