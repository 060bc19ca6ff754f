import { describe, expect, it } from 'vitest';

import { type BitstampRows, joinBitstampRows } from './transactions.ts';

const toSymbol = (id: string): string => id.toUpperCase();

/** Joins these lists; the others are empty. */
function join(rows: Partial<BitstampRows>) {
  const none = { ledger: [], requests: [], deposits: [], withdrawals: [] };
  return joinBitstampRows({ ...none, ...rows }, toSymbol);
}

const booked = {
  id: 458_254_264,
  datetime: '2024-03-05 10:20:31.123456',
  type: '1',
  fee: '0.00050000',
  btc: '-0.49950000',
  usd: '0.0',
  eur: 0,
  btc_usd: '0.00',
};

const request = {
  id: 3_386_432,
  datetime: '2024-03-05 10:05:11',
  type: 1,
  currency: 'BTC',
  network: 'bitcoin',
  amount: '0.50000000',
  status: 2,
  txid: 458_254_264,
  address: '3FZbgi29cpjq2GjdwV8eyHuJJnkLtktZc5',
  transaction_id: '9f1c',
};

const deposit = {
  id: 247_608_267,
  datetime: '2022-09-15 23:13:23.858000',
  type: '0',
  fee: '0.00000000',
  ltc: '0.22700000',
  usd: 0,
};

const arrived = {
  id: 77,
  network: 'litecoin',
  currency: 'LTC',
  destinationAddress: 'LbTjMGN7gELw4KbeyQf6cTCq859hD18guE',
  txid: 'ab54',
  amount: '0.22700000',
  datetime: 1_663_283_603,
  status: 'COMPLETED',
};

