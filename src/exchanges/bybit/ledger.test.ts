import { describe, expect, it } from 'vitest';

import { mapTransfers } from './ledger.ts';

describe('mapTransfers', () => {
  const transfer = {
    transferId: 'selfTransfer_a1091cc7-9364-4b74-8de1-18f02c6f2d5c',
    coin: 'USDT',
    amount: '5000.10',
    fromAccountType: 'UNIFIED',
    toAccountType: 'FUND',
    timestamp: '1667283263000',
    status: 'SUCCESS',
  };

  it('maps a transfer between accounts of the user, without txid, address and fee', () => {
    expect(mapTransfers([transfer], (id) => id).transactions).toEqual([
      {
        key: `transfer:${transfer.transferId}`,
        type: 'transfer_in',
        status: 'completed',
        asset: 'USDT',
        amount: '5000.10',
        timestampMs: 1667283263000,
        txid: null,
        address: null,
        feeCost: null,
        feeCurrency: null,
      },
    ]);
  });

  it.each([
    ['FUND', 'UNIFIED', 'transfer_out'],
    ['SPOT', 'FUND', 'transfer_in'],
    ['UNIFIED', 'CONTRACT', 'other'],
  ])('maps one from %s to %s to %s, from the view of the funding account', (from, to, wanted) => {
    const row = { ...transfer, fromAccountType: from, toAccountType: to };
    expect(mapTransfers([row], (id) => id).transactions[0]?.type).toBe(wanted);
  });

  it('maps a repaired row to the key of its quarantined version', () => {
    const { unreadable } = mapTransfers([{ ...transfer, amount: '' }], (id) => id);
    expect(unreadable.map(({ key }) => key)).toEqual([`transfer:${transfer.transferId}`]);
  });

  it.each([
    ['PENDING', 'pending'],
    ['FAILED', 'failed'],
    ['STATUS_UNKNOWN', 'unknown'],
  ])('maps status %s to %s', (status, wanted) => {
    const { transactions } = mapTransfers([{ ...transfer, status }], (id) => id);
    expect(transactions[0]?.status).toBe(wanted);
  });
});
