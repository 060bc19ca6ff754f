import { afterEach, beforeEach, expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import type { ExchangeAccount } from '../../src/exchanges/exchange.ts';
import { openRecorded, RecordedExchange } from '../best-effort/recorded-exchange.ts';

const START_MS = Date.UTC(2024, 5, 1);
const PADDING = ' '.repeat(12 * 1024 * 1024);
const RESPONSES = {
  'GET api.binance.com/api/v3/account': `{"balances":[]}${PADDING}`,
  'GET api.binance.com/sapi/v1/capital/config/getall': `[]${PADDING}`,
  'GET api.binance.com/sapi/v1/capital/deposit/hisrec': `[]${PADDING}`,
};

let server: RecordedExchange;
let account: ExchangeAccount;
beforeEach(async () => {
  server = new RecordedExchange(RESPONSES);
  account = await openRecorded('binance', await server.listen());
});
afterEach(() => server.close());

it('divides a window with a large response, and reads it if it cannot be divided', async () => {
  const source = account.sources.find(({ name }) => name === 'deposits')!;
  const read = (lengthMs: number) => account.readWindow(source, START_MS, START_MS + lengthMs);
  await expect(read(DAY_MS)).rejects.toMatchObject({ code: 'window_overflow' });
  expect(await read(source.windowMsMin)).toEqual({ transactions: [], unreadable: [] });
});

it('limits the bytes of all responses for the balances', async () => {
  await expect(account.readBalances()).rejects.toMatchObject({
    code: 'exchange_unavailable',
    message: 'balances: the responses exceed 33554432 bytes',
  });
});
