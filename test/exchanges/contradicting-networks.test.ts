import { expect, it } from 'vitest';

import { mapBalances as mapBinance } from '../../src/exchanges/binance/balances.ts';
import { mapBalances as mapBybit } from '../../src/exchanges/bybit/balances.ts';
import type { BalanceReading } from '../../src/exchanges/exchange.ts';
import { KrakenAssets } from '../../src/exchanges/kraken/assets.ts';
import {
  mapBalances as mapKraken,
  mapWithdrawMethods,
} from '../../src/exchanges/kraken/balances.ts';
import { uniqueBalances } from '../../src/sync/unique-balances.ts';

const sameSymbol = (id: string): string => id;

/** Return the balances of USDC with networks of one identifier and these minimums. */
const READERS: Readonly<Record<string, (minimums: readonly string[]) => BalanceReading>> = {
  binance: (minimums) => {
    const networkList = minimums.map((withdrawMin) => ({
      network: 'MATIC',
      withdrawEnable: true,
      withdrawMin,
    }));
    const coins = [{ coin: 'USDC', networkList }];
    return mapBinance([{ asset: 'USDC', free: '1' }], coins, sameSymbol);
  },
  bybit: (minimums) => {
    const chains = minimums.map((withdrawMin) => ({
      chain: 'MATIC',
      chainWithdraw: '1',
      withdrawMin,
    }));
    const coins = [{ coin: 'USDC', chains }];
    return mapBybit([{ coin: 'USDC', transferBalance: '1' }], coins, sameSymbol);
  },
  'bybit, in two coins with one symbol': (minimums) => {
    const coins = minimums.map((withdrawMin, index) => ({
      coin: `USDC${index}`,
      chains: [{ chain: 'MATIC', chainWithdraw: '1', withdrawMin }],
    }));
    return mapBybit([{ coin: 'USDC0', transferBalance: '1' }], coins, () => 'USDC');
  },
  kraken: (minimums) => {
    const assets = new KrakenAssets({}, sameSymbol);
    const methods = minimums.map((minimum) => ({ asset: 'USDC', network: 'MATIC', minimum }));
    return mapKraken({ USDC: { balance: '1' } }, mapWithdrawMethods(methods, assets), assets);
  },
};

it.each(Object.keys(READERS))(
  '%s: of two networks with one identifier, one is quarantined unless they are equal',
  (exchange) => {
    const read = READERS[exchange]!;
    const different = uniqueBalances(read(['1', '50']));
    expect(different.balances).toMatchObject([
      { networks: [{ id: 'MATIC', minWithdrawal: '1' }], networksUnknown: true },
    ]);
    expect(different.balances[0]?.networks).toHaveLength(1);
    expect(different.unreadable).toMatchObject([{ key: 'networks:USDC:MATIC' }]);
    const equal = uniqueBalances(read(['1', '1']));
    expect(equal.balances[0]?.networks).toHaveLength(1);
    expect(equal.balances[0]?.networksUnknown).toBeUndefined();
    expect(equal.unreadable).toEqual([]);
  },
);
