/** The example compares a statement with a wallet. */
import { afterAll, beforeAll, expect, it } from 'vitest';

import { shareScratch } from '../scratch.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { NOW_MS } from '../http/service-harness.ts';
import {
  type ExampleService,
  makeRow,
  pathOf,
  readOutput,
  startExampleService,
  WITH_CLIENT,
} from './run-example.ts';

const EUR = { asset: 'EUR' };
const ROWS = [
  makeRow(1, { ...EUR, amount: parseDecimal('500.00') }),
  makeRow(2, { ...EUR, type: 'withdrawal', amount: parseDecimal('20.5') }),
  makeRow(3, { ...EUR, amount: parseDecimal('7') }),
  // The later row is within five days of both payments of the test, the earlier row only of the first.
  makeRow(5, { asset: 'XAU', amount: parseDecimal('100'), timestampMs: Date.parse('2024-01-05') }),
  makeRow(6, { asset: 'XAU', amount: parseDecimal('100'), timestampMs: Date.parse('2024-01-01') }),
  makeRow(4, { ...EUR, amount: parseDecimal('8'), status: 'failed' }),
];
const DAY = new Date(NOW_MS - 86_400_000).toISOString().slice(0, 10);

const scratch = shareScratch();
let example: ExampleService;
beforeAll(async () => {
  example = await startExampleService(ROWS);
});
afterAll(() => example.service.stop());

function reconcile(lines: readonly string[]): Promise<string> {
  const path = scratch.write('statement.csv', ['date,asset,amount', ...lines, ''].join('\n'));
  const args = [...WITH_CLIENT, pathOf('reconcile/reconcile.ts'), path];
  return readOutput(process.execPath, args, example.env);
}

it('prints nothing if both sides agree, by value', async () => {
  expect(await reconcile([`${DAY},EUR,-500`, `${DAY},EUR,20.50`, `${DAY},EUR,-7.00`])).toBe('');
});

it('matches equal payments in the order of their times, in either order of the statement', async () => {
  const lines = ['2024-01-01,XAU,-100', '2024-01-08,XAU,-100'];
  expect(await reconcile(lines)).toBe('');
  expect(await reconcile(lines.toReversed())).toBe('');
});

it('prints what only one side has, and fails', async () => {
  const failed = await reconcile([`${DAY},EUR,-500`, `${DAY},EUR,20.51`, '2001-01-01,EUR,-7']).then(
    () => undefined,
    (error: { code: number; stdout: string }) => error,
  );
  expect(failed?.code).toBe(1);
  expect(failed?.stdout.trim().split('\n')).toEqual([
    'only in the statement: 2001-01-01,EUR,-7',
    `only in the statement: ${DAY},EUR,20.51`,
    'only in the wallet: tx_0003 EUR -7',
    'only in the wallet: tx_0002 EUR 20.5',
  ]);
});
