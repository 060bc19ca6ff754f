import { expect, it } from 'vitest';

import { readBalanceDocument } from '../../src/domain/balance-document.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { SyncBench } from '../sync/harness.ts';
import { loadSamples } from './load-samples.ts';
import { RecordedExchange, SAMPLE_CREDENTIALS } from './recorded-exchange.ts';

const SAMPLES = await loadSamples();

/** Synchronises a wallet at an exchange with its sample, and returns its balance in the store. */
async function syncBalance(name: string) {
  using exchange = new RecordedExchange(SAMPLES[name]!.responses);
  await using bench = await new SyncBench().open();
  const walletId = `wallet_${name}`;
  await bench.addWallet(walletId, name, SAMPLE_CREDENTIALS);
  const options = bench.workerOptions(undefined, await exchange.listen());
  const [result] = await syncWallets(options, [walletId]);
  const wallet = await bench.store.readWalletKey(walletId);
  const document = await bench.store.readBalances(wallet);
  const { quarantined } = await bench.store.readWalletStatus(walletId);
  return { result, document, keys: quarantined.map(({ key }) => key) };
}

it('stores each network of a coin separately, and counts a coin that cannot be read', async () => {
  const { result, document, keys } = await syncBalance('hitbtc');
  expect(result).toMatchObject({ ok: true, quarantinedCount: 1 });
  expect(keys).toEqual(['networks:BAD']);
  expect(document.withdrawableUnverified).toBe(false);
  expect(document.unknownNetworks).toEqual(['BAD']);
  const usdc = readBalanceDocument(document).find(({ asset }) => asset === 'USDC');
  expect(usdc?.networks.map(({ code }) => code)).toEqual(
    'ARBITRUM AVAXC BASE ETH OPTIMISM POLYGON'.split(' '),
  );
});

it('stores that the amount of an asset is not verified because the exchange refuses its limit', async () => {
  const { result, document } = await syncBalance('backpack');
  expect(result).toMatchObject({ ok: true });
  expect(document.withdrawableUnverified).toBe(true);
});

it('stores that the withdrawable amounts are not documented', async () => {
  const { result, document } = await syncBalance('digifinex');
  expect(result).toMatchObject({ ok: true });
  expect(document.withdrawableUnverified).toBe(true);
});
