import { describe, expect, it } from 'vitest';

import type { RawRow } from '../mapping/raw-row.ts';
import { KrakenAssets } from './assets.ts';
import { joinKrakenRows, type KrakenRows } from './transactions.ts';

const assets = new KrakenAssets(
  {
    XXBT: { altname: 'XBT' },
    XETH: { altname: 'ETH' },
    ZUSD: { altname: 'USD' },
    XTZ: { altname: 'XTZ' },
    DOT: { altname: 'DOT' },
    'DOT28.S': { altname: 'DOT28.S' },
    USDT: { altname: 'USDT', decimals: '8' },
    C98: { altname: 'C98' },
    ZEURX: { altname: 'EURX' },
  },
  (altname) => (altname === 'XBT' ? 'BTC' : altname),
);

const entry = (change: RawRow): RawRow => ({
  refid: 'A2B4HBV-L4MDIE-JU4N3N',
  time: '1520103488.3149',
  type: 'withdrawal',
  subtype: '',
  aclass: 'currency',
  asset: 'XETH',
  amount: '-0.2805800000',
  fee: '0.0050000000',
  balance: '0.0000051000',
  ...change,
});
const status = (change: RawRow): RawRow => ({
  method: 'Ether',
  aclass: 'currency',
  asset: 'XETH',
  refid: 'A2B4HBV-L4MDIE-JU4N3N',
  txid: '0x298c83c7b0904d8400ef43e1c9e2287b518f7ea3d838822d53f704a1565c274d',
  info: '0x7cb275a5e07ba943fee972e165d80daa67cb2dd0',
  amount: '0.2805800000',
  fee: '0.0050000000',
  time: 1520103480,
  status: 'Success',
  ...change,
});
const NO_STATUSES = { fromMs: 0, toMs: Infinity, deposits: [], withdrawals: [] };
const join = (ledger: Record<string, RawRow>, rows: Partial<KrakenRows> = {}) =>
  joinKrakenRows({ ...NO_STATUSES, ledger: new Map(Object.entries(ledger)), ...rows }, assets);

