import { expect, it } from 'vitest';

import { mapBalances } from './balances.ts';

const row = { ccy: 'USDT', chain: 'USDT-TRC20', canWd: true, minWd: '2', maxWd: '4000000' };

it('returns available amounts, and the open networks with their limits', () => {
  const { balances, unreadable } = mapBalances(
    [
      { ccy: 'USDT', bal: '30', availBal: '12.50', frozenBal: '17.50' },
      { ccy: 'TRY', bal: '3', availBal: '3', frozenBal: '0' },
      { ccy: 'INR', bal: '7', availBal: '7', frozenBal: '0' },
      { ccy: 'BAD', availBal: '' },
    ],
    [
      row,
      { ...row, chain: 'USDT-Arbitrum One', maxWd: '' },
      { ...row, chain: 'USDT-ERC20', canWd: false },
      { ...row, ccy: 'TRY', chain: '' },
      { ...row, ccy: 'TRY', chain: 'TRY-Bank', ctAddr: '' },
      { ...row, ccy: 'INR', chain: 'INR-INERY', ctAddr: '3ead9c' },
      { ...row, ccy: '' },
    ],
    (id) => id,
  );
  expect(balances.map(({ asset, amount }) => [asset, amount])).toEqual([
    ['USDT', '12.50'],
    ['TRY', '3'],
    ['INR', '7'],
  ]);
  expect(balances[0]?.networks).toEqual([
    {
      id: 'USDT-TRC20',
      code: 'TRX',
      name: 'TRC20',
      displayName: 'TRC20',
      minWithdrawal: '2',
      maxWithdrawal: '4000000',
      assetName: 'USDT',
      addressRegex: expect.stringMatching(/^\^.*T/),
    },
    expect.objectContaining({ id: 'USDT-Arbitrum One', name: 'Arbitrum One', maxWithdrawal: null }),
  ]);
  expect(balances[1]?.networks).toEqual([]);
  expect(balances[2]?.networks).toMatchObject([{ id: 'INR-INERY' }]);
  expect(unreadable.map(({ reason }) => reason)).toEqual(['availBal is missing', 'ccy is missing']);
});

it('returns the identifier of an unknown network as its code', () => {
  const currencies = [{ ...row, chain: 'USDT-Newnet' }];
  const { balances } = mapBalances([{ ccy: 'USDT', availBal: '1' }], currencies, (id) => id);
  expect(balances[0]?.networks[0]?.code).toBe('Newnet');
});

it('quarantines a balance and a network under keys that do not change with their amounts', () => {
  const { unreadable } = mapBalances(
    [{ ccy: 'USDT', availBal: 'abc' }],
    [{ ...row, minWd: '1\u0000' }],
    (id) => id,
  );
  expect(unreadable.map(({ key }) => key)).toEqual(['balances:USDT', 'networks:USDT:USDT-TRC20']);
});

it('lists no network of which the response does not say that it is open', () => {
  const coins = [
    { ...row, chain: 'USDT-Missing', canWd: undefined },
    { ...row, chain: 'USDT-Null', canWd: null },
    { ...row, chain: 'USDT-Text', canWd: 'true' },
    row,
  ];
  const { balances } = mapBalances([{ ccy: 'USDT', availBal: '1' }], coins, (id) => id);
  expect(balances[0]?.networks.map(({ id }) => id)).toEqual(['USDT-TRC20']);
});
