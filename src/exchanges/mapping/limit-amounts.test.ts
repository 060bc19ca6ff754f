import { describe, expect, it } from 'vitest';

import { limitAmounts } from './limit-amounts.ts';
import { readDecimal } from './raw-row.ts';

const FIELDS = {
  nameField: 'coin',
  amountField: 'free',
  heldField: 'held',
  readAmount: (response: Readonly<Record<string, unknown>>) => readDecimal(response, 'max'),
};

it('requests all coins if each refusal is followed by a response', async () => {
  const rows = Array.from({ length: 9 }, (_, index) => ({ coin: `C${index}`, free: '2' }));
  let requests = 0;
  const limited = await limitAmounts(rows, FIELDS, () => {
    requests += 1;
    return Promise.resolve(requests % 2 === 0 ? { held: '9', max: '1' } : undefined);
  });
  const amounts = limited.rows.map((row) => (row as { free: string }).free);
  expect(amounts).toEqual(['2', '1', '2', '1', '2', '1', '2', '1', '2']);
  expect([requests, limited.isVerified]).toEqual([9, false]);
});

it.each([
  ['refused', undefined],
  ['answered by anything but an object', ['html']],
])('requests no more coins after several requests in a row that are %s', async (_what, answer) => {
  const rows = Array.from({ length: 9 }, (_, index) => ({ coin: `C${index}`, free: '1' }));
  const requested: string[] = [];
  const limited = await limitAmounts(rows, FIELDS, (name) => {
    requested.push(name);
    return Promise.resolve(answer);
  });
  expect(requested).toEqual(['C0', 'C1', 'C2']);
  expect(limited).toEqual({ rows, isVerified: false });
});

it('requests only coins with an amount, and keeps rows that it cannot limit', async () => {
  const rows = [
    null,
    'text',
    { coin: 5, free: '1' },
    { coin: 'EMPTY', free: '0.00' },
    { coin: 'UNREADABLE', free: '1?' },
    { coin: 'EQUAL', free: '1.0' },
  ];
  const requested: string[] = [];
  const limited = await limitAmounts(rows, FIELDS, (name) => {
    requested.push(name);
    return Promise.resolve({ held: '9', max: '1' });
  });
  expect(requested).toEqual(['UNREADABLE', 'EQUAL']);
  expect(limited).toEqual({ rows, isVerified: true });
});

describe('a response with a missing field', () => {
  const limit = async (response: object) => {
    const rows = ['A', 'B'].map((coin) => ({ coin, free: '2' }));
    const requested: string[] = [];
    const { rows: limited, isVerified } = await limitAmounts(rows, FIELDS, (name) => {
      requested.push(name);
      return Promise.resolve(response);
    });
    return [limited.map((row) => (row as { free: string }).free), isVerified, requested.length];
  };

  it.each([
    ['nothing is missing', { held: '5', max: '1' }, ['1', '1'], true, 2],
    ['nothing is held', { held: '0' }, ['2', '2'], true, 1],
    ['the held amount is missing', { max: '1' }, ['1', '1'], false, 2],
    ['the held amount is empty', { held: '', max: '3' }, ['2', '2'], false, 2],
    ['the held amount is no decimal', { held: 'none', max: '1' }, ['1', '1'], false, 2],
    ['the withdrawable amount is missing', { held: '5' }, ['2', '2'], false, 2],
    ['the withdrawable amount is no decimal', { held: '5', max: '?' }, ['2', '2'], false, 2],
    ['the response is empty', {}, ['2', '2'], false, 2],
  ])('if %s, amounts are verified or not', async (_what, response, amounts, isVerified, count) => {
    expect(await limit(response)).toEqual([amounts, isVerified, count]);
  });
});

it('returns unverified amounts if only the first of several responses has no held amount', async () => {
  const rows = ['A', 'B'].map((coin) => ({ coin, free: '2' }));
  const { isVerified } = await limitAmounts(rows, FIELDS, (name) =>
    Promise.resolve(name === 'A' ? { max: '1' } : { held: '5', max: '1' }),
  );
  expect(isVerified).toBe(false);
});

it('fails if a response cannot be read for another reason than its fields', async () => {
  const fields = {
    ...FIELDS,
    readAmount: () => {
      throw new TypeError('no such property');
    },
  };
  const limited = limitAmounts([{ coin: 'A', free: '1' }], fields, () => Promise.resolve({}));
  await expect(limited).rejects.toThrow(TypeError);
});