describe('a withdrawal', () => {
  it('is mapped once: status, address and txid of its request, amount and fee of its booking', () => {
    const sent = { ...arrived, currency: 'BTC', amount: '0.50000000', datetime: 1_709_634_031 };
    const { transactions, unreadable } = join({
      ledger: [booked],
      requests: [request],
      withdrawals: [sent],
    });
    expect(unreadable).toEqual([]);
    expect(transactions).toEqual([
      {
        key: 'withdrawal:3386432',
        type: 'withdrawal',
        status: 'completed',
        asset: 'BTC',
        amount: '0.49950000',
        timestampMs: Date.UTC(2024, 2, 5, 10, 5, 11),
        txid: '9f1c',
        address: request.address,
        feeCost: '0.00050000',
        feeCurrency: 'BTC',
      },
    ]);
  });

  it('has the key of its request before it is booked, and its fee after that', () => {
    const open = { ...request, status: 0, txid: null, transaction_id: '' };
    expect(join({ requests: [open] }).transactions).toMatchObject([
      {
        key: 'withdrawal:3386432',
        status: 'pending',
        amount: '0.50000000',
        txid: null,
        feeCost: null,
        feeCurrency: null,
      },
    ]);
  });

  it.each([{ amount: '0.50000000' }, { amount: '0.4995' }, { status: 1 }])(
    'is joined by its content if the request has no link: %j',
    (change) => {
      const { txid: _, ...unlinked } = { ...request, ...change };
      const { transactions } = join({ ledger: [booked], requests: [unlinked] });
      expect(transactions).toMatchObject([{ key: 'withdrawal:3386432', feeCost: '0.00050000' }]);
    },
  );

  it('is separate if neither link nor content joins it', () => {
    const others = [
      { ...request, txid: null, amount: '0.6' },
      { ...request, id: 2, txid: null, datetime: '2024-03-05 08:05:11' },
      { ...request, id: 3, txid: null, status: 3 },
      { ...request, id: 4, txid: null, currency: 'ETH' },
      // A failed request, after which the withdrawal was requested again.
      { ...request, id: 5, txid: null, status: 4 },
    ];
    const { transactions } = join({ ledger: [booked], requests: others });
    expect(transactions.map(({ key }) => key)).toEqual([
      'withdrawal:3386432',
      'withdrawal:2',
      'withdrawal:3',
      'withdrawal:4',
      'withdrawal:5',
      'transaction:458254264',
    ]);
  });

  it('is joined with the request that names it, although another one has the same amount', () => {
    const open = { ...request, id: 6, status: 0, txid: null };
    const { transactions } = join({ ledger: [booked], requests: [request, open] });
    expect(transactions.map(({ key, amount, feeCost }) => [key, amount, feeCost])).toEqual([
      ['withdrawal:3386432', '0.49950000', '0.00050000'],
      ['withdrawal:6', '0.50000000', null],
    ]);
  });

  it('is not joined with a deposit of the same amount', () => {
    const received = { ...booked, type: '0', fee: '0.0', btc: '0.50000000' };
    const open = { ...request, status: 1, txid: null };
    const { transactions } = join({ ledger: [received], requests: [open] });
    expect(transactions.map(({ key, type }) => [key, type])).toEqual([
      ['withdrawal:3386432', 'withdrawal'],
      ['transaction:458254264', 'deposit'],
    ]);
  });

  it('with the same content as another is joined with the request nearest in time', () => {
    const later = { ...booked, id: 2, datetime: '2024-03-05 10:40:00' };
    const { transactions } = join({
      ledger: [later, booked],
      requests: [
        { ...request, id: 20, txid: null, datetime: '2024-03-05 10:39:00', transaction_id: 'b' },
        { ...request, id: 10, txid: null, datetime: '2024-03-05 10:20:00', transaction_id: 'a' },
      ],
    });
    expect(transactions.map(({ key, feeCost }) => [key, feeCost])).toEqual([
      ['withdrawal:20', '0.00050000'],
      ['withdrawal:10', '0.00050000'],
    ]);
  });

  it('has txid and address of the chain if it has no request', () => {
    const sent = { ...arrived, currency: 'BTC', amount: '0.5', datetime: 1_709_634_931 };
    expect(join({ ledger: [booked], withdrawals: [sent] }).transactions).toMatchObject([
      { key: 'transaction:458254264', txid: 'ab54', address: sent.destinationAddress },
    ]);
  });

  it('is mapped as booked, with the key of its request, if the request cannot be read', () => {
    const broken = { ...request, datetime: 'yesterday' };
    const { transactions, unreadable } = join({ ledger: [booked], requests: [broken] });
    expect(transactions).toMatchObject([{ key: 'withdrawal:3386432', amount: '0.49950000' }]);
    expect(unreadable).toMatchObject([{ key: 'withdrawal:3386432' }]);
  });

  it('of fiat has a bank account and no txid', () => {
    const { transaction_id: _, ...fiat } = {
      ...request,
      type: 0,
      currency: 'EUR',
      address: 'DE00',
    };
    expect(join({ requests: [fiat] }).transactions).toMatchObject([
      { type: 'withdrawal', asset: 'EUR', address: 'DE00', txid: null },
    ]);
  });

  it('has no tag in its address', () => {
    const tagged = { ...request, address: 'rE1sdh25BJQ3qFwngiTBwaq3zPGGYcrjp1?dt=1455' };
    expect(join({ requests: [tagged] }).transactions[0]?.address).toBe(
      'rE1sdh25BJQ3qFwngiTBwaq3zPGGYcrjp1',
    );
  });

  it.each([
    [0, 'pending'],
    ['3', 'canceled'],
    [5, 'unknown'],
  ])('of status %s is %s', (status, expected) => {
    expect(join({ requests: [{ ...request, status }] }).transactions[0]?.status).toBe(expected);
  });
});

