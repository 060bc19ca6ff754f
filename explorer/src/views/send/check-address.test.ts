import { describe, expect, it } from 'vitest';

import { createAddressCheck } from './check-address.ts';

const ETHEREUM = '0x52908400098527886E0F7030069857D2E4169EE7';
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

function check(pattern: string, address: string): string {
  return createAddressCheck(address)(pattern);
}

/** Patterns in the wording of exchanges, with an address of each. */
const EXCHANGE_PATTERNS: readonly (readonly [string, string])[] = [
  ['^(0x)[0-9A-Fa-f]{40}$', ETHEREUM],
  ['^(?:0x)?[0-9a-fA-F]{40}$', ETHEREUM.slice(2)],
  ['^T[1-9A-HJ-NP-Za-km-z]{33}$', TRON],
  [
    '^[13][a-km-zA-HJ-NP-Z1-9]{25,34}$|^[(bc1q)|(bc1p)][0-9A-Za-z]{37,62}$',
    `bc1q${'a'.repeat(38)}`,
  ],
  ['(^(addr)1[ac-hj-np-z02-9]{6,}$)|(^(DdzFFz|Ae2td)[1-9A-HJ-NP-Za-km-z]+)', 'Ae2tdPwUPEZ'],
  ['^(([a-z\\d]+[\\-_])*[a-z\\d]+\\.)*([a-z\\d]+[\\-_])*[a-z\\d]+$', 'some-name.near'],
  ['^[UE][Qf][0-9a-z-A-Z\\-\\_]{46}$', `UQ${'-_'.repeat(23)}`],
  ['^(tz[1,2,3])[a-zA-Z0-9]{33}$', `tz1${'a'.repeat(33)}`],
  ['^0[.]0[.][1-9]\\d{0,8}$', '0.0.123'],
];

it.each(EXCHANGE_PATTERNS)(
  '%s matches an address only without other characters',
  (pattern, address) => {
    expect(check(pattern, address)).toBe('matches');
    for (const text of ['', ' ' + address, address + '\n', address + '!', '\u212A' + address]) {
      expect([text, check(pattern, text)]).toEqual([text, 'differs']);
    }
  },
);

it.each(['0x[0-9a-f]{4}', '^0x[0-9a-f]{4}', '0x[0-9a-f]{4}$'])(
  '%s must match the whole address although an anchor is missing',
  (pattern) => {
    expect(check(pattern, '0x12ab')).toBe('matches');
    expect(check(pattern, '0x12ab5')).toBe('differs');
    expect(check(pattern, '00x12ab')).toBe('differs');
  },
);

it.each([
  '^(?!stake)[a-z]+$',
  '^(?=a)a$',
  '(a)\\1',
  '[z-a]',
  '[a',
  'a{3,2}',
  'a**',
  '*a',
  '(a',
  'a)',
  'a\\',
  'a{1,9999}b{9999}',
  '((a{99}){99}){99}',
  '(((){999}){999}){999}',
  'a?'.repeat(501),
  '('.repeat(1001),
])('returns unknown for the unsupported pattern %s', (pattern) => {
  expect(check(pattern, 'a')).toBe('unknown');
});

describe('the time', () => {
  // A backtracking engine would not end.
  it.each([
    '^(a+)+$',
    '(a|a)*b',
    '(a*)*b',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*)*\\d',
    `${'a?'.repeat(300)}${'a'.repeat(300)}`,
  ])('does not grow with the ways in which %s can match', (pattern) => {
    expect(check(pattern, `${'a'.repeat(900)}!`)).toBe('differs');
  });

  it('is bounded for all patterns of an address together', () => {
    const verdictOf = createAddressCheck('a'.repeat(1000));
    const verdicts = Array.from({ length: 1000 }, (_, index) => verdictOf(`(a?){${1000 + index}}`));
    expect(verdicts[0]).toBe('matches');
    expect(verdicts.at(-1)).toBe('unchecked');
    expect(verdictOf('(a?){1000}')).toBe('matches');
  });
});
