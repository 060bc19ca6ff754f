import { describe, expect, it } from 'vitest';

import { mapDeposits, mapFiatOrders, mapHeldDeposit, mapWithdrawals } from './transactions.ts';

const sameSymbol = (id: string): string => id;

const deposit = {
  id: '769800519366885376',
  amount: '0.00100000',
  coin: 'BNB',
  network: 'BNB',
  status: 1,
  address: 'bnb136ns6lfw4zs5hg4n85vdthaad7hq5m4gtkgf23',
  addressTag: '101764890',
  txId: '98A3EA560C6B3336D348B6C83F0F95ECE4F1F5919E94BD006E5BF3BF264FACFC',
  insertTime: 1661493146000,
  transferType: 0,
};

const withdrawal = {
  id: 'b6ae22b3aa844210a7041aee7589627c',
  amount: '8.91000000',
  transactionFee: '0.004',
  coin: 'USDT',
  status: 6,
  address: '0x94df8b352de7f46f64b01d3666bf6e936e44ce60',
  txId: '0xb5ef8c13b968a406cc62a93a8bd80f9e9a906ef1b3fcf20a2e48573c17659268',
  applyTime: '2019-10-12 11:12:02',
  network: 'ETH',
  transferType: 0,
};

describe('mapDeposits', () => {
  it("has the sender's address if the exchange reports it, else the account's own", () => {
    const row = { ...deposit, sourceAddress: 'sender' };
    const addressOf = (each: object) => mapDeposits([each], sameSymbol).transactions[0]?.address;
    expect(addressOf(row)).toBe('sender');
    expect(addressOf({ ...deposit, sourceAddress: '' })).toBe(deposit.address);
    // The key of a row without an identifier contains the account's own address.
    const [before, after] = [deposit, row].map((each) =>
      Object.assign({}, each, { id: undefined }),
    );
    const keyOf = (each: object) => mapDeposits([each], sameSymbol).transactions[0]?.key;
    expect(keyOf(after!)).toBe(keyOf(before!));
  });

  it('maps the row digit by digit', () => {
    expect(mapDeposits([deposit], sameSymbol).transactions).toEqual([
      {
        key: 'deposit:769800519366885376',
        type: 'deposit',
        status: 'completed',
        asset: 'BNB',
        amount: '0.00100000',
        timestampMs: 1661493146000,
        txid: deposit.txId,
        address: deposit.address,
        feeCost: null,
        feeCurrency: null,
      },
    ]);
  });

  it.each([
    [0, 'pending'],
    [99, 'unknown'],
  ])('maps status %s to %s', (status, expected) => {
    expect(mapDeposits([{ ...deposit, status }], sameSymbol).transactions[0]?.status).toBe(
      expected,
    );
  });

  it('maps a transfer within the exchange without txid', () => {
    const internal = { ...deposit, transferType: 1, txId: 'Internal transfer 51376627901' };
    const unmarked = { ...deposit, transferType: undefined, txId: 'Off-chain transfer 9912' };
    const unnamed = { ...deposit, transferType: 1, txId: '51376627901' };
    const { transactions } = mapDeposits([internal, unmarked, unnamed], sameSymbol);
    expect(transactions.map((row) => row.txid)).toEqual([null, null, null]);
  });

  it('distinguishes rows without an id by content, and equal rows by ordinal', () => {
    const { id: _, ...old } = deposit;
    const first = mapDeposits([old, { ...old, insertTime: 1 }, old], sameSymbol).transactions;
    const again = mapDeposits([old, old, { ...old, insertTime: 1 }], sameSymbol).transactions;
    expect(new Set(first.map((row) => row.key)).size).toBe(3);
    expect(new Set(again.map((row) => row.key))).toEqual(new Set(first.map((row) => row.key)));
  });

  it.each([
    [{ insertTime: undefined }, 'insertTime is missing'],
    [{ insertTime: 'soon' }, 'insertTime is not a time'],
    [{ amount: 'abc' }, 'amount is not a decimal'],
    [{ amount: '-1' }, 'amount is negative'],
    [{ amount: '1e5000' }, 'amount is not a decimal'],
    [{ coin: '' }, 'coin is missing'],
  ])('quarantines a row with %j, and maps the others', (change, reason) => {
    const reading = mapDeposits(
      [
        { ...deposit, ...change },
        { ...deposit, id: '2' },
      ],
      sameSymbol,
    );
    expect(reading.transactions).toHaveLength(1);
    expect(reading.unreadable).toMatchObject([{ key: 'deposit:769800519366885376' }]);
    expect(reading.unreadable[0]?.reason).toContain(reason);
    expect(reading.unreadable[0]?.raw).toContain('"BNB"');
  });

  it('quarantines a row whose identifier cannot be read, and maps the others', () => {
    const rows = [{ ...deposit, id: 'a\u0000b' }, { ...deposit, id: 'x'.repeat(2000) }, deposit];
    const reading = mapDeposits(rows, sameSymbol);
    expect(reading.transactions).toHaveLength(1);
    expect(reading.unreadable.map(({ key }) => key)).toEqual([
      expect.stringMatching(/^deposits:[0-9a-f]{64}$/),
      expect.stringMatching(/^deposits:[0-9a-f]{64}$/),
    ]);
  });

  it('quarantines rows that are not objects', () => {
    expect(mapDeposits([null, 'x', []], sameSymbol).unreadable).toHaveLength(3);
  });
});

