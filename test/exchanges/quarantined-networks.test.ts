import { expect, it } from 'vitest';

import { mapBalances as mapBinance } from '../../src/exchanges/binance/balances.ts';
import { mapBalances as mapBitget } from '../../src/exchanges/bitget/balances.ts';
import { mapBalances as mapBitstamp } from '../../src/exchanges/bitstamp/balances.ts';
import { mapBalances as mapBitvavo } from '../../src/exchanges/bitvavo/balances.ts';
import { mapBalances as mapBybit } from '../../src/exchanges/bybit/balances.ts';
import { mapBalances as mapCryptocom } from '../../src/exchanges/cryptocom/balances.ts';
import { mapBalances as mapGate } from '../../src/exchanges/gate/balances.ts';
import { mapBalances as mapHtx } from '../../src/exchanges/htx/balances.ts';
import { KrakenAssets } from '../../src/exchanges/kraken/assets.ts';
import {
  mapBalances as mapKraken,
  mapWithdrawMethods,
} from '../../src/exchanges/kraken/balances.ts';
import { mapBalances as mapKucoin } from '../../src/exchanges/kucoin/balances.ts';
import { mapBalances as mapOkx } from '../../src/exchanges/okx/balances.ts';
import type { BalanceReading } from '../../src/exchanges/exchange.ts';
import { uniqueBalances } from '../../src/sync/unique-balances.ts';

/** A text of a network that cannot be read: it has a control character. */
const UNREADABLE = '1\u0000';
const sameSymbol = (id: string): string => id;

/** An open network: its identifier, a text of it, and the token's contract there. */
type Listed = readonly [id: string, text: string, contractAddress?: string];

/** Return the balances of USDT with these networks. */
const READERS: Readonly<Record<string, (networks: readonly Listed[]) => BalanceReading>> = {
  binance: (networks) => {
    const networkList = networks.map(([network, withdrawMin, contractAddress]) => ({
      network,
      withdrawEnable: true,
      withdrawMin,
      contractAddress,
    }));
    return mapBinance([{ asset: 'USDT', free: '1' }], [{ coin: 'USDT', networkList }], sameSymbol);
  },
  bitget: (networks) => {
    const chains = networks.map(([chain, minWithdrawAmount, contractAddress]) => ({
      chain,
      withdrawable: 'true',
      minWithdrawAmount,
      contractAddress,
    }));
    return mapBitget([{ coin: 'USDT', available: '1' }], [{ coin: 'USDT', chains }], sameSymbol);
  },
  bitstamp: (all) => {
    const networks = all.map(([network, text]) => ({
      network,
      withdrawal: 'Enabled',
      withdrawal_minimum_amount: text,
    }));
    const currencies = [{ currency: 'USDT', type: 'crypto', networks }];
    return mapBitstamp([{ currency: 'USDT', available: '1' }], currencies, sameSymbol);
  },
  bitvavo: (all) => {
    // A network of Bitvavo is a text.
    const networks = all.map(([id, text]) => (text === UNREADABLE ? UNREADABLE : id));
    const assets = [{ symbol: 'USDT', withdrawalStatus: 'OK', networks }];
    return mapBitvavo([{ symbol: 'USDT', available: '1' }], assets, sameSymbol);
  },
  bybit: (networks) => {
    const chains = networks.map(([chain, withdrawMin, contractAddress]) => ({
      chain,
      chainWithdraw: '1',
      withdrawMin,
      contractAddress,
    }));
    const balances = [{ coin: 'USDT', transferBalance: '1' }];
    return mapBybit(balances, [{ coin: 'USDT', chains }], sameSymbol);
  },
  cryptocom: (networks) => {
    const list = networks.map(([id, text]) => ({
      network_id: id,
      withdraw_enabled: true,
      min_withdrawal_amount: text,
    }));
    const position = { instrument_name: 'USDT', max_withdrawal_balance: '1' };
    return mapCryptocom(
      [{ position_balances: [position] }],
      { USDT: { network_list: list } },
      sameSymbol,
    );
  },
  gate: (networks) => {
    // Gate's networks have no other text than the contract.
    const chains = networks.map(([name, text, addr = text]) => ({
      name,
      withdraw_disabled: false,
      addr,
    }));
    const currencies = [{ currency: 'USDT', withdraw_disabled: false, delisted: false, chains }];
    const accounts = [{ currency: 'USDT', available: '1' }];
    return mapGate({ accounts, currencies, limits: [] }, sameSymbol);
  },
  htx: (networks) => {
    const chains = networks.map(([chain, minWithdrawAmt]) => ({
      chain,
      withdrawStatus: 'allowed',
      minWithdrawAmt,
    }));
    const currencies = [{ currency: 'USDT', assetType: 1, chains }];
    const balance = { currency: 'USDT', type: 'trade', balance: '1' };
    return mapHtx([balance], currencies, sameSymbol);
  },
  kraken: (networks) => {
    const assets = new KrakenAssets({}, sameSymbol);
    const methods = networks.map(([network, minimum]) => ({ asset: 'USDT', network, minimum }));
    return mapKraken({ USDT: { balance: '1' } }, mapWithdrawMethods(methods, assets), assets);
  },
  kucoin: (networks) => {
    const chains = networks.map(([chainId, withdrawalMinSize, contractAddress]) => ({
      chainId,
      isWithdrawEnabled: true,
      withdrawalMinSize,
      contractAddress,
    }));
    const account = { type: 'main', currency: 'USDT', available: '1' };
    return mapKucoin([account], [{ currency: 'USDT', chains }], sameSymbol);
  },
  okx: (networks) => {
    const currencies = networks.map(([chain, minWd, ctAddr]) => ({
      ccy: 'USDT',
      chain,
      canWd: true,
      minWd,
      ctAddr,
    }));
    return mapOkx([{ ccy: 'USDT', availBal: '1' }], currencies, sameSymbol);
  },
};

