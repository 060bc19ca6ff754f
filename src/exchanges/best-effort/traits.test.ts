/** What single exchanges document; `test/best-effort/samples` has whole responses. */
import { describe, expect, it } from 'vitest';

import { readRawAmounts } from './balances.ts';
import type { ExchangeTraits } from './exchange-traits.ts';
import { createNetworkMapper } from './networks.ts';
import { readCoins } from './raw-coins.ts';
import type { RawRow } from '../mapping/raw-row.ts';
import { mapUnifiedRows } from './rows.ts';
import { traitsOf } from './traits.ts';
import { alpaca } from './traits/alpaca.ts';
import { bitfinex } from './traits/bitfinex.ts';
import { bitteam } from './traits/bitteam.ts';
import { btse } from './traits/btse.ts';
import { bullish } from './traits/bullish.ts';
import { coinbaseinternational } from './traits/coinbaseinternational.ts';
import { deribit } from './traits/deribit.ts';
import { extended } from './traits/extended.ts';
import { hitbtc } from './traits/hitbtc.ts';
import { hyperliquid } from './traits/hyperliquid.ts';
import { mexc } from './traits/mexc.ts';
import { nado } from './traits/nado.ts';
import { poloniex } from './traits/poloniex.ts';
import { whitebit } from './traits/whitebit.ts';
import { woofipro } from './traits/woofipro.ts';
import { xt } from './traits/xt.ts';

/** Returns the amounts that an exchange's reader finds in these responses, and the rows that it cannot read. */
function readAmounts({ withdrawable }: ExchangeTraits, ...responses: readonly unknown[]) {
  const reader = withdrawable!.reader!;
  const { values, unreadable } = readRawAmounts(reader, reader.rows(responses), (id) => id);
  const amounts = Object.fromEntries(values.map(({ asset, amount }) => [asset, amount]));
  return { amounts, unreadable: unreadable.map(({ reason }) => reason) };
}

/** Returns the codes of the networks of a coin by the exchange's identifiers. */
function readCodes({ coins: reader }: ExchangeTraits, asset: string, response: unknown) {
  const { coins } = readCoins(reader!, reader!.rows([response]), (id) => id);
  const { networks } = createNetworkMapper(coins)(asset);
  return Object.fromEntries(networks.map(({ id, code }) => [id, code]));
}

/** Returns the networks that an exchange's reader finds in the row of a coin; `null` if the row does not report them. */
function readNetworks({ coins }: ExchangeTraits, row: object) {
  const { networkRows, network } = coins!;
  return networkRows!({ ...row })?.map((each) => network!(each as RawRow, { ...row })) ?? null;
}

it('refuses an exchange without traits', () => {
  expect(() => traitsOf('toString')).toThrow('traits/ has no file for toString');
});

describe('amounts', () => {
  it('Alpaca: of crypto positions, and quarantines one with another market', () => {
    const positions = ['BTC/USD', 'ETHUSD', 'SOLBTC'].map((symbol) => ({
      asset_class: 'crypto',
      symbol,
      qty_available: '1',
    }));
    const share = { asset_class: 'us_equity', symbol: 'AUSD', qty_available: '1' };
    expect(readAmounts(alpaca, { currency: 'USD', cash: '5' }, [...positions, share])).toEqual({
      amounts: { USD: '5', BTC: '1', ETH: '1' },
      unreadable: ['symbol is not a market: SOLBTC'],
    });
  });

  it('Deribit: of the summary of one currency, or of all', () => {
    const summary = { currency: 'BTC', available_withdrawal_funds: '1.5' };
    const expected = { amounts: { BTC: '1.5' }, unreadable: [] };
    expect(readAmounts(deribit, { result: summary })).toEqual(expected);
    expect(readAmounts(deribit, { result: { summaries: [summary] } })).toEqual(expected);
    expect(() => readAmounts(deribit, { result: null })).toThrow('result.summaries is not a list');
  });

  it('Hyperliquid: of the bridge and of other coins, or of a unified account', () => {
    const perpetuals = { withdrawable: '95.5' };
    const spot = {
      balances: [
        { coin: 'USDC', total: '50', hold: '10' },
        { coin: 'HYPE', total: '4', hold: '1' },
      ],
    };
    const read = (...responses: unknown[]) => readAmounts(hyperliquid, ...responses).amounts;
    expect(read('"default"', perpetuals, spot)).toEqual({ USDC: '95.5', HYPE: '3' });
    expect(read('"default"', perpetuals)).toEqual({ USDC: '95.5' });
    expect(read('"unifiedAccount"', spot, perpetuals)).toEqual({ USDC: '40', HYPE: '3' });
    expect(read('"unifiedAccount"', spot)).toEqual({ USDC: '40', HYPE: '3' });
  });

  it.each([[[]], [['"default"', null]], [['"default"', []]], [[{ error: 'busy' }]]])(
    'Hyperliquid: fails if no response of %j is a state of the account',
    (responses) => {
      expect(() => readAmounts(hyperliquid, ...responses)).toThrow(
        expect.objectContaining({ code: 'exchange_unavailable' }),
      );
    },
  );

  it('Nado: in whole units, zero if it is borrowed', () => {
    const row = (product_id: number, balance: unknown) => ({ product_id, balance });
    const spot_balances = [
      row(1, { amount: '1500000000000000000' }),
      row(2, { amount: '-7' }),
      row(3, { amount: '1.5' }),
      row(4, null),
    ];
    expect(readAmounts(nado, { data: { spot_balances } })).toEqual({
      amounts: { 1: '1.500000000000000000', 2: '0' },
      unreadable: ['amount is not whole: 1.5', 'balance is missing'],
    });
  });

  it('Poloniex: of all accounts, and quarantines one without a list', () => {
    const balances = [{ currency: 'BTC', available: '1' }];
    expect(readAmounts(poloniex, [{ balances }, { balances: null }, null])).toMatchObject({
      amounts: { BTC: '1' },
      unreadable: ['currency is missing', 'the row is not an object'],
    });
  });
});

