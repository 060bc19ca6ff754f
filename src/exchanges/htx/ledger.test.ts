import { describe, expect, it } from 'vitest';

import { DAY_MS } from '../../domain/duration.ts';
import { mapTransfers, readTransfers } from './ledger.ts';

const NOW_MS = Date.UTC(2024, 5, 10);
const toUpper = (id: string): string => id.toUpperCase();

const transfer = {
  accountId: 7,
  currency: 'btc',
  transactAmt: '1.000000000000000000',
  transactType: 'transfer',
  transferType: 'margin-transfer-out',
  transactId: 0,
  transactTime: NOW_MS - DAY_MS,
  transferer: 8,
  transferee: 7,
};

type Parameters = Readonly<Record<string, string | number>>;

async function read(
  response: (parameters: Parameters) => { data: readonly unknown[]; nextId?: number },
  { fromMs = NOW_MS - 179 * DAY_MS, toMs = NOW_MS } = {},
) {
  const requested: Parameters[] = [];
  const readPage = async (parameters: Parameters) => {
    requested.push(parameters);
    await Promise.resolve();
    return response(parameters);
  };
  const reading = await readTransfers(readPage, { fromMs, toMs }, toUpper);
  return { ...reading, requested };
}

describe('mapTransfers', () => {
  it('maps the row with an amount without its sign', () => {
    const rows = [transfer, { ...transfer, transactAmt: '-0.5' }];
    expect(mapTransfers(rows, toUpper).transactions).toMatchObject([
      {
        // Rows are stored under this key.
        key: `transfer:["transfer","BTC",null,null,${NOW_MS - DAY_MS},"1"]#0`,
        type: 'transfer_in',
        status: 'completed',
        asset: 'BTC',
        amount: '1.000000000000000000',
        timestampMs: NOW_MS - DAY_MS,
        txid: null,
        address: null,
        feeCost: null,
      },
      { type: 'transfer_out', amount: '0.5' },
    ]);
  });

  it('maps each of several equal rows, and an incoming and an outgoing row to two transfers', () => {
    const rows = [transfer, transfer, { ...transfer, transactAmt: '-1.000000000000000000' }];
    const keysOf = () => mapTransfers(rows, toUpper).transactions.map(({ key }) => key);
    expect(new Set(keysOf()).size).toBe(3);
    expect(keysOf()).toEqual(keysOf());
  });

  it('identifies a row by its number if it has one', () => {
    const rows = ['5', '6'].map((transactId) => Object.assign({}, transfer, { transactId }));
    const keysOf = (list: object[]) =>
      mapTransfers(list, toUpper).transactions.map(({ key }) => key);
    const [first, second] = keysOf(rows);
    expect(first).not.toBe(second);
    expect(keysOf(rows.toReversed())).toEqual([second, first]);
  });

  it('skips rows of another type, and quarantines a broken one', () => {
    const rows = [
      { ...transfer, transactType: 'deposit' },
      { ...transfer, transactTime: 'late' },
      { ...transfer, transactType: null },
    ];
    const reading = mapTransfers(rows, toUpper);
    expect(reading.transactions).toEqual([]);
    expect(reading.unreadable.map(({ reason }) => reason)).toEqual([
      'transactTime is not a time: late',
      'transactType is missing',
    ]);
  });
});

describe('readTransfers', () => {
  it('requests spans of ten days without a gap, and nothing before the window', async () => {
    const { requested } = await read(() => ({ data: [] }));
    const spans = requested.map(({ startTime, endTime }) => [Number(startTime), Number(endTime)]);
    expect(spans).toHaveLength(18);
    // Without the type of the entries, all trades would be requested.
    const types = { transactTypes: 'transfer', sort: 'asc', limit: 500 };
    const [startTime] = spans[0]!;
    expect(requested[0]).toEqual({ ...types, startTime, endTime: NOW_MS });
    expect(spans.at(-1)?.[0]).toBe(NOW_MS - 179 * DAY_MS - 1);
    for (const [index, [startTime = 0, endTime = 0]] of spans.entries()) {
      expect(endTime - startTime).toBeLessThanOrEqual(10 * DAY_MS);
      expect(spans[index + 1]?.[1] ?? startTime + 1).toBe(startTime + 1);
    }
    expect((await read(() => ({ data: [] }), { toMs: NOW_MS - 179 * DAY_MS })).requested).toEqual(
      [],
    );
  });

  it('reads all pages of a span, and returns a row that is in two spans once', async () => {
    const fromMs = NOW_MS - 2 * DAY_MS;
    const rows = Array.from({ length: 1100 }, (_, index) => ({
      ...transfer,
      transactTime: NOW_MS - 1 - Math.floor(index / 3),
    }));
    const { requested, transactions } = await read(
      ({ fromId = 1 }) => {
        const begin = Number(fromId) - 1;
        const more = begin + 500 < rows.length ? { nextId: begin + 501 } : {};
        return { data: rows.slice(begin, begin + 500), ...more };
      },
      { fromMs },
    );
    expect(transactions).toHaveLength(1100);
    expect(requested.map(({ fromId }) => fromId)).toEqual([undefined, '501', '1001']);
  });

  it('returns every row once if all responses are equal', async () => {
    const rows = [transfer, transfer, { ...transfer, transactTime: NOW_MS - 900 * DAY_MS }];
    const { transactions } = await read(() => ({ data: rows, nextId: 5 }));
    expect(transactions).toHaveLength(3);
  });

  it('quarantines the broken rows of every span', async () => {
    const { unreadable } = await read(() => ({ data: [{ ...transfer, transactAmt: 'much' }] }), {
      fromMs: NOW_MS - 15 * DAY_MS,
    });
    expect(unreadable).toHaveLength(2);
  });
});