describe('mapHeldDeposit', () => {
  const held = { asset: 'BNB', amount: '0.00100000' };

  it.each([
    ['credited, to the spot account', { status: 6, walletType: 0 }, held],
    ['credited, without an account', { status: 6 }, held],
    ['credited, to the funding account', { status: 6, walletType: 1 }, undefined],
    ['pending', { status: 0, walletType: 0 }, undefined],
    ['withdrawable', { status: 1, walletType: 0 }, undefined],
  ])('a deposit that is %s is held or not', (_what, change, expected) => {
    expect(mapHeldDeposit({ ...deposit, ...change }, sameSymbol)).toEqual(expected);
  });
});

describe('mapWithdrawals', () => {
  it('reads the time as UTC, and the fee in the asset', () => {
    expect(mapWithdrawals([withdrawal], sameSymbol).transactions[0]).toMatchObject({
      key: 'withdrawal:b6ae22b3aa844210a7041aee7589627c',
      timestampMs: Date.UTC(2019, 9, 12, 11, 12, 2),
      amount: '8.91000000',
      feeCost: '0.004',
      feeCurrency: 'USDT',
      status: 'completed',
    });
  });

  it.each([
    [1, 'canceled'],
    [4, 'pending'],
  ])('maps status %s to %s', (status, expected) => {
    const { transactions } = mapWithdrawals([{ ...withdrawal, status }], sameSymbol);
    expect(transactions[0]?.status).toBe(expected);
  });

  it('maps a repaired row to the key of its quarantined version', () => {
    const { unreadable } = mapWithdrawals([{ ...withdrawal, amount: '' }], sameSymbol);
    const [mapped] = mapWithdrawals([withdrawal], sameSymbol).transactions;
    expect(unreadable).toMatchObject([{ key: mapped?.key, reason: 'amount is missing' }]);
  });

  it('maps txid and fee to null while they are missing', () => {
    const { transactions } = mapWithdrawals(
      [{ ...withdrawal, txId: '', transactionFee: undefined }],
      sameSymbol,
    );
    expect(transactions[0]).toMatchObject({ txid: null, feeCost: null, feeCurrency: null });
  });
});

describe('mapFiatOrders', () => {
  const order = {
    orderNo: '7d76d611-0568-4f43-afb6-24cac7767365',
    fiatCurrency: 'BRL',
    indicatedAmount: '10.00',
    amount: '10.00',
    totalFee: '0.00',
    method: 'BankAccount',
    status: 'Finished',
    createTime: 1626144956000,
    updateTime: 1626400907000,
  };

  it('has neither txid nor address', () => {
    expect(mapFiatOrders([order], 'deposit', sameSymbol).transactions).toEqual([
      {
        key: `fiat:${order.orderNo}`,
        type: 'deposit',
        status: 'completed',
        asset: 'BRL',
        amount: '10.00',
        timestampMs: 1626144956000,
        txid: null,
        address: null,
        feeCost: '0.00',
        feeCurrency: 'BRL',
      },
    ]);
  });

  it.each([
    ['deposit', '15.00', '14.80', '0.20', '15.00'],
    // Not the amount before the fee.
    ['deposit', '15.00', '15.00', '0.20', '15.00'],
    ['deposit', '15.01', '14.80', '0.20', '14.80'],
    ['deposit', '', '14.80', '0.20', '14.80'],
    // The fee is paid in addition.
    ['withdrawal', '29.99', '28.49', '1.50', '28.49'],
  ] as const)(
    'of the type %s and the indicated amount %j has of %s and the fee %s the amount %s',
    (type, indicatedAmount, amount, totalFee, expected) => {
      const row = { ...order, indicatedAmount, amount, totalFee };
      const { transactions } = mapFiatOrders([row], type, sameSymbol);
      expect(transactions).toMatchObject([{ amount: expected, feeCost: totalFee }]);
    },
  );

  it('maps a repaired row to the key of its quarantined version', () => {
    const { unreadable } = mapFiatOrders([{ ...order, amount: '' }], 'deposit', sameSymbol);
    const [mapped] = mapFiatOrders([order], 'deposit', sameSymbol).transactions;
    expect(unreadable).toMatchObject([{ key: mapped?.key, reason: 'amount is missing' }]);
  });

  it.each([
    ['Refunding', 'pending'],
    ['Order Partial credit Stopped', 'unknown'],
  ])('maps status %s to %s', (status, expected) => {
    const { transactions } = mapFiatOrders([{ ...order, status }], 'deposit', sameSymbol);
    expect(transactions[0]?.status).toBe(expected);
  });
});