describe('types', () => {
  const [user, exchange] = [{ id: 'p1' }, { name: 'platform' }];

  it.each([
    ['DEPOSIT', {}, 'deposit'],
    ['WITHDRAW', {}, 'withdrawal'],
    ['REBATE', {}, 'credit'],
    ['STIPEND', {}, 'credit'],
    ['FUNDING', { from_portfolio: exchange, to_portfolio: user }, 'credit'],
    ['FUNDING', { from_portfolio: user, to_portfolio: exchange }, 'debit'],
    ['FUNDING', {}, 'other'],
    ['INTERNAL', { to_portfolio: { uuid: 'p1' } }, 'transfer_in'],
    ['INTERNAL', { from_portfolio: user, to_portfolio: null }, 'transfer_out'],
    ['INTERNAL', { from_portfolio: user, to_portfolio: user }, 'other'],
    ['SOMETHING', {}, 'other'],
  ])('Coinbase International: %s with %j is a %s', (transfer_type, row, type) => {
    expect(coinbaseinternational.rows?.type?.({ transfer_type, ...row })).toBe(type);
  });

  it.each([
    ['TRANSFER', '1', 'transfer_in'],
    ['TRANSFER', '-1', 'transfer_out'],
    ['CLAIM', '1', 'credit'],
    ['CLAIM', '-1', 'debit'],
    ['DEPOSIT', '1', null],
  ])('Extended: %s of %s is a %s', (type, amount, expected) => {
    expect(extended.rows?.type?.({ type, amount })).toBe(expected);
  });
});

