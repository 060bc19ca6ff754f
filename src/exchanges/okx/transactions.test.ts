import { describe, expect, it } from 'vitest';

import { mapDeposits, mapFiatOrders, mapHeldDeposit, mapWithdrawals } from './transactions.ts';

const sameSymbol = (id: string): string => id;

const deposit = {
  actualDepBlkConfirm: '14',
  amt: '310.250000',
  areaCodeFrom: '',
  ccy: 'USDT',
  chain: 'USDT-TRC20',
  depId: '901128',
  from: '',
  fromWdId: '',
  state: '2',
  to: 'TB1WQmj63bHV9Qmuhp39WABzutphMAetSc',
  ts: '1718000123456',
  txId: '5d0cf1f4a6c1b7e2a90b1c73b6f0f3b6a7fd0a2ad3b3ad6fc60e0b0a58c47a11',
};

const withdrawal = {
  amt: '0.123456789012345678',
  ccy: 'ETH',
  chain: 'ETH-ERC20',
  clientId: '',
  fee: '0.0012',
  feeCcy: 'ETH',
  from: 'ab****@example.org',
  state: '2',
  to: '0x52908400098527886e0f7030069857d2e4169ee7',
  ts: '1718000000999',
  txId: '0x8b0f2e7c6d5a4b39281706f5e4d3c2b1a09f8e7d6c5b4a392817060f1e2d3c4b',
  wdId: '5512098',
};

describe('mapDeposits', () => {
  it('maps the row digit by digit, without a fee', () => {
    expect(mapDeposits([deposit], sameSymbol).transactions).toEqual([
      {
        key: 'deposit:901128',
        type: 'deposit',
        status: 'completed',
        asset: 'USDT',
        amount: '310.250000',
        timestampMs: 1718000123456,
        txid: deposit.txId,
        address: deposit.to,
        feeCost: null,
        feeCurrency: null,
      },
    ]);
  });

  it.each([
    ['1', 'completed'],
    ['99', 'unknown'],
  ])('maps state %s to %s', (state, expected) => {
    const { transactions } = mapDeposits([{ ...deposit, state }], sameSymbol);
    expect(transactions[0]?.status).toBe(expected);
  });

  it.each([
    [{ fromWdId: '5512000', txId: '901128' }],
    // Older rows have no `fromWdId` (ccxt, samples of responses).
    [{ fromWdId: undefined, from: '13801825426', txId: '1915737' }],
    [{ fromWdId: undefined, txId: '1744594_3_184_0_asset' }],
  ])('maps a deposit from another customer with %j without txid and address', (change) => {
    const internal = { ...deposit, to: '', ...change };
    const { transactions } = mapDeposits([internal], sameSymbol);
    expect(transactions[0]).toMatchObject({ txid: null, address: null });
  });

  it('maps a deposit without a txid', () => {
    const { transactions } = mapDeposits([{ ...deposit, txId: '' }], sameSymbol);
    expect(transactions[0]?.txid).toBeNull();
  });

  it.each([
    [{ ts: undefined }, 'ts is missing'],
    [{ ts: 'yesterday' }, 'ts is not a time'],
    [{ amt: '-1' }, 'amt is negative'],
    [{ depId: '' }, 'depId is missing'],
  ])('quarantines a row with %j, and maps the others', (change, reason) => {
    const rows = [
      { ...deposit, ...change },
      { ...deposit, depId: '2' },
    ];
    const reading = mapDeposits(rows, sameSymbol);
    expect(reading.transactions).toHaveLength(1);
    expect(reading.unreadable[0]?.reason).toContain(reason);
  });
});

it('maps a repaired deposit to the key of its quarantined version', () => {
  const { unreadable } = mapDeposits([{ ...deposit, amt: 'abc' }], sameSymbol);
  const [mapped] = mapDeposits([deposit], sameSymbol).transactions;
  expect(unreadable).toMatchObject([{ key: mapped?.key, reason: 'amt is not a decimal: abc' }]);
});