describe('joinKrakenRows', () => {
  it('joins a ledger entry with its status row by refid', () => {
    expect(join({ L1: entry({}) }, { withdrawals: [status({})] })).toEqual({
      transactions: [
        {
          key: 'withdrawal:A2B4HBV-L4MDIE-JU4N3N',
          type: 'withdrawal',
          asset: 'ETH',
          amount: '0.2805800000',
          timestampMs: 1520103480000,
          status: 'completed',
          txid: '0x298c83c7b0904d8400ef43e1c9e2287b518f7ea3d838822d53f704a1565c274d',
          address: '0x7cb275a5e07ba943fee972e165d80daa67cb2dd0',
          feeCost: '0.0050000000',
          feeCurrency: 'ETH',
        },
      ],
      unreadable: [],
    });
  });

  it('returns amount and fee of the ledger, because a status row may round them', () => {
    const rounded = status({ amount: '0.2806', fee: '0.01' });
    expect(join({ L1: entry({}) }, { withdrawals: [rounded] }).transactions).toMatchObject([
      { amount: '0.2805800000', feeCost: '0.0050000000' },
    ]);
    expect(join({}, { withdrawals: [rounded] }).transactions).toMatchObject([
      { amount: '0.2806', feeCost: '0.01' },
    ]);
    expect(join({}, { withdrawals: [status({ amount: '-1' })] }).unreadable).toMatchObject([
      { reason: 'amount is negative: -1' },
    ]);
  });

  it('omits a status row that was created outside of the window, unless the window has its entry', () => {
    const rows = {
      withdrawals: [status({})],
      deposits: [status({ refid: 'D', status: 'Settled' })],
    };
    const timeMs = 1520103480000;
    const second = { ...rows, fromMs: timeMs, toMs: timeMs + 1 };
    expect(join({}, second).transactions).toHaveLength(2);
    for (const others of [{ fromMs: timeMs + 1 }, { toMs: timeMs }]) {
      expect(join({}, { ...rows, ...others })).toEqual({ transactions: [], unreadable: [] });
      expect(join({ L1: entry({}) }, { ...rows, ...others }).transactions).toMatchObject([
        { status: 'completed', timestampMs: timeMs },
      ]);
    }
  });

  it('maps an entry that is only in the ledger as completed, with missing fields as null', () => {
    expect(join({ L1: entry({}) }).transactions).toMatchObject([
      {
        key: 'withdrawal:A2B4HBV-L4MDIE-JU4N3N',
        status: 'completed',
        timestampMs: 1520103488314,
        txid: null,
        address: null,
      },
    ]);
  });

  it('maps a row that is only in a status list', () => {
    const { transactions } = join(
      {},
      { deposits: [status({ status: 'Settled' })], withdrawals: [status({ status: 'Initial' })] },
    );
    expect(transactions.map(({ key, status: reported }) => [key, reported])).toEqual([
      ['deposit:A2B4HBV-L4MDIE-JU4N3N', 'pending'],
      ['withdrawal:A2B4HBV-L4MDIE-JU4N3N', 'pending'],
    ]);
  });

  it.each([
    [{ status: 'Pending' }, 'pending'],
    [{ status: 'Success' }, 'completed'],
    [{ status: 'Failure' }, 'failed'],
    [{ status: 'Failure', 'status-prop': 'canceled' }, 'canceled'],
    [{ status: 'Pending', 'status-prop': 'cancel-pending' }, 'pending'],
    [{ status: 'Success', 'status-prop': 'on-hold' }, 'pending'],
    [{ status: 'Success', 'status-prop': 'cancel-denied' }, 'completed'],
    [{ status: 'Success', 'status-prop': 'return' }, 'failed'],
    [{ status: 'Teleported' }, 'unknown'],
  ])('maps %j of a withdrawal to %s', (change, expected) => {
    expect(join({}, { withdrawals: [status(change)] }).transactions[0]?.status).toBe(expected);
  });

  // A deposit may be credited and then returned by a withdrawal, or sent back before it is credited.
  it.each([
    ['Success', 'completed'],
    ['Pending', 'pending'],
    ['Failure', 'failed'],
  ])('maps a return with the status %s to %s if the ledger has it', (word, expected) => {
    const row = status({ status: word, 'status-prop': 'return' });
    const deposit = entry({ type: 'deposit', amount: '0.2805800000' });
    const returned = { transactions: [{ status: expected }] };
    expect(join({ L1: entry({}) }, { withdrawals: [row] })).toMatchObject(returned);
    expect(join({ L1: deposit }, { deposits: [row] })).toMatchObject(returned);
    expect(join({}, { deposits: [row] })).toMatchObject({ transactions: [{ status: 'failed' }] });
  });

  it('maps a reversed withdrawal as failed, once', () => {
    const { transactions } = join({
      L2: entry({ amount: '0.2805800000', time: '1520103499' }),
      L1: entry({}),
    });
    expect(transactions).toMatchObject([
      { status: 'failed', amount: '0.2805800000', timestampMs: 1520103488314 },
    ]);
  });

  it.each([
    [{}, 'failed'],
    [{ 'status-prop': 'return' }, 'failed'],
    [{ status: 'Failure', 'status-prop': 'canceled' }, 'canceled'],
  ])('maps a reversed withdrawal with %j by its status row to %s, once', (change, expected) => {
    const ledger = {
      L1: entry({}),
      L2: entry({ amount: '0.2805800000', time: '1520103499' }),
    };
    const row = status(change);
    const { transactions } = join(ledger, { withdrawals: [row] });
    expect(transactions).toMatchObject([
      { status: expected, txid: row['txid'], address: row['info'], timestampMs: 1520103480000 },
    ]);
  });

  it('maps a reversed deposit as failed', () => {
    const { transactions } = join({
      L1: entry({ type: 'deposit', amount: '0.5' }),
      L2: entry({ type: 'deposit', amount: '-0.5', time: '1520103499' }),
    });
    expect(transactions).toMatchObject([{ type: 'deposit', status: 'failed', amount: '0.5' }]);
  });

  it('maps the earliest entry of a reversed withdrawal, independently of the ids of its entries', () => {
    const { transactions } = join({
      L1: entry({ amount: '0.2805800000', fee: '0', time: '1520103499' }),
      L2: entry({}),
    });
    expect(transactions).toMatchObject([
      { status: 'failed', feeCost: '0.0050000000', timestampMs: 1520103488314 },
    ]);
  });

  it('maps the entry with the smallest id if all have the same time', () => {
    const paid = entry({});
    const reversed = entry({ amount: '0.2805800000', fee: '0' });
    for (const ledger of [
      { L1: paid, L2: reversed },
      { L2: reversed, L1: paid },
    ]) {
      expect(join(ledger).transactions).toMatchObject([{ feeCost: '0.0050000000' }]);
    }
  });

  it('maps fiat without a subtype as money only if it is a transfer', () => {
    const { transactions } = join({
      L1: entry({ type: 'transfer', asset: 'ZUSD', amount: '1' }),
      L2: entry({ type: 'staking', asset: 'ZUSD', amount: '1' }),
    });
    expect(transactions.map(({ type }) => type)).toEqual(['credit', 'reward']);
  });

  it('maps the rest of the ledger, without trading', () => {
    const { transactions } = join({
      L1: entry({ type: 'trade' }),
      L2: entry({ type: 'spend' }),
      L3: entry({ type: 'staking', asset: 'DOT28.S', amount: '1.5' }),
      L4: entry({ type: 'earn', subtype: 'reward', asset: 'XTZ', amount: '0.1' }),
      L5: entry({ type: 'earn', subtype: 'allocation', asset: 'XXBT' }),
      L6: entry({ type: 'transfer', subtype: 'spottofutures', asset: 'ZUSD' }),
      L7: entry({ type: 'adjustment' }),
      L8: entry({ type: 'something new' }),
    });
    expect(transactions.map(({ key, type, asset }) => `${key} ${type} ${asset}`)).toEqual([
      'ledger:L3 reward DOT',
      'ledger:L4 reward XTZ',
      'ledger:L5 transfer_out BTC',
      'ledger:L6 transfer_out USD',
      'ledger:L7 debit ETH',
      'ledger:L8 debit ETH',
    ]);
  });

  it('maps a transfer between two products once, by its outgoing entry', () => {
    const move = { type: 'earn', subtype: 'allocation', refid: 'E1' };
    const { transactions } = join({
      L1: entry({ type: 'transfer', subtype: 'spottostaking', asset: 'DOT', amount: '-5' }),
      L2: entry({ type: 'transfer', subtype: 'stakingfromspot', asset: 'DOT.S', amount: '5' }),
      L3: entry({ type: 'transfer', subtype: 'stakingtospot', asset: 'DOT.S', amount: '-3' }),
      L4: entry({ type: 'transfer', subtype: 'spotfromstaking', asset: 'DOT', amount: '3' }),
      L5: entry({ ...move, asset: 'XXBT', amount: '-0.1' }),
      L6: entry({ ...move, asset: 'XBT.M', amount: '0.1' }),
      L7: entry({ type: 'transfer', subtype: 'spotfromfutures', asset: 'ZUSD', amount: '7' }),
      L8: entry({ type: 'transfer', subtype: '', asset: 'XXBT', amount: '1' }),
      L9: entry({ type: 'earn', subtype: 'something new', asset: 'XXBT', amount: '2' }),
    });
    expect(transactions.map(({ key, type, amount }) => [key, type, amount])).toEqual([
      ['ledger:L1', 'transfer_out', '5'],
      ['ledger:L3', 'transfer_in', '3'],
      ['ledger:L5', 'transfer_out', '0.1'],
      ['ledger:L7', 'transfer_in', '7'],
      ['ledger:L8', 'reward', '1'],
      ['ledger:L9', 'credit', '2'],
    ]);
  });

  it.each([
    ['allocation', 'DOT', 'DOT.B', 'transfer_out'],
    ['deallocation', 'DOT.B', 'DOT', 'transfer_in'],
    // Both balances count for their asset, or neither of them.
    ['autoallocation', 'XXBT', 'XBT.F', 'other'],
    ['autoallocate', 'XXBT', 'XBT.F', 'other'],
    ['migration', 'DOT.S', 'DOT.M', 'other'],
    // The other entry is not in the reading.
    ['allocation', 'DOT', null, 'transfer_out'],
    ['deallocation', 'DOT.B', null, 'transfer_in'],
    ['migration', 'DOT.S', null, 'other'],
  ])('maps an %s of Earn from %s to %s to %s', (subtype, from, to, expected) => {
    const move = { type: 'earn', subtype, refid: 'E1' };
    const { transactions } = join({
      L1: entry({ ...move, asset: from, amount: '-1' }),
      ...(to === null ? {} : { L2: entry({ ...move, asset: to, amount: '1' }) }),
    });
    expect(transactions.map(({ key, type }) => [key, type])).toEqual([['ledger:L1', expected]]);
  });

  it('maps bookings by the sign of their amount', () => {
    const { transactions } = join({
      L1: entry({ type: 'staking', asset: 'DOT', amount: '-1.5' }),
      L2: entry({ type: 'adjustment', amount: '1' }),
      L3: entry({ type: 'custodytransfer', amount: '1' }),
      L4: entry({ type: 'fee', amount: '-1' }),
      L5: entry({ type: 'credit', amount: '0' }),
    });
    expect(transactions.map(({ type }) => type)).toEqual([
      'debit',
      'credit',
      'transfer_in',
      'fee',
      'other',
    ]);
  });

  it('returns an amount with the digits of the ledger, from any list', () => {
    const reported = { asset: 'USDT', amount: '10.00', fee: '3' };
    const booked = entry({ asset: 'USDT', amount: '-10.00000000', fee: '3.00000000' });
    const readings = [
      join({}, { withdrawals: [status(reported)] }),
      join({ L1: booked }, { withdrawals: [status(reported)] }),
      join({ L1: booked }),
    ];
    expect(readings.map(({ transactions }) => transactions[0])).toEqual(
      readings.map(() => expect.objectContaining({ amount: '10.00000000', feeCost: '3.00000000' })),
    );
  });

  it('maps each entry without a reference by its own id', () => {
    const { transactions } = join({
      L1: entry({ refid: '' }),
      L2: entry({ refid: undefined, amount: '-1' }),
      L3: entry({ refid: '', type: 'earn', subtype: 'allocation', asset: 'DOT', amount: '-2' }),
    });
    expect(transactions.map(({ key, amount }) => [key, amount])).toEqual([
      ['ledger:L1', '0.2805800000'],
      ['ledger:L2', '1'],
      ['ledger:L3', '2'],
    ]);
  });

  it('maps a row without a fee, and without decimals for an asset with an impossible number', () => {
    const { transactions } = joinKrakenRows(
      { ...NO_STATUSES, ledger: new Map([['L1', entry({ fee: '', amount: '-1.50' })]]) },
      new KrakenAssets({ XETH: { decimals: 1e9 } }, (altname) => altname),
    );
    expect(transactions).toMatchObject([
      { asset: 'XETH', amount: '1.50', feeCost: null, feeCurrency: null },
    ]);
  });

  it('quarantines a row that cannot be read, and maps the others', () => {
    const { transactions, unreadable } = join(
      {
        L1: entry({ refid: 'X', amount: 'abc' }),
        L2: entry({ type: 'transfer', time: 'soon' }),
        L3: entry({}),
        // A time before Kraken, and one that no clock reaches.
        L4: entry({ type: 'transfer', amount: 'abc', time: '5' }),
        L5: entry({ type: 'transfer', amount: 'abc', time: '1e15' }),
      },
      { deposits: [status({ refid: undefined })] },
    );
    expect(transactions.map((row) => row.key)).toEqual(['withdrawal:A2B4HBV-L4MDIE-JU4N3N']);
    expect(unreadable.map((row) => row.key)).toEqual([
      expect.stringMatching(/^deposit:[0-9a-f]{64}$/),
      'withdrawal:X',
      'ledger:L2',
      'ledger:L4',
      'ledger:L5',
    ]);
    expect(unreadable.map(({ window }) => window)).toEqual([
      { fromMs: 1_520_103_480_000, toMs: 1_520_103_481_000 },
      { fromMs: 1_520_103_488_314, toMs: 1_520_103_489_314 },
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('re-reads a status row that cannot be mapped together with its entry', () => {
    const rows = { withdrawals: [status({ amount: '1', asset: undefined })] };
    const { unreadable } = join({ L1: entry({}) }, rows);
    expect(unreadable.map(({ window }) => window)).toEqual([
      { fromMs: 1_520_103_480_000, toMs: 1_520_103_489_314 },
    ]);
  });

  it('quarantines rows that cannot be joined, and maps the ledger entry of a broken status row', () => {
    const { transactions, unreadable } = join(
      {
        L1: entry({ refid: 'bad\u0001' }),
        L2: null as unknown as RawRow,
        L3: entry({}),
      },
      { withdrawals: [null as unknown as RawRow, status({ asset: undefined })] },
    );
    expect(transactions).toMatchObject([
      { key: 'withdrawal:A2B4HBV-L4MDIE-JU4N3N', status: 'completed' },
    ]);
    expect(unreadable.map(({ reason }) => reason).toSorted()).toEqual([
      'asset is missing',
      'refid has control characters or malformed Unicode',
      'the row is not an object',
      'type is missing',
    ]);
  });
});

describe('KrakenAssets', () => {
  it.each([
    ['XXBT', 'BTC', null],
    ['XBT.M', 'BTC', 'M'],
    ['ZUSD', 'USD', null],
    ['USD.HOLD', 'USD', 'HOLD'],
    ['XTZ', 'XTZ', null],
    ['DOT28.S', 'DOT', 'S'],
    // Bonded in staking, and locked for a parachain.
    ['DOT.B', 'DOT', 'B'],
    ['DOT.P', 'DOT', 'P'],
    ['USDT.F', 'USDT', 'F'],
    ['AAPLx.T', 'AAPLx', 'T'],
    ['NEWCOIN', 'NEWCOIN', null],
    ['C98.S', 'C98', 'S'],
    ['2024.S', '2024', 'S'],
    // Threshold and Sonic have the names of extensions.
    ['T', 'T', null],
    ['S', 'S', null],
    ['NEW.X', 'NEW.X', null],
  ])('reads %s as %s with extension %s', (id, symbol, extension) => {
    expect(assets.read(id)).toEqual({ symbol, extension });
  });

  it('recognises fiat by an id of four letters', () => {
    expect(['USD', 'EURX', 'XTZ'].map((symbol) => assets.isFiat(symbol))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each(['AED', 'ARS', 'BRL', 'CHF', 'MXN'])(
    'recognises %s, whose id does not say that it is fiat',
    (symbol) => {
      expect(assets.isFiat(symbol)).toBe(true);
    },
  );
});
