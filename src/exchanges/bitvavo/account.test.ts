import { expect, it } from 'vitest';

import { type Parameters, scriptContext } from '../../../test/exchanges/scripted-client.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { ExchangeError } from '../exchange.ts';
import { openAccount } from './account.ts';
import { HISTORY_TYPES } from './ledger.ts';
import { BITVAVO } from './profile.ts';

const NOW_MS = Date.UTC(2024, 5, 10);
const PAGE = 100;
const HISTORY = BITVAVO.sources.find(({ name }) => name === 'history')!;

const item = (transactionId: string, type: string) => ({
  transactionId,
  executedAt: new Date(NOW_MS - 1).toISOString(),
  type,
  receivedCurrency: 'EUR',
  receivedAmount: '10',
});
type Item = ReturnType<typeof item>;

const INCENTIVE = item('incentive', 'campaign_new_user_incentive');
const TRADES = Array.from({ length: PAGE }, (_, index) => item(`trade${index}`, 'buy'));

/** Returns the rows of the requested type, or of all types. */
const listOf = (rows: readonly Item[]) => (type: unknown) =>
  rows.filter((row) => type === undefined || row.type === type);

/** Reads a window of the history, and records the requested types. */
async function read(spanMs: number, respond: (type: unknown) => readonly Item[]) {
  const types: unknown[] = [];
  const context = scriptContext(NOW_MS, (_endpoint, { type, page }: Parameters) => {
    types.push(type);
    const rows = respond(type);
    const items = rows.slice((Number(page) - 1) * PAGE, Number(page) * PAGE);
    return { items, totalPages: Math.max(1, Math.ceil(rows.length / PAGE)) };
  });
  const reading = openAccount(context).readWindow(HISTORY, NOW_MS - spanMs, NOW_MS);
  const { transactions } = await reading;
  return { types, read: transactions.map(({ key, type }) => [key, type]) };
}

it('reads the history in one response, with types that are not documented', async () => {
  const rows = [INCENTIVE, item('new', 'something_new'), ...TRADES.slice(2)];
  expect(await read(365 * DAY_MS, () => rows)).toEqual({
    types: [undefined],
    read: [
      ['history:incentive', 'reward'],
      ['history:new', 'credit'],
    ],
  });
});

it('divides a window whose history does not fit into one response, down to a day', async () => {
  const overflow = { code: 'window_overflow' };
  const list = listOf([INCENTIVE, ...TRADES]);
  await expect(read(DAY_MS + 1, list)).rejects.toMatchObject(overflow);
});

it('reads a day by type if trades fill the response', async () => {
  expect(await read(DAY_MS, listOf([INCENTIVE, item('loan', 'loan'), ...TRADES]))).toEqual({
    types: [undefined, ...HISTORY_TYPES, 'campaign_new_user_incentive'],
    read: [
      ['history:loan', 'credit'],
      ['history:incentive', 'reward'],
    ],
  });
});

it('divides a day in which a type has more than one page', async () => {
  const overflow = { code: 'window_overflow' };
  const loans = Array.from({ length: PAGE + 1 }, (_, index) => item(`loan${index}`, 'loan'));
  await expect(read(DAY_MS, listOf([...TRADES, ...loans]))).rejects.toMatchObject(overflow);
});

it('skips a type that is not documented if Bitvavo refuses it, but not if Bitvavo fails', async () => {
  const refuse = (code: ConstructorParameters<typeof ExchangeError>[0]) => (type: unknown) => {
    if (type === INCENTIVE.type) throw new ExchangeError(code, 'type parameter is invalid.');
    if (type === undefined) return [INCENTIVE, ...TRADES];
    return type === 'loan' ? [item('loan', 'loan')] : [];
  };
  const { read: mapped } = await read(DAY_MS, refuse('exchange_request_refused'));
  expect(mapped).toEqual([['history:loan', 'credit']]);
  const failed = { code: 'exchange_unavailable' };
  await expect(read(DAY_MS, refuse('exchange_unavailable'))).rejects.toMatchObject(failed);
});
