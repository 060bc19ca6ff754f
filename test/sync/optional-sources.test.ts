import { afterEach, beforeEach, expect, it } from 'vitest';

import { SyncBench } from './harness.ts';

let bench: SyncBench;
beforeEach(async () => {
  bench = await new SyncBench().open();
});
afterEach(() => bench.close());

/** What the optional lists of exchanges tell. */
const OPTIONAL = new Set(['dividend', 'ledger', 'transfer']);

it.each([
  ['binance', /sapi\/v1\/asset/],
  ['bitget', /account\/bills/],
  ['bitvavo', /account\/history/],
  ['bybit', /query-inter-transfer-list/],
  ['cryptocom', /get-transactions|get-reward-history/],
  ['gate', /account_book/],
  ['kucoin', /accounts\/ledgers/],
  ['okx', /bills/],
] as const)(
  '%s: a wallet is whole without transfers and rewards where they are not served',
  async (exchange, path) => {
    const walletId = `wallet_${exchange}`;
    const history = await bench.add(exchange);
    const fault = { kind: 'status', status: 404, body: '{}' } as const;
    bench.simulator.faults.add({ fault, path, times: Infinity });
    expect(await bench.sync(walletId)).toMatchObject({ ok: true });
    const rows = history.rows.filter(({ source }) => !OPTIONAL.has(source));
    const { wanted, held } = await bench.compare(walletId, { ...history, rows });
    expect(held).toEqual(wanted);
    const { sync } = await bench.store.readWalletStatus(walletId);
    expect(sync).toMatchObject({ historyComplete: true, failure: null });
    // What is served again is read again.
    bench.simulator.faults.clear();
    expect(await bench.sync(walletId)).toMatchObject({ ok: true });
    const complete = await bench.compare(walletId, history);
    expect(complete.held).toEqual(complete.wanted);
    expect(complete.held.length).toBeGreaterThan(held.length);
  },
);
