import { describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../domain/duration.ts';
import type { AccountRow } from './own-moves.ts';
import { createdAtOf, mapTransactions as mapScan } from './transactions.ts';

const sameSymbol = (id: string): string => id;
const WINDOW = { fromMs: 1, toMs: 2 };

/** Maps rows of accounts that were listed long after the rows were created. */
const mapAccountRows = (rows: readonly AccountRow[], toSymbol: typeof sameSymbol) =>
  mapScan(rows, toSymbol, { startedAtMs: Date.UTC(2034, 0), windowOf: () => WINDOW });

/** Maps rows of accounts that count for the balance. */
const mapTransactions = (rows: readonly unknown[], toSymbol: typeof sameSymbol) =>
  mapAccountRows(
    rows.map((row) => ({ row, accountId: 'main', isReported: true })),
    toSymbol,
  );

const received = {
  id: '1b7c6a52-0f5d-5c39-9a64-6c1f2e8d9a10',
  type: 'send',
  status: 'completed',
  amount: { amount: '0.12345678', currency: 'BTC' },
  native_amount: { amount: '8000.12', currency: 'USD' },
  created_at: '2024-06-10T06:15:23Z',
  resource: 'transaction',
  network: {
    status: 'confirmed',
    hash: '5d0cf1f4a6c1b7e2a90b1c73b6f0f3b6a7fd0a2ad3b3ad6fc60e0b0a58c47a11',
    network_name: 'bitcoin',
  },
};

const BTC = (amount: string) => ({ amount, currency: 'BTC' });

const sent = {
  ...received,
  id: '9e0f7c1d-3a2b-5d4c-8f6e-7a8b9c0d1e2f',
  amount: { amount: '-12.500000', currency: 'USDC' },
  network: {
    status: 'confirmed',
    hash: '0x8b0f2e7c6d5a4b39281706f5e4d3c2b1a09f8e7d6c5b4a392817060f1e2d3c4b',
    network_name: 'ethereum',
    transaction_fee: { amount: '1.500000', currency: 'USDC' },
  },
  to: { resource: 'address', address: '0x52908400098527886e0f7030069857d2e4169ee7' },
};

function mapOne(row: object) {
  return mapTransactions([row], sameSymbol).transactions[0];
}

describe('mapTransactions', () => {
  it('maps the received amount with all digits, without fee or address if the row has none', () => {
    expect(mapTransactions([received], sameSymbol).transactions).toEqual([
      {
        key: `transaction:${received.id}`,
        type: 'deposit',
        status: 'completed',
        asset: 'BTC',
        amount: '0.12345678',
        timestampMs: Date.UTC(2024, 5, 10, 6, 15, 23),
        txid: received.network.hash,
        address: null,
        feeCost: null,
        feeCurrency: null,
      },
    ]);
    const from = { resource: 'address', address: 'bc1qexample' };
    expect(mapOne({ ...received, from })?.address).toBe('bc1qexample');
  });

  it('maps the amount that the receiver gets, and the fee', () => {
    expect(mapOne(sent)).toMatchObject({
      type: 'withdrawal',
      amount: '11.000000',
      feeCost: '1.500000',
      feeCurrency: 'USDC',
      txid: sent.network.hash,
      address: sent.to.address,
    });
  });

  it('uses the amount without the fee if the row contains it', () => {
    const transaction_amount = { amount: '11.00', currency: 'USDC' };
    const row = { ...sent, network: { ...sent.network, transaction_amount } };
    expect(mapOne(row)).toMatchObject({ type: 'withdrawal', amount: '11.00', feeCost: '1.500000' });
  });

  it('reads a fee without a currency as a fee in the asset of the row', () => {
    const row = { ...sent, network: { ...sent.network, transaction_fee: { amount: '1.5' } } };
    expect(mapOne(row)).toMatchObject({
      amount: '11.000000',
      feeCost: '1.5',
      feeCurrency: 'USDC',
    });
  });

  it('does not reduce the amount by a fee in another asset', () => {
    const transaction_fee = { amount: '0.0001', currency: 'ETH' };
    const row = { ...sent, network: { ...sent.network, transaction_fee } };
    expect(mapOne(row)).toMatchObject({
      amount: '12.500000',
      feeCost: '0.0001',
      feeCurrency: 'ETH',
    });
  });

  it('maps a transfer between customers without txid', () => {
    const row = {
      ...sent,
      network: { status: 'off_blockchain' },
      to: { resource: 'user', id: 'somebody' },
    };
    expect(mapOne(row)).toMatchObject({
      amount: '12.500000',
      txid: null,
      address: null,
      feeCost: null,
    });
  });

  it.each([
    ['send', '-1', 'withdrawal'],
    ['send', '1', 'deposit'],
    ['receive', '1', 'deposit'],
    ['request', '1', 'deposit'],
    ['fiat_deposit', '1', 'deposit'],
    ['fiat_withdrawal', '-1', 'withdrawal'],
    ['transfer', '-1', 'transfer_out'],
    ['transfer', '1', 'transfer_in'],
    ['exchange_deposit', '-1', 'transfer_out'],
    ['exchange_withdrawal', '1', 'transfer_in'],
    ['pro_deposit', '-1', 'transfer_out'],
    ['pro_withdrawal', '1', 'transfer_in'],
    ['intx_deposit', '-1', 'transfer_out'],
    ['intx_withdrawal', '1', 'transfer_in'],
    ['vault_withdrawal', '1', 'transfer_in'],
    ['staking_transfer', '-1', 'transfer_out'],
    ['derivatives_settlement', '1', 'transfer_in'],
    ['staking_reward', '-1', 'debit'],
    ['staking_reward', '1', 'reward'],
    ['inflation_reward', '1', 'reward'],
    ['interest', '1', 'reward'],
    ['earn_payout', '1', 'reward'],
    ['incentives_rewards_payout', '1', 'reward'],
    ['subscription_rebate', '1', 'reward'],
    ['subscription', '-1', 'fee'],
    ['clawback', '-1', 'debit'],
    ['tx', '-1', 'debit'],
    ['constructor', '1', 'credit'],
    ['something_new', '1', 'credit'],
    ['something_new', '-1', 'debit'],
  ])('maps type %s of %s to %s', (type, amount, expected) => {
    const row = { ...received, type, amount: { amount, currency: 'BTC' } };
    expect(mapOne(row)).toMatchObject({ type: expected, amount: '1' });
  });

  it.each([
    'buy',
    'sell',
    'trade',
    'advanced_trade_fill',
    'wrap_asset',
    'unwrap_asset',
    'fcm_futures_usdc_sell',
    'fcm_futures_usdc_sell_additional_encumberment_rollup',
  ])('skips a trade (%s)', (type) => {
    const reading = mapTransactions([{ ...received, type }], sameSymbol);
    expect(reading).toEqual({ transactions: [], unreadable: [] });
  });

  it.each(['transfer', 'staking_transfer', 'unstaking_transfer', 'vault_withdrawal'])(
    'maps a move between two accounts by the row of the source account (%s)',
    (type) => {
      const arriving = { ...received, id: 'arriving', type, amount: BTC('1') };
      const leaving = { ...arriving, id: 'leaving', amount: BTC('-1.0') };
      const typesOf = (isLeft: boolean, isReached: boolean) =>
        mapAccountRows(
          [
            { row: arriving, accountId: 'destination', isReported: isReached },
            { row: leaving, accountId: 'source', isReported: isLeft },
          ],
          sameSymbol,
        ).transactions.map((row) => [row.key, row.type]);
      expect(typesOf(true, false)).toEqual([['transaction:leaving', 'transfer_out']]);
      expect(typesOf(false, true)).toEqual([['transaction:leaving', 'transfer_in']]);
      // A move between two accounts that count has no direction.
      expect(typesOf(true, true)).toEqual([['transaction:leaving', 'other']]);
    },
  );

  it('maps a move from an unlisted account by the row of the destination account', () => {
    const arriving = { ...received, type: 'unstaking_transfer' };
    const rows = [
      { row: arriving, accountId: 'main', isReported: true },
      { row: { ...arriving, id: 'vault' }, accountId: 'vault', isReported: false },
      {
        row: { ...arriving, id: 'later', amount: BTC('-7') },
        accountId: 'vault',
        isReported: false,
      },
      { row: null, accountId: 'main', isReported: true },
    ];
    const { transactions } = mapAccountRows(rows, sameSymbol);
    expect(transactions.map(({ key, type }) => [key, type])).toEqual([
      [`transaction:${received.id}`, 'transfer_in'],
      ['transaction:later', 'other'],
    ]);
  });

  it('maps a move out of an account and the same amount back as two moves', () => {
    const back = { ...received, id: 'back', type: 'unstaking_transfer', amount: BTC('1.0') };
    const out = {
      ...back,
      id: 'out',
      type: 'staking_transfer',
      amount: BTC('-1.0'),
      created_at: '2024-06-10T05:35:23Z',
    };
    expect(
      mapTransactions([back, out], sameSymbol).transactions.map(({ key, type }) => [key, type]),
    ).toEqual([
      ['transaction:back', 'transfer_in'],
      ['transaction:out', 'transfer_out'],
    ]);
  });

  it('maps an incoming move without the row of its source account after an hour only', () => {
    const row = { ...received, type: 'transfer' };
    const createdAtMs = createdAtOf(row)!;
    const keysAt = (startedAtMs: number) =>
      mapScan([{ row, accountId: 'main', isReported: true }], sameSymbol, {
        startedAtMs,
        windowOf: () => WINDOW,
      }).transactions.map(({ key }) => key);
    expect(keysAt(createdAtMs - 1)).toEqual([]);
    expect(keysAt(createdAtMs + HOUR_MS)).toEqual([]);
    expect(keysAt(createdAtMs + HOUR_MS + 1)).toEqual([`transaction:${received.id}`]);
  });

  it.each([
    ['expired', 'canceled'],
    ['something_new', 'unknown'],
  ])('maps status %s to %s', (status, expected) => {
    expect(mapOne({ ...received, status })?.status).toBe(expected);
  });

  it.each([
    [{ created_at: undefined }, 'created_at is missing'],
    [{ created_at: 'yesterday' }, 'created_at is not a time'],
    [{ amount: { amount: 'abc', currency: 'BTC' } }, 'amount is not a decimal'],
    [{ amount: undefined }, 'amount is missing'],
    [{ amount: { amount: '1' } }, 'currency is missing'],
    [{ type: undefined }, 'type is missing'],
    [{ id: '' }, 'id is missing'],
    [{ ...sent, amount: { amount: '-1', currency: 'USDC' } }, 'fee is above amount'],
  ])('quarantines a row with %j, and maps the others', (change, reason) => {
    const rows = [
      { ...received, ...change },
      { ...received, id: 'other' },
    ];
    const reading = mapTransactions(rows, sameSymbol);
    expect(reading.transactions).toHaveLength(1);
    expect(reading.unreadable[0]?.reason).toContain(reason);
  });

  it.each([
    [{ created_at: 'yesterday' }, 'created_at is not a time'],
    [{ amount: { amount: 'abc', currency: 'BTC' } }, 'amount is not a decimal'],
    [{ amount: { amount: '1' } }, 'currency is missing'],
  ])('quarantines a move between two accounts with %j, and maps the others', (change, reason) => {
    const move = { ...received, type: 'transfer' };
    const reading = mapTransactions(
      [
        { ...move, ...change },
        { ...move, id: 'other' },
      ],
      sameSymbol,
    );
    expect(reading.transactions.map(({ key }) => key)).toEqual(['transaction:other']);
    expect(reading.unreadable).toMatchObject([
      { key: `transaction:${received.id}`, reason: expect.stringContaining(reason) },
    ]);
  });

  it('maps a repaired row to the key of its quarantined version', () => {
    const broken = mapTransactions([{ ...received, created_at: '' }], sameSymbol);
    expect(broken.unreadable[0]?.key).toBe(mapOne(received)?.key);
  });
});

it('returns the time when a row was created, with any offset, and undefined without one', () => {
  expect(createdAtOf({ created_at: '2015-02-11T16:54:02-08:00' })).toBe(
    Date.UTC(2015, 1, 12, 0, 54, 2),
  );
  expect(createdAtOf({ created_at: 5 })).toBeUndefined();
  const row = { ...received, created_at: '2024-06-10T06:15:23.607999Z' };
  const timestampMs = Date.UTC(2024, 5, 10, 6, 15, 23, 607);
  expect(createdAtOf(row)).toBe(timestampMs);
  expect(mapOne(row)).toMatchObject({ timestampMs });
  expect(createdAtOf(null)).toBeUndefined();
});
