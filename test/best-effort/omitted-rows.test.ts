import { expect, it } from 'vitest';

import { HOUR_MS } from '../../src/domain/duration.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { SyncBench } from '../sync/harness.ts';
import { NOW_MS } from './recorded-deposits.ts';
import { RecordedExchange, type RecordedRequest, SAMPLE_CREDENTIALS } from './recorded-exchange.ts';

const WALLET = 'dydx14zzueazeh0hj67cghhf9jypslcf9sh2n5k6art';
const CREDENTIALS = { ...SAMPLE_CREDENTIALS, walletAddress: WALLET };
const OTHER = 'dydx1slanxj8x9ntk9knwa6cvfv2tzlsq5gk3dshml0';

/** Lists 300 hourly transfers, newest first. Transfers without a type are between subaccounts. */
function listTransfers(types: Readonly<Record<number, string>>): { readonly createdAt: string }[] {
  return Array.from({ length: 300 }, (_, index) => ({
    id: `t${index}`,
    sender: { address: OTHER },
    recipient: { address: WALLET, subaccountNumber: 0 },
    size: '2.5',
    createdAt: new Date(NOW_MS - index * HOUR_MS).toISOString(),
    symbol: 'USDC',
    type: types[index] ?? 'TRANSFER_IN',
    transactionHash: `h${index}`,
  }));
}

it('dYdX: finds deposits and withdrawals behind full pages of transfers between subaccounts', async () => {
  const transfers = listTransfers({ 20: 'DEPOSIT', 150: 'WITHDRAWAL', 290: 'DEPOSIT' });
  await using bench = await new SyncBench().open();
  bench.nowMs = NOW_MS + HOUR_MS;
  using exchange = new RecordedExchange({
    'GET indexer.dydx.trade/v4/time': () => ({ epoch: bench.nowMs / 1000 }),
    [`GET indexer.dydx.trade/v4/addresses/${WALLET}/subaccountNumber/0`]: {
      subaccount: { freeCollateral: '5', assetPositions: {} },
    },
    'GET indexer.dydx.trade/v4/transfers': ({ query }: RecordedRequest) => {
      const endMs = Date.parse(query.get('createdBeforeOrAt') ?? '9999-01-01T00:00:00Z');
      const found = transfers.filter(({ createdAt }) => Date.parse(createdAt) <= endMs);
      return { transfers: found.slice(0, Number(query.get('limit'))) };
    },
  });
  await bench.addWallet('wallet_1', 'dydx', CREDENTIALS);
  const options = bench.workerOptions(undefined, await exchange.listen());
  const [result] = await syncWallets(options, ['wallet_1']);
  expect(result).toMatchObject({ ok: true });
  const txids = (await bench.readAll('wallet_1')).map(({ txid }) => txid);
  expect(new Set(txids)).toEqual(new Set(['h20', 'h150', 'h290']));
  expect(txids).toHaveLength(3);
  expect(await bench.store.readSyncState('wallet_1')).toMatchObject({ historyComplete: true });
});
