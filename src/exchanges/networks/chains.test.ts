import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';

import { ADJACENT_COUNTS } from '../../../test/exchanges/addresses/adjacent-counts.ts';
import {
  ADDRESS_TEXTS,
  INVALID_ADDRESSES,
  VALID_ADDRESSES,
} from '../../../test/exchanges/addresses/address-samples.ts';
import { CHAINS, findChain, lookupKeysOf } from './chains.ts';

const EVM_REGEX = findChain('ETH')!.addressRegex!;
const PATTERNS = [...new Set(CHAINS.map(({ addressRegex }) => addressRegex))].filter(
  (pattern) => pattern !== null,
);
/** Chains with address forms of several lengths: one character more or less can be another valid address. */
const SEVERAL_LENGTHS = new Set(
  'BTC BCH BSV LIGHTNING ZEC SOL XRP DOT DOTASSETHUB ACA NEAR EOS HBAR FIL STX STARKNET'.split(' '),
);

function matches(pattern: string, text: string): boolean {
  return new RegExp(pattern, 'u').test(text);
}

/** Returns the chain whose samples a chain has; chains with Ethereum's accounts share theirs. */
function sampledChain(code: string, pattern: string): string {
  return VALID_ADDRESSES[code] === undefined && pattern === EVM_REGEX ? 'ETH' : code;
}

/** Returns texts that no pattern may accept: an address with other characters before, after or within it. */
function distortionsOf(address: string): string[] {
  const middle = Math.floor(address.length / 2);
  const [head, tail] = [address.slice(0, middle), address.slice(middle + 1)];
  const wide = String.fromCodePoint(address.codePointAt(0)! + 0xfe_e0);
  return [
    ...['\n', '\r\n', ' ', '\t', '\0', '\u200B', '\uFEFF', '\u0301'].flatMap((text) => [
      address + text,
      text + address,
      head + text + tail,
    ]),
    // Cyrillic and full-width letters that look like ASCII ones; the Kelvin and the long s, which
    // become ASCII letters where case is folded.
    ...['а', 'е', 'о', 'К', '\u212A', '\u017F', '０', 'I\u0307', '!', '%', '"'].map(
      (text) => head + text + tail,
    ),
    wide + address.slice(1),
    `${address}\n${address}`,
  ];
}

const CASES = CHAINS.flatMap(({ code, addressRegex }) => {
  if (addressRegex === null) return [];
  const sampled = sampledChain(code, addressRegex);
  const [valid = [], invalid = []] = [VALID_ADDRESSES[sampled], INVALID_ADDRESSES[sampled]];
  return [{ code, addressRegex, valid, invalid }];
});

describe.each(CASES)('the address pattern of $code', ({ addressRegex, valid, invalid }) => {
  it('accepts addresses of the chain in all their forms', () => {
    expect(valid.length).toBeGreaterThan(0);
    expect(valid.filter((address) => !matches(addressRegex, address))).toEqual([]);
  });

  it('refuses texts that are not addresses of the chain', () => {
    expect(invalid.filter((text) => matches(addressRegex, text))).toEqual([]);
    const distorted = valid.flatMap((address) => distortionsOf(address));
    expect(distorted.filter((text) => matches(addressRegex, text))).toEqual([]);
    expect(matches(addressRegex, '')).toBe(false);
  });
});

const FIXED_LENGTHS = CASES.filter(({ code }) => !SEVERAL_LENGTHS.has(code));

it.each(FIXED_LENGTHS)(
  'the address pattern of $code refuses one character less and one more',
  ({ addressRegex, valid }) => {
    const wrong = valid.flatMap((address) => [address.slice(0, -1), address + address.at(-1)!]);
    expect(wrong.filter((text) => matches(addressRegex, text))).toEqual([]);
  },
);

/** Characters that begin or end the sets of characters of the formats, and one that no format has. */
const CHARACTERS = '0 1 2 7 9 A F H O Q Z a c i l q s u v z - _ !'.split(' ');

/**
 * Returns texts that differ from an address in one character: another one, one more, or one less. The formats
 * only restrict characters near the ends; from the middle, every seventh one suffices.
 */
function adjacentTextsOf(address: string): string[] {
  return Array.from(address, (own, index) => {
    if (index > 14 && index < address.length - 10 && index % 7 > 0) return [];
    const [head, tail] = [address.slice(0, index), address.slice(index + 1)];
    return [...CHARACTERS, own + own, ''].map((text) => head + text + tail);
  }).flat();
}

it('accepts as many texts that differ from an address in one character as the format of each chain allows', () => {
  const counts = CASES.filter(({ code }) => VALID_ADDRESSES[code] !== undefined).map(
    ({ code, addressRegex, valid }) => {
      const expression = new RegExp(addressRegex);
      const adjacent = valid.flatMap((address) => adjacentTextsOf(address));
      return [code, adjacent.filter((text) => expression.test(text)).length] as const;
    },
  );
  expect(Object.fromEntries(counts)).toEqual(ADJACENT_COUNTS);
});

