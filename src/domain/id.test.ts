import { expect, it } from 'vitest';

import { createId, importedTransactionId, transactionId } from './id.ts';

const WALLET_ID = 'wallet_0123456789abcdef01234567';
const KEY = 'deposit:4534543435';

// The values are written here, because a stored row is found by its identifier, in every later version.
it('the identifier of a record is the same in every version, on any machine', () => {
  expect(transactionId(WALLET_ID, KEY)).toBe('tx_9a76a3d46008f072f8860a3a');
  expect(transactionId('wallet_0123456789abcdef01234568', KEY)).toBe('tx_5d998c5a7e0874d71f3f1304');
});

it('the identifier of an imported record is the same in every version, and begins with its second', () => {
  const timestampMs = Date.UTC(2024, 1, 29, 12);
  expect(importedTransactionId(WALLET_ID, KEY, timestampMs)).toBe('tx_0065e071c09a76a3d46008f0');
  expect(importedTransactionId(WALLET_ID, KEY, timestampMs + 999)).toBe(
    'tx_0065e071c09a76a3d46008f0',
  );
});

it('a new identifier is its prefix and 24 hexadecimal digits', () => {
  expect(createId('wallet', (size) => new Uint8Array(size).fill(0xab))).toBe(
    `wallet_${'ab'.repeat(12)}`,
  );
});
