import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

import { mapBalances } from '../binance/balances.ts';
import type { RawRow } from '../mapping/raw-row.ts';
import { findChain } from './chains.ts';

/** Where recorded currencies of exchanges lie, outside of the project. */
const SHARED =
  process.env['TELLER_SHARED_DIR'] ?? fileURLToPath(new URL('../../../../shared', import.meta.url));
const CURRENCIES = `${SHARED}/exchange-responses/currencies`;
const hasCurrencies = existsSync(`${CURRENCIES}/binance.json`);

const EXCHANGES = 'binance okx bybit kucoin gate bitget bitvavo coinbaseexchange'.split(' ');
/** Major chains that ccxt calls as the vocabulary does. */
const SAME =
  'BTC LTC ETH BSC SOL XRP XLM ADA TON BASE AVAXC APT DOGE SUI NEAR ALGO HBAR POLYGON OPTIMISM XTZ';
/** The vocabulary's codes of major chains by ccxt's codes of them. */
const MAJOR: ReadonlyMap<string, string> = new Map([
  ...SAME.split(' ').map((code) => [code, code] as const),
  ['ERC20', 'ETH'],
  ['BEP20', 'BSC'],
  ['TRC20', 'TRX'],
  ['MATIC', 'POLYGON'],
  ['ARBONE', 'ARBITRUM'],
  ['OP', 'OPTIMISM'],
  ['BTCLIGHTNING', 'LIGHTNING'],
]);

interface RecordedCurrency {
  readonly info?: unknown;
  readonly networks?: Readonly<Record<string, { readonly id: string }>>;
}

/** The currencies of an exchange as ccxt reads them, with the raw row. */
function readCurrencies(exchange: string): readonly RecordedCurrency[] {
  const text = readFileSync(`${CURRENCIES}/${exchange}.json`, 'utf8');
  return Object.values(JSON.parse(text) as Record<string, RecordedCurrency>);
}

/** The networks of an exchange: its own identifiers with ccxt's codes, each pair once. */
function readNetworks(exchange: string): (readonly [id: string, ccxtCode: string])[] {
  const pairs = new Map<string, readonly [string, string]>();
  for (const { networks } of readCurrencies(exchange)) {
    for (const [ccxtCode, { id }] of Object.entries(networks ?? {})) {
      // OKX writes the asset before the network.
      const own = exchange === 'okx' ? id.slice(id.indexOf('-') + 1) : id;
      pairs.set(`${own} ${ccxtCode}`, [own, ccxtCode]);
    }
  }
  return [...pairs.values()];
}

describe.skipIf(!hasCurrencies)('recorded networks, where they are on this machine', () => {
  it.each(EXCHANGES)(
    'are known to the vocabulary where the chain is a major one: %s',
    (exchange) => {
      const networks = readNetworks(exchange);
      const unknown = networks.filter(([id]) => findChain(id) === undefined);
      console.info(
        `${exchange}: ${unknown.length} of ${networks.length} network ids unknown`,
        unknown.map(([id, ccxtCode]) => `${id} (${ccxtCode})`),
      );
      const major = networks.flatMap(([id, ccxtCode]) => {
        const code = MAJOR.get(ccxtCode);
        return code === undefined ? [] : [[id, code] as const];
      });
      expect(major.length).toBeGreaterThan(4);
      expect(major.map(([id]) => [id, findChain(id)?.code])).toEqual(major);
    },
  );

  it("have Binance's own address patterns unchanged", () => {
    const coins = readCurrencies('binance').flatMap(({ info }) => (info ? [info as RawRow] : []));
    const balances = coins.map((coin) => ({ asset: coin['coin'], free: '0' }));
    const told = mapBalances(balances, coins, (id) => id).balances.flatMap(
      ({ networks }) => networks,
    );
    const sent = coins
      .filter((coin) => coin['withdrawAllEnable'] !== false && coin['isLegalMoney'] !== true)
      .flatMap((coin) => coin['networkList'] as RawRow[])
      .filter((network) => network['withdrawEnable'] === true);
    expect(sent.length).toBeGreaterThan(30);
    expect(told.map(({ id }) => id)).toEqual(sent.map((network) => network['network']));
    const own = sent.map((network) => network['addressRegex'] as string);
    expect(
      told.map(({ addressRegex }, index) => own[index] === '' || addressRegex === own[index]),
    ).toEqual(own.map(() => true));
  });
});