it('has the same result in RE2, which runs in linear time, and in JavaScript with any flag', () => {
  const every20th = ADDRESS_TEXTS.filter((_text, index) => index % 20 === 0);
  const some = ADDRESS_TEXTS.concat(every20th.flatMap((text) => distortionsOf(text)));
  for (const pattern of PATTERNS) {
    const re2 = RE2JS.compile(pattern);
    const flavours = ['', 'u', 'v'].map((flags) => new RegExp(pattern, flags));
    const differing = some.filter((text) => {
      const verdict = re2.matcher(text).find();
      return flavours.some((flavour) => flavour.test(text) !== verdict);
    });
    expect([pattern, differing]).toEqual([pattern, []]);
  }
});

it.each(PATTERNS)('%s is anchored and contains nothing that backtracks', (pattern) => {
  expect(pattern).toMatch(/^\^.*\$$/);
  // Neither lookaround nor backreference, nor an unbounded repetition of a group.
  expect(pattern).not.toMatch(/\(\?[=!<]|\\[1-9k]|\)[*+]|\)\{\d+,\}/);
  // Alternatives are grouped, so that the anchors hold for each of them.
  let ungrouped = pattern;
  for (let depth = 0; depth < 9; depth += 1) ungrouped = ungrouped.replaceAll(/\([^()]*\)/g, '');
  expect(ungrouped).not.toMatch(/[()|]/);
});

describe("an address of one chain at another's pattern", () => {
  /**
   * Chains that share a form of address. Near's account names are omitted: nearly any small letters are one.
   */
  const SHARING = [
    ['BTC', 'BCH', 'BSV'],
    ['BCH', 'XEC'],
    ['LTC', 'QTUM'],
    ['DOGE', 'DGB'],
    ['DOGE', 'NEO2', 'ONT'],
    ['APT', 'SUI', 'MOVEMENT', 'STARKNET'],
    ['LUNC', 'LUNA2'],
    ['DOT', 'DOTASSETHUB'],
    ['KSM', 'KSMASSETHUB'],
    ['ETH', 'RON', 'XDC', 'SEI', 'ZETA'],
    ['NEAR', 'ICP', 'RON', 'XDC', 'ETH', 'EOS', 'SEI', 'ZETA'],
    // A short enough text in Base58 can be a hash of another length.
    ['SOL', 'BTC', 'BCH', 'BSV', 'AR', 'LTC', 'DGB'],
    ['XRP', 'RVN', 'ASTR'],
    ['AR', 'DGB', 'KAVA', 'RUNE'],
  ];

  it('is refused if the two do not share a form', () => {
    const wrong = Object.entries(VALID_ADDRESSES).flatMap(([code, valid]) =>
      CASES.filter(
        (other) =>
          other.code !== 'NEAR' &&
          VALID_ADDRESSES[other.code] !== undefined &&
          other.code !== code &&
          !SHARING.some((group) => group.includes(code) && group.includes(other.code)),
      ).flatMap((other) =>
        valid
          .filter((address) => matches(other.addressRegex, address))
          .map((address) => `${code} ${address} at ${other.code}`),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the vocabulary', () => {
  it('has unique codes of capital letters and digits, each with a source', () => {
    const codes = CHAINS.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => !/^[0-9A-Z]{2,15}$/.test(code))).toEqual([]);
    expect(codes.filter((code) => /^(?:ERC|TRC|BEP|HRC)\d/.test(code))).toEqual([]);
    expect(CHAINS.filter(({ source }) => source.length < 5)).toEqual([]);
  });

  it('has no name of two chains', () => {
    const owners = new Map<string, string[]>();
    for (const chain of CHAINS) {
      for (const key of lookupKeysOf(chain)) {
        owners.set(key, [...(owners.get(key) ?? []), chain.code]);
      }
    }
    expect([...owners].filter(([, codes]) => codes.length > 1)).toEqual([]);
    expect([...owners.keys()].filter((key) => !/^[0-9A-Z]+$/.test(key))).toEqual([]);
  });

  it('finds a chain by code, name and alias, in any case and with any separators', () => {
    const names = {
      BTC: 'BTC',
      bitcoin: 'BTC',
      'Tron (TRC20)': 'TRX',
      trc20: 'TRX',
      AVAX_C: 'AVAXC',
      'Avalanche C-Chain': 'AVAXC',
      matic: 'POLYGON',
      ERC20: 'ETH',
      'Arbitrum One': 'ARBITRUM',
      'Arbitrum Nova': 'ARBNOVA',
      Lightning: 'LIGHTNING',
      'APT (APT)': 'APT',
      'APTOS(APT)': 'APT',
      'TON (Toncoin)': 'TON',
      'Starknet(STARK)': 'STARKNET',
      'BTC/SegWit': 'BTC',
    };
    for (const [name, code] of Object.entries(names)) {
      expect([name, findChain(name)?.code]).toEqual([name, code]);
    }
  });

  it('finds no chain by a similar name', () => {
    const lookalikes = [
      '',
      ' ',
      'constructor',
      '__proto__',
      'BITCOINX',
      'ET',
      'ЕTH',
      'ſOL',
      'ＢＴＣ',
    ];
    const differingByExchange =
      'BCHABC ZKSYNC BNB AVAX CRO LUNA MOVE NEO CHZ HRC20 MANTANETWORK GATELAYER'.split(' ');
    const unknown = lookalikes.concat(differingByExchange);

    expect(unknown.filter((name) => findChain(name) !== undefined)).toEqual([]);
  });
});