describe('a deposit', () => {
  it('is mapped as booked, with txid and address of the chain', () => {
    expect(join({ ledger: [deposit], deposits: [arrived] }).transactions).toEqual([
      {
        key: 'transaction:247608267',
        type: 'deposit',
        status: 'completed',
        asset: 'LTC',
        amount: '0.22700000',
        timestampMs: Date.UTC(2022, 8, 15, 23, 13, 23, 858),
        txid: 'ab54',
        address: arrived.destinationAddress,
        feeCost: '0.00000000',
        feeCurrency: 'LTC',
      },
    ]);
  });

  it('is mapped by the field of its currency, and by no other field that names no currency', () => {
    const others = { market: 'LTC/USD', price: '80.5', status: '2', tid: 5, order_id: 6 };
    expect(join({ ledger: [{ ...deposit, ...others }] })).toMatchObject({
      transactions: [{ asset: 'LTC', amount: '0.22700000' }],
      unreadable: [],
    });
  });

  it('is found on the chain with its fee, up to an hour apart', () => {
    const charged = { ...deposit, ltc: '0.22600000', fee: '0.00100000' };
    const txidOf = (row: object) =>
      join({ ledger: [charged], deposits: [row] }).transactions[0]?.txid;
    expect(txidOf(arrived)).toBe('ab54');
    expect(txidOf({ ...arrived, datetime: arrived.datetime - 3600 })).toBeNull();
    expect(txidOf({ ...arrived, datetime: arrived.datetime + 3600 })).toBe('ab54');
    expect(txidOf({ ...arrived, amount: '0.2' })).toBeNull();
  });

  it('has no tag in its address', () => {
    const destinationAddress = 'rE1sdh25BJQ3qFwngiTBwaq3zPGGYcrjp1?dt=1455';
    const { transactions } = join({
      ledger: [deposit],
      deposits: [{ ...arrived, destinationAddress }],
    });
    expect(transactions[0]?.address).toBe('rE1sdh25BJQ3qFwngiTBwaq3zPGGYcrjp1');
  });

  it('that waits on the chain is skipped', () => {
    const pending = {
      ...arrived,
      status: 'PENDING',
      pending_reason: 'ADDRESS_VERIFICATION_NEEDED',
    };
    expect(join({ deposits: [pending] })).toEqual({ transactions: [], unreadable: [] });
    expect(join({ ledger: [deposit], deposits: [pending] }).transactions).toMatchObject([
      { txid: null, address: null },
    ]);
  });

  it('is mapped without txid and address if its row on the chain cannot be read', () => {
    const left = { ...arrived, id: 78, currency: '' };
    const { transactions, unreadable } = join({
      ledger: [deposit],
      deposits: [{ ...arrived, amount: 'abc' }],
      withdrawals: [left],
    });
    expect(transactions).toMatchObject([{ type: 'deposit', txid: null, address: null }]);
    expect(unreadable.map(({ reason }) => reason)).toEqual([
      'amount is not a decimal: abc',
      'currency is missing',
    ]);
    expect(new Set(unreadable.map(({ key }) => key)).size).toBe(2);
  });

  it('of fiat or from another customer has neither txid nor address', () => {
    const { ltc: _, ...fiat } = { ...deposit, eur: '250.50' };
    expect(join({ ledger: [fiat] }).transactions).toMatchObject([
      { asset: 'EUR', amount: '250.50', txid: null, address: null },
    ]);
  });
});

describe('other rows of the ledger', () => {
  it.each([
    ['14', 'transfer_in', 'transfer_out'],
    ['25', 'transfer_in', 'transfer_out'],
    ['26', 'transfer_in', 'transfer_out'],
    ['27', 'reward', 'debit'],
    ['32', 'reward', 'debit'],
    ['33', 'transfer_in', 'transfer_out'],
    ['35', 'transfer_in', 'transfer_out'],
    ['59', 'credit', 'debit'],
    ['60', 'credit', 'fee'],
    ['71', 'credit', 'debit'],
  ])('of type %s that arrive are a %s, and those that leave a %s', (type, arrives, leaves) => {
    for (const [ltc, expected] of [
      ['0.5', arrives],
      ['-0.5', leaves],
    ]) {
      const row = { ...deposit, type, ltc };
      expect(join({ ledger: [row], deposits: [arrived] }).transactions).toMatchObject([
        { key: 'transaction:247608267', type: expected, amount: '0.5', txid: null },
      ]);
    }
  });

  it('are skipped if they are trades', () => {
    const trade = { ...deposit, ltc: '1', eur: '-80.5', ltc_eur: '80.5', order_id: 5 };
    for (const type of ['2', '36', '53', '55', '58', '61', '99']) {
      const reading = join({ ledger: [{ ...trade, type }] });
      expect(reading).toEqual({ transactions: [], unreadable: [] });
    }
    // The other amount of a small trade is rounded to zero.
    expect(join({ ledger: [{ ...trade, eur: '0.0', type: '2' }] }).transactions).toEqual([]);
  });
});

it.each([
  [{ datetime: undefined }, 'datetime is missing'],
  [{ datetime: 'yesterday' }, 'datetime is not a time'],
  [{ ltc: 'abc' }, 'ltc is not a decimal'],
  [{ ltc: '0.0' }, 'the row has 0 amounts'],
  [{ usd: '5' }, 'the row has 2 amounts'],
  [{ type: '' }, 'type is missing'],
  [{ fee: 'free' }, 'fee is not a decimal'],
])('quarantines a booked row with %j, and maps the others', (change, reason) => {
  const reading = join({ ledger: [{ ...deposit, ...change }, booked] });
  expect(reading.transactions).toMatchObject([{ key: 'transaction:458254264' }]);
  expect(reading.unreadable).toMatchObject([
    { key: 'transaction:247608267', reason: expect.stringContaining(reason) },
  ]);
});

it('quarantines elements that are not objects', () => {
  const reading = join({ ledger: [null], requests: ['x'], deposits: [[]], withdrawals: [1] });
  expect(reading.transactions).toEqual([]);
  expect(reading.unreadable).toHaveLength(4);
});