describe('networks', () => {
  it('Bitfinex: fails if a list of the configuration is missing', () => {
    const lists: unknown[] = Array.from({ length: 10 }, () => []);
    expect(bitfinex.coins?.rows([lists])).toEqual([]);
    for (const index of [0, 5, 8, 9]) {
      expect(() => bitfinex.coins?.rows([lists.with(index, null)])).toThrow(
        `conf has no list ${index}`,
      );
    }
  });

  it('Bitfinex: skips a method without a list of currencies', () => {
    const lists: unknown[] = Array.from({ length: 10 }, () => []);
    const rows = bitfinex.coins?.rows([lists.with(8, [['BITCOIN', null]]).with(0, ['BTC'])]);
    expect(rows).toHaveLength(1);
  });

  it('BIT.TEAM: of its only chain, or of the list of its fees', () => {
    const idsOf = (row: object) => readNetworks(bitteam, row)?.map(({ id }) => id);
    expect(idsOf({ blockChain: 'Tron' })).toEqual(['Tron']);
    expect(idsOf({ txLimits: { withdrawCommissionFixed: { Tron: 1, Ethereum: 2 } } })).toEqual([
      'Tron',
      'Ethereum',
    ]);
    expect(idsOf({ txLimits: null })).toEqual([]);
    expect(idsOf({ txLimits: { withdrawCommissionFixed: '5' } })).toEqual([]);
  });

  it('BTSE: unknown if there is no list, and unreadable if it is no list', () => {
    const read = (cryptoNetwork: unknown) => readNetworks(btse, { cryptoNetwork });
    expect(read(null)).toBeNull();
    expect(read({ withdrawalNetworks: null })).toBeNull();
    expect(read({ withdrawalNetworks: [] })).toEqual([]);
    expect(() => read({ withdrawalNetworks: 'TRX' })).toThrow('is not a list');
  });

  it('MEXC and HitBTC: named by the other field if the identifier of the network is missing', () => {
    const read = (traits: ExchangeTraits, network: object) => () =>
      readNetworks(traits, { networkList: [network], networks: [network] })?.map(({ id }) => id);
    const row = { withdrawEnable: true, payout_enabled: true, network: 'TRX' };
    expect(read(mexc, { ...row, netWork: 'TRC20' })()).toEqual(['TRC20']);
    expect(read(hitbtc, { ...row, code: 'TRC20' })()).toEqual(['TRC20']);
    for (const traits of [mexc, hitbtc]) {
      expect(read(traits, row)()).toEqual(['TRX']);
      expect(read(traits, { ...row, network: '' })).toThrow('network is missing');
    }
  });

  it('HitBTC: of an asset that is neither a coin of its own nor fiat', () => {
    const networks = [{ code: 'TRX', network: 'TRX', payout_enabled: true }];
    for (const crypto of [true, false]) {
      expect(readCodes(hitbtc, 'USDT', { USDT: { crypto, networks } })).toEqual({ TRX: 'TRX' });
    }
  });

  it('Orderly Network: named by the number of the chain, if only numbers are listed', () => {
    const read = (chain: string) =>
      readCodes(woofipro, 'USDC', {
        data: { rows: [{ token: 'USDC', chain_details: [{ chain_id: chain }] }] },
      })[chain];
    // chainlist.org
    const codes = {
      1: 'ETH',
      10: 'OPTIMISM',
      56: 'BSC',
      137: 'POLYGON',
      143: 'MONAD',
      146: 'SONIC',
      1329: 'SEIEVM',
      1514: 'STORY',
      2741: 'ABSTRACT',
      2818: 'MORPH',
      5000: 'MANTLE',
      8453: 'BASE',
      34443: 'MODE',
      42161: 'ARBITRUM',
      43114: 'AVAXC',
      80094: 'BERA',
      98866: 'PLUME',
      900900900: 'SOL',
    };
    expect(Object.fromEntries(Object.keys(codes).map((chain) => [chain, read(chain)]))).toEqual(
      codes,
    );
  });

  it("XT: of chains by the exchange's own names", () => {
    const supportChains = ['OPT', 'SOL-SOL', 'BNB-BEP2'].map((chain) => ({
      chain,
      withdrawEnabled: true,
    }));
    expect(readCodes(xt, 'USDT', { result: [{ currency: 'USDT', supportChains }] })).toEqual({
      OPT: 'OPTIMISM',
      'SOL-SOL': 'SOL',
      'BNB-BEP2': 'BNBBEACON',
    });
  });

  it('WhiteBIT: unknown if there is no list', () => {
    const read = (networks: unknown) => readNetworks(whitebit, { networks, can_withdraw: true });
    expect(read({ withdraws: ['TRC20'] })).toMatchObject([{ id: 'TRC20', isOpen: true }]);
    for (const networks of [undefined, null, 'TRC20', { withdraws: null }]) {
      expect(read(networks)).toBeNull();
    }
  });
});

it('MEXC: has the documented status of every deposit', () => {
  const { deposits } = mexc.rows!.status as { deposits: Readonly<Record<string, string>> };
  const codesOf = (status: string): readonly string[] =>
    Object.keys(deposits).filter((code) => deposits[code] === status);
  // github.com/mexcdevelop/apidocs, Deposit History: 1 is too small, 7 rejected, 8 refunded, 10 invalid.
  expect(codesOf('failed')).toEqual(['1', '7', '8', '10']);
  expect(codesOf('completed')).toEqual(['5', '12']);
  expect(codesOf('pending')).toEqual(['2', '3', '4', '6', '9', '11']);
});

it('BTSE: reads the moved amount of a row, or the net amount if there is no other', () => {
  const info = { timestamp: 1_718_000_123_000, asset: 'USDT', netAmount: '97.5' };
  const amountOf = (further: object) =>
    mapUnifiedRows([{ currency: 'USDT', info: { ...info, ...further } }], {
      method: 'fetchDeposits',
      sharedList: false,
      onlyAsset: null,
      listsByAsset: false,
      traits: btse.rows!,
    }).transactions[0]?.amount;
  expect(amountOf({ amount: '100.50' })).toBe('100.50');
  expect(amountOf({})).toBe('97.5');
});

it('Bullish: continues by the cursor of the link to the next page', () => {
  const next = (response: unknown) => {
    const { page } = bullish;
    return page !== undefined && 'next' in page
      ? page.next({ response, rows: [], isFull: true })
      : undefined;
  };
  expect(next({ links: { next: '/v1/wallets?_pageSize=5&_nextPage=abc' } })).toBe('abc');
  for (const response of [null, {}, { links: null }, { links: { next: null } }]) {
    expect(next(response)).toBeNull();
  }
  expect(next({ links: { next: '/v1/wallets' } })).toBeNull();
});