describe('mapHeldDeposit', () => {
  it('returns a credited deposit, and none that is pending or can be withdrawn', () => {
    const heldOf = (state: string) => mapHeldDeposit({ ...deposit, state }, sameSymbol);
    expect(heldOf('1')).toEqual({ asset: 'USDT', amount: '310.250000' });
    expect(['0', '2', '8', ''].map(heldOf)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('mapWithdrawals', () => {
  it('maps amount and fee separately', () => {
    expect(mapWithdrawals([withdrawal], sameSymbol).transactions).toEqual([
      {
        key: 'withdrawal:5512098',
        type: 'withdrawal',
        status: 'completed',
        asset: 'ETH',
        amount: '0.123456789012345678',
        timestampMs: 1718000000999,
        txid: withdrawal.txId,
        address: withdrawal.to,
        feeCost: '0.0012',
        feeCurrency: 'ETH',
      },
    ]);
  });

  it.each([
    [{ fee: '0.01000000eth', feeCcy: undefined }, '0.01000000', 'ETH'],
    [{ fee: '1.5', feeCcy: 'USDT' }, '1.5', 'USDT'],
    [{ fee: '', feeCcy: 'ETH' }, null, null],
  ])('maps a fee of %j to %s %s', (change, feeCost, feeCurrency) => {
    const { transactions } = mapWithdrawals([{ ...withdrawal, ...change }], sameSymbol);
    expect(transactions[0]).toMatchObject({ feeCost, feeCurrency });
  });

  it.each([
    ['-2', 'canceled'],
    ['98', 'unknown'],
  ])('maps state %s to %s', (state, expected) => {
    const { transactions } = mapWithdrawals([{ ...withdrawal, state }], sameSymbol);
    expect(transactions[0]?.status).toBe(expected);
  });

  it('maps a repaired row to the key of its quarantined version', () => {
    const { unreadable } = mapWithdrawals([{ ...withdrawal, amt: 'abc' }], sameSymbol);
    const [mapped] = mapWithdrawals([withdrawal], sameSymbol).transactions;
    expect(unreadable).toMatchObject([{ key: mapped?.key, reason: 'amt is not a decimal: abc' }]);
  });
});

describe('mapFiatOrders', () => {
  // www.okx.com/docs-v5, Get withdrawal order history.
  const order = {
    cTime: '1707429385000',
    uTime: '1707429386000',
    ordId: '124041201450544699',
    paymentMethod: 'TR_BANKS',
    paymentAcctId: '20',
    amt: '10000',
    fee: '2.5',
    ccy: 'TRY',
    state: 'completed',
    clientId: '194a6975e98246538faeb0fab0d502df',
  };

  it.each(['deposit', 'withdrawal'] as const)('maps a %s with its fee and no address', (kind) => {
    expect(mapFiatOrders(kind, [order], sameSymbol).transactions).toEqual([
      {
        key: `fiat-${kind}:124041201450544699`,
        type: kind,
        status: 'completed',
        asset: 'TRY',
        amount: '10000',
        timestampMs: 1_707_429_385_000,
        txid: null,
        address: null,
        feeCost: '2.5',
        feeCurrency: 'TRY',
      },
    ]);
  });

  it.each([
    ['inqueue', 'pending'],
    ['reversed', 'unknown'],
  ])('maps state %s to %s', (state, expected) => {
    const { transactions } = mapFiatOrders('deposit', [{ ...order, state }], sameSymbol);
    expect(transactions[0]?.status).toBe(expected);
  });

  it('maps a repaired row to the key of its quarantined version', () => {
    const { unreadable } = mapFiatOrders('deposit', [{ ...order, cTime: '' }], sameSymbol);
    const [mapped] = mapFiatOrders('deposit', [order], sameSymbol).transactions;
    expect(unreadable).toMatchObject([{ key: mapped?.key, reason: 'cTime is missing' }]);
  });
});
