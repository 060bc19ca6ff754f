import { describe, expect, it } from 'vitest';

import { mapDividends, mapTransfers } from './ledger.ts';

const sameSymbol = (id: string): string => id;
const common = {
  status: 'completed',
  timestampMs: 1563189166000,
  txid: null,
  address: null,
  feeCost: null,
  feeCurrency: null,
};

describe('mapDividends', () => {
  const dividend = {
    id: 1637366104,
    amount: '10.00000000',
    asset: 'BHFT',
    divTime: 1563189166000,
    enInfo: 'BHFT distribution',
    tranId: 2968885920,
    direction: 1,
  };

  it('maps a distribution to a reward, digit by digit', () => {
    expect(mapDividends([dividend], sameSymbol).transactions).toEqual([
      {
        key: 'dividend:1637366104',
        type: 'reward',
        asset: 'BHFT',
        amount: '10.00000000',
        ...common,
      },
    ]);
  });

  it.each([
    ['10.00000000', -1],
    ['-10.00000000', -1],
  ])('maps a reclaimed one (%s, direction %i) to a debit', (amount, direction) => {
    const { transactions } = mapDividends([{ ...dividend, amount, direction }], sameSymbol);
    expect(transactions).toMatchObject([{ type: 'debit', amount: '10.00000000' }]);
  });
});

describe('a distribution that cannot be read', () => {
  it('is quarantined under the key of its valid form', () => {
    const { unreadable } = mapDividends([{ id: 1637366104, amount: 'abc' }], sameSymbol);
    expect(unreadable.map(({ key }) => key)).toEqual(['dividend:1637366104']);
  });
});

describe('mapTransfers', () => {
  const transfer = {
    asset: 'USDT',
    amount: '1.50',
    type: 'MAIN_UMFUTURE',
    status: 'CONFIRMED',
    tranId: 11415955596,
    timestamp: 1563189166000,
  };

  it('maps a transfer between accounts of the user', () => {
    expect(mapTransfers([transfer], sameSymbol).transactions).toEqual([
      {
        key: 'transfer:11415955596',
        type: 'transfer_out',
        asset: 'USDT',
        amount: '1.50',
        ...common,
      },
    ]);
  });

  it.each([
    ['MAIN_FUNDING', 'transfer_out'],
    ['PORTFOLIO_MARGIN_MAIN', 'transfer_in'],
    [undefined, 'other'],
  ])('maps type %s to %s, from the view of the spot account', (type, wanted) => {
    expect(mapTransfers([{ ...transfer, type }], sameSymbol).transactions[0]?.type).toBe(wanted);
  });

  it.each([
    ['PENDING', 'pending'],
    ['FAILED', 'failed'],
    ['NEW', 'unknown'],
  ])('maps status %s to %s', (status, wanted) => {
    const { transactions } = mapTransfers([{ ...transfer, status }], sameSymbol);
    expect(transactions[0]?.status).toBe(wanted);
  });

  it('quarantines a row under the key of its valid form', () => {
    const { unreadable } = mapTransfers([{ ...transfer, amount: 'abc' }], sameSymbol);
    expect(unreadable.map(({ key }) => key)).toEqual(['transfer:11415955596']);
  });
});