/** The keys of quarantined networks that differ from those of the other exchanges. */
const KEYS: Readonly<Record<string, unknown>> = {
  bitvavo: `networks:USDT:${UNREADABLE}`,
  // The content of the row.
  kraken: expect.stringMatching(/^networks:[0-9a-f]{64}$/),
};

it.each(Object.keys(READERS))(
  '%s: a network that cannot be read is quarantined by its name, and the others are listed as not all',
  (exchange) => {
    const read = READERS[exchange]!;
    const only = read([['TRX', UNREADABLE]]);
    expect(only.balances).toMatchObject([{ asset: 'USDT', networks: [], networksUnknown: true }]);
    expect(only.unreadable).toMatchObject([{ key: KEYS[exchange] ?? 'networks:USDT:TRX' }]);
    const partly = read([
      ['TRX', UNREADABLE],
      ['ETH', ''],
    ]);
    expect(partly.balances).toMatchObject([{ networks: [{ id: 'ETH' }], networksUnknown: true }]);
    const [whole] = read([['ETH', '']]).balances;
    expect(whole).toMatchObject({ networks: [{ id: 'ETH' }] });
    expect(whole?.networksUnknown).toBeUndefined();
  },
);

it.each(['binance', 'bitget', 'bybit', 'gate', 'kucoin', 'okx'])(
  "%s: returns no chain whose addresses differ from that of the token's contract",
  (exchange) => {
    const codeOf = (...network: Listed) =>
      READERS[exchange]!([network]).balances[0]?.networks[0]?.code;
    expect(codeOf('KAVA', '')).toBe('KAVA');
    expect(codeOf('KAVA', '', '0x919C1c267BC06a7039e03fcc2eF738525769109c')).toBe('UNKNOWN');
  },
);

/** Returns the balances of a symbol that Bybit lists as two coins, each with one of these networks. */
function readTwoCoins(networks: readonly Listed[]): BalanceReading {
  const coins = networks.map(([chain, withdrawMin], index) => ({
    coin: `USDT${index}`,
    chains: [{ chain, chainWithdraw: '1', withdrawMin }],
  }));
  return mapBybit([{ coin: 'USDT0', transferBalance: '1' }], coins, () => 'USDT');
}

it.each([
  ['binance', READERS['binance']!],
  ['bybit', READERS['bybit']!],
  ['bybit, in two coins with one symbol', readTwoCoins],
  ['kraken', READERS['kraken']!],
])(
  '%s: of two networks with one identifier, one is quarantined unless they are equal',
  (_exchange, read) => {
    const readBoth = (second: string) =>
      uniqueBalances(
        read([
          ['MATIC', '1'],
          ['MATIC', second],
        ]),
      );
    const different = readBoth('50');
    expect(different.balances).toMatchObject([
      { networks: [{ id: 'MATIC', minWithdrawal: '1' }], networksUnknown: true },
    ]);
    expect(different.balances[0]?.networks).toHaveLength(1);
    expect(different.unreadable).toMatchObject([{ key: 'networks:USDT:MATIC' }]);
    const equal = readBoth('1');
    expect(equal.balances[0]?.networks).toHaveLength(1);
    expect(equal.balances[0]?.networksUnknown).toBeUndefined();
    expect(equal.unreadable).toEqual([]);
  },
);
