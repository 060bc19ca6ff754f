import { describe, expect, it } from 'vitest';

import type { AssetBalance, Balance, Network } from '../../../../client/src/index.ts';
import { parseDecimal } from '../../../../src/domain/decimal.ts';
import { findWithdrawals } from './find-withdrawals.ts';

const ADDRESS = `0x${'0'.repeat(40)}`;
const ETHEREUM: Network = {
  id: 'ETH',
  code: 'ETH',
  name: 'Ethereum',
  displayName: 'Ethereum',
  minWithdrawal: null,
  maxWithdrawal: null,
  assetName: 'USDC',
  addressRegex: '^0x[0-9A-Fa-f]{40}$',
};

function balanceOf(
  balances: readonly AssetBalance[],
  unknownNetworks: readonly string[] | '*' = [],
): Balance {
  const sync = {
    state: 'synced',
    lastSyncAt: null,
    history: 'complete',
    error: null,
    unknownNetworks,
    unverifiedWithdrawable: false,
  } as const;
  return { lastSyncAt: '2024-06-01T12:00:00.000Z', balances, sync, etag: null };
}

function find(balance: Balance, amount: string, address = ADDRESS) {
  return findWithdrawals(balance, { address, amount: parseDecimal(amount) });
}

/** Returns the reasons against sending an amount of a balance of 10 over one network. */
function reasonsFor(change: Partial<Network>, amount: string, available = '10'): readonly string[] {
  const networks = [{ ...ETHEREUM, ...change }];
  const found = find(balanceOf([{ asset: 'USDC', amount: available, networks }]), amount);
  expect(found.possible.length + found.refused.length).toBe(1);
  return found.refused.flatMap(({ reasons }) => reasons);
}

describe('an amount', () => {
  it.each([
    [{}, '10', []],
    [{}, '10.000000000000000000000000000001', ['The amount is more than the balance, 10 USDC.']],
    [{ minWithdrawal: '1e-8' }, '0.00000001', []],
    [
      { minWithdrawal: '1e-8' },
      '0.000000009999999999999999999999',
      ['The amount is below the minimum, 0.00000001 USDC.'],
    ],
    [{ maxWithdrawal: '5.0' }, '5', []],
    [
      { maxWithdrawal: '5.0' },
      '5.000000000000000000000000000001',
      ['The amount is above the maximum, 5.0 USDC.'],
    ],
    [
      { minWithdrawal: '20', maxWithdrawal: 'as agreed' },
      '11',
      [
        'The amount is more than the balance, 10 USDC.',
        'The amount is below the minimum, 20 USDC.',
        'The amount could not be checked: the exchange reports the maximum as "as agreed".',
      ],
    ],
  ])('with the limits %j, %s is compared exactly', (limits, amount, reasons) => {
    expect(reasonsFor(limits, amount)).toEqual(reasons);
  });

  it('is refused if the rest of the balance would have too many digits', () => {
    expect(reasonsFor({}, '1e-127', '12.5')).toEqual([
      'The amount has too many digits to subtract it from the balance, 12.5 USDC.',
    ]);
    expect(reasonsFor({}, '1e-126', '12.5')).toEqual([]);
  });

  it('of 30 digits is compared with a balance of 30 digits in full', () => {
    const available = '123456789012.345678901234567891';
    expect(reasonsFor({}, available, available)).toEqual([]);
    expect(reasonsFor({}, '123456789012.345678901234567890', available)).toEqual([]);
    expect(reasonsFor({}, '123456789012.345678901234567892', available)).toHaveLength(1);
  });
});

it.each([
  [null, 'The address could not be checked: the exchange reports no pattern for this network.'],
  [
    '^(?!w)\\w+$',
    "The address could not be checked: the network's pattern uses syntax that this page does not support.",
  ],
  ['^T\\w+$', "The address does not match the network's pattern."],
])('an address is refused by the pattern %j', (addressRegex, reason) => {
  expect(reasonsFor({ addressRegex }, '1')).toEqual([reason]);
});

it('an asset is refused if its balance is zero, or its networks are missing or unknown', () => {
  const balances = ['NONE', 'UNKNOWN', 'SOME', 'ZERO'].map((asset) => ({
    asset,
    amount: asset === 'ZERO' ? '0.00' : '10',
    networks: asset === 'SOME' || asset === 'ZERO' ? [ETHEREUM] : [],
  }));
  const { possible, refused } = find(balanceOf(balances, ['UNKNOWN', 'SOME']), '1');
  expect(possible.map(({ balance }) => balance.asset)).toEqual(['SOME']);
  expect(refused.map(({ reasons }) => reasons)).toEqual([
    ['The exchange reports no network on which NONE can be withdrawn.'],
    ['The exchange does not report the networks of UNKNOWN to this key.'],
    ['The exchange does not report all networks of SOME to this key.'],
    ['The balance of ZERO is zero.'],
  ]);
  const all = find(balanceOf(balances, '*'), '1').refused.map(({ asset }) => asset);
  expect(all).toEqual(['NONE', 'UNKNOWN', 'SOME', 'ZERO']);
});

it('the networks that an address matches are counted by chain, for any amount', () => {
  const networks = [
    ETHEREUM,
    { ...ETHEREUM, id: 'ERC20', displayName: 'Ethereum' },
    { ...ETHEREUM, id: 'ARB', code: 'ARBITRUM', displayName: 'Arbitrum', minWithdrawal: '100' },
    { ...ETHEREUM, id: 'X', code: 'UNKNOWN', displayName: 'X chain' },
    { ...ETHEREUM, id: 'Z', code: 'UNKNOWN', displayName: 'Z chain' },
    { ...ETHEREUM, id: 'Y', code: 'UNKNOWN', displayName: 'Y chain', addressRegex: null },
    { ...ETHEREUM, id: 'TRX', code: 'TRX', displayName: 'Tron', addressRegex: '^T\\w{33}$' },
  ];
  const found = find(balanceOf([{ asset: 'USDC', amount: '10', networks }]), '1');
  expect(found.fittingNetworks).toEqual(['Ethereum', 'Arbitrum', 'X chain', 'Z chain']);
  expect(found.refused.map(({ network }) => network?.id)).toEqual(['ARB', 'Y', 'TRX']);
});

it('an address that takes too long to check is not blamed on the syntax of a pattern', () => {
  const networks = Array.from({ length: 100 }, (_, index) => ({
    ...ETHEREUM,
    id: `N${index}`,
    addressRegex: `^(a?){${900 + index}}$`,
  }));
  const balance = balanceOf([{ asset: 'USDC', amount: '10', networks }]);
  const { refused } = find(balance, '1', 'b'.repeat(1000));
  expect(new Set(refused.flatMap(({ reasons }) => reasons))).toEqual(
    new Set([
      "The address does not match the network's pattern.",
      'The address could not be checked: comparing it with all patterns of the wallet takes too long.',
    ]),
  );
});
