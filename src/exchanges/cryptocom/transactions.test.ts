import { describe, expect, it } from 'vitest';

import { mapDeposits, mapFiat, mapWithdrawals } from './transactions.ts';

const toSymbol = (id: string): string => id.toUpperCase();
const HASH = '7d1b6ad0cfb1d7a64f0e9d3c5b2a18f70e6c4d92ab13570e8c6f4b2d9a7e5c31';

const deposit = {
  currency: 'xrp',
  fee: 0,
  create_time: 1_688_023_659_000,
  id: '7201135',
  update_time: 1_688_178_509_000,
  amount: '123456.123456789012345678',
  address: 'rMvYR6VhZVzr2rnNbJ2m5hFwVd8Wn1Nb8k?1234567890',
  status: '1',
  txid: `${HASH}/2`,
};

const withdrawal = {
  currency: 'usdt',
  client_wid: '',
  fee: '0.80',
  create_time: 1_688_613_850_000,
  id: '5775977',
  update_time: 1_688_613_850_000,
  amount: '24.2',
  address: 'TB1WQmj63bHV9Qmuhp39WABzutphMAetSc',
  status: '5',
  txid: HASH,
  network_id: 'TRON',
};

const fiat = {
  id: '37190e06-d4b4-4909-9177-e6117cbbf40f',
  currency: 'usd',
  amount: '501.0',
  fee_currency: 'usd',
  fee_amount: '45.0',
  payment_network: 'usd_swift',
  status: 'completed',
  created_at: '1744888258315',
  sender: { account_identifier_value: '12345555' },
  beneficiary: { account_identifier_value: '12345677' },
};

describe('mapDeposits', () => {
  it('maps every digit, the address without its tag and the txid without the number of the output', () => {
    expect(mapDeposits([deposit], toSymbol).transactions).toEqual([
      {
        key: 'deposit:7201135',
        type: 'deposit',
        status: 'completed',
        asset: 'XRP',
        amount: '123456.123456789012345678',
        timestampMs: 1_688_023_659_000,
        txid: HASH,
        address: 'rMvYR6VhZVzr2rnNbJ2m5hFwVd8Wn1Nb8k',
        feeCost: '0',
        feeCurrency: 'XRP',
      },
    ]);
  });

  it.each([
    ['3', 'pending'],
    ['4', 'unknown'],
  ])('maps status %s to %s', (status, expected) => {
    const { transactions } = mapDeposits([{ ...deposit, status }], toSymbol);
    expect(transactions[0]?.status).toBe(expected);
  });

  it.each(['INTERNAL_DEPOSIT', 'INTERNAL_WITHDRAWAL'])(
    'maps a transfer with the App (%s) without txid and address',
    (address) => {
      const internal = { ...deposit, address, txid: 'internal-1' };
      const { transactions } = mapDeposits([internal], toSymbol);
      expect(transactions[0]).toMatchObject({ txid: null, address: null });
    },
  );

  it('removes the whole number of the output from a txid, and nothing in front of it', () => {
    const { transactions } = mapDeposits([{ ...deposit, txid: 'a/1b/12' }], toSymbol);
    expect(transactions[0]?.txid).toBe('a/1b');
  });

  it('maps missing fields to null', () => {
    const bare = { ...deposit, fee: undefined, address: undefined, txid: '' };
    expect(mapDeposits([bare], toSymbol).transactions[0]).toMatchObject({
      txid: null,
      address: null,
      feeCost: null,
      feeCurrency: null,
    });
  });

  it.each([
    [{ create_time: undefined }, 'create_time is missing'],
    [{ create_time: 'yesterday' }, 'create_time is not a time'],
    [{ amount: 'abc' }, 'amount is not a decimal'],
    [{ id: '' }, 'id is missing'],
  ])('quarantines a row with %j, and maps the others', (change, reason) => {
    const reading = mapDeposits(
      [
        { ...deposit, ...change },
        { ...deposit, id: '2' },
      ],
      toSymbol,
    );
    expect(reading.transactions).toHaveLength(1);
    expect(reading.unreadable[0]?.reason).toContain(reason);
  });
});

it('maps a repaired deposit to the key of its quarantined version', () => {
  const { unreadable } = mapDeposits([{ ...deposit, amount: null }], toSymbol);
  const [mapped] = mapDeposits([deposit], toSymbol).transactions;
  expect(unreadable).toMatchObject([{ key: mapped?.key, reason: 'amount is missing' }]);
});

describe('mapWithdrawals', () => {
  it('maps the amount that the receiver gets, and the fee', () => {
    expect(mapWithdrawals([withdrawal], toSymbol).transactions).toEqual([
      {
        key: 'withdrawal:5775977',
        type: 'withdrawal',
        status: 'completed',
        asset: 'USDT',
        amount: '24.2',
        timestampMs: 1_688_613_850_000,
        txid: HASH,
        address: withdrawal.address,
        feeCost: '0.80',
        feeCurrency: 'USDT',
      },
    ]);
  });

  it.each([
    ['6', 'canceled'],
    ['7', 'unknown'],
  ])('maps status %s to %s', (status, expected) => {
    const { transactions } = mapWithdrawals([{ ...withdrawal, status, txid: '' }], toSymbol);
    expect(transactions[0]).toMatchObject({ status: expected, txid: null });
  });

  it('maps a repaired row to the key of its quarantined version', () => {
    const { unreadable } = mapWithdrawals([{ ...withdrawal, amount: null }], toSymbol);
    const [mapped] = mapWithdrawals([withdrawal], toSymbol).transactions;
    expect(unreadable).toMatchObject([{ key: mapped?.key, reason: 'amount is missing' }]);
  });
});

describe('mapFiat', () => {
  it.each([
    ['deposit', '12345555'],
    ['withdrawal', '12345677'],
  ] as const)("maps a %s with the counterparty's account and no txid", (kind, address) => {
    expect(mapFiat(kind, [fiat], toSymbol).transactions).toEqual([
      {
        key: `fiat-${kind}:${fiat.id}`,
        type: kind,
        status: 'completed',
        asset: 'USD',
        amount: '501.0',
        timestampMs: 1_744_888_258_315,
        txid: null,
        address,
        feeCost: '45.0',
        feeCurrency: 'USD',
      },
    ]);
  });

  it('maps a bank transfer without a currency of its fee', () => {
    const row = { ...fiat, fee_currency: null };
    const { transactions, unreadable } = mapFiat('deposit', [row], toSymbol);
    expect(unreadable).toEqual([]);
    expect(transactions[0]).toMatchObject({ amount: '501.0', feeCurrency: null });
  });

  it.each([
    ['failed', 'failed'],
    ['reversed', 'unknown'],
  ])('maps status %s to %s', (status, expected) => {
    const row = { ...fiat, status, sender: null };
    const { transactions } = mapFiat('deposit', [row], toSymbol);
    expect(transactions[0]).toMatchObject({ status: expected, address: null });
  });

  it('maps a repaired row to the key of its quarantined version', () => {
    const { unreadable } = mapFiat('withdrawal', [{ ...fiat, created_at: null }], toSymbol);
    const [mapped] = mapFiat('withdrawal', [fiat], toSymbol).transactions;
    expect(unreadable).toMatchObject([{ key: mapped?.key, reason: 'created_at is missing' }]);
  });
});
