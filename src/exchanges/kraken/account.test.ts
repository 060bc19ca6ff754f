import { expect, it } from 'vitest';

import { scriptContext } from '../../../test/exchanges/scripted-client.ts';
import { openAccount } from './account.ts';
import { KRAKEN } from './profile.ts';

const NOW_MS = Date.UTC(2024, 5, 10);
const [SOURCE] = KRAKEN.sources;

/** Returns an account that gets these results for any parameters. */
function open(results: Readonly<Record<string, unknown>>) {
  const requested: string[] = [];
  const context = scriptContext(NOW_MS, (endpoint) => {
    requested.push(endpoint);
    return { error: [], result: results[endpoint] };
  });
  const account = openAccount(context);
  const read = () => account.readWindow(SOURCE!, NOW_MS - 1000, NOW_MS);
  return { requested, read };
}

const status = {
  asset: 'USDT',
  refid: 'R1',
  txid: 't1',
  info: 'a1',
  amount: '9.00',
  fee: '1.00',
  time: NOW_MS / 1000 - 1,
  status: 'Success',
};
const EMPTY = {
  publicGetAssets: {},
  privatePostLedgers: { ledger: {}, count: 0 },
  privatePostDepositStatus: [],
  privatePostWithdrawStatus: [],
};

it('ends a status list at a page with its own cursor as the next cursor', async () => {
  const { requested, read } = open({
    ...EMPTY,
    privatePostDepositStatus: { deposits: [status], next_cursor: 'same' },
  });
  const { transactions } = await read();
  expect(new Set(transactions.map(({ key }) => key))).toEqual(new Set(['deposit:R1']));
  expect(requested.filter((endpoint) => endpoint === 'privatePostDepositStatus')).toHaveLength(2);
});

it('fails if a page has no new entry and the entries do not add up to the count', async () => {
  const { requested, read } = open({
    ...EMPTY,
    privatePostLedgers: { ledger: { L1: { type: 'trade' } }, count: 3 },
  });
  await expect(read()).rejects.toMatchObject({ code: 'exchange_unavailable' });
  expect(requested.filter((endpoint) => endpoint === 'privatePostLedgers')).toHaveLength(2);
});
