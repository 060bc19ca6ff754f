import { expect, it } from 'vitest';

import { ExchangeError } from '../exchange.ts';
import { mapPermissions } from './permissions.ts';

const NONE = { ContractTrade: [], Spot: [], Wallet: [], Derivatives: [], FiatP2P: [] };

it('reports no right for a key that only reads, with rights of any group', () => {
  const permissions = { ...NONE, Spot: ['SpotTrade'], Wallet: ['AccountTransfer', 'Withdraw'] };
  expect(mapPermissions({ readOnly: 1, permissions })).toEqual({ withdraw: false, trade: false });
});

it('counts the rights of a key that is not said to be read-only', () => {
  const permissions = { ...NONE, Spot: ['SpotTrade'], Wallet: ['Withdraw'] };
  expect(mapPermissions({ permissions })).toEqual({ withdraw: true, trade: true });
});

it('counts a move out of the account as the right to withdraw, and a move within it as no right', () => {
  const rightsOf = (permissions: object) => mapPermissions({ readOnly: 0, permissions });
  const withdraws = { withdraw: true, trade: false };
  expect(rightsOf({ ...NONE, Wallet: ['Withdraw'] })).toEqual(withdraws);
  expect(rightsOf({ ...NONE, Wallet: ['SubMemberTransfer'] })).toEqual(withdraws);
  expect(rightsOf({ ...NONE, Wallet: ['SubMemberTransferList'] })).toEqual(withdraws);
  expect(rightsOf({ ...NONE, Wallet: ['AccountTransfer'] })).toEqual({
    withdraw: false,
    trade: false,
  });
});

it.each([
  ['FiatP2P', 'FiatP2POrder'],
  ['FiatBitPay', 'FaitPayOrder'],
  ['FiatBybitPay', 'FaitPayOrder'],
  ['FiatGlobalPay', 'FiatGlobalPay'],
])('counts a right of %s, to pay other people, as the right to withdraw', (group, right) => {
  const permissions = { ...NONE, [group]: [right] };
  expect(mapPermissions({ readOnly: 0, permissions })).toEqual({ withdraw: true, trade: false });
});

it('counts a right of BitCard, whose endpoints only read, as no right', () => {
  const permissions = { ...NONE, BitCard: ['BitCard'] };
  expect(mapPermissions({ readOnly: 0, permissions })).toEqual({ withdraw: false, trade: false });
});

it.each([
  'ContractTrade',
  'Spot',
  'Options',
  'Derivatives',
  'CopyTrading',
  'BlockTrade',
  'FiatConvertBroker',
])('counts a right of %s as the right to trade', (group) => {
  const permissions = { ...NONE, [group]: ['Order'] };
  expect(mapPermissions({ readOnly: 0, permissions })).toEqual({ withdraw: false, trade: true });
});

it('refuses the key of a sub-account, and accepts one of a main or of an unknown account', () => {
  const key = { readOnly: 1, permissions: NONE };
  const refused = { code: 'exchange_key_refused', message: expect.stringMatching(/sub-account/) };
  expect(() => mapPermissions({ ...key, isMaster: false })).toThrow(
    expect.objectContaining(refused),
  );
  const reads = { withdraw: false, trade: false };
  expect(mapPermissions({ ...key, isMaster: true })).toEqual(reads);
  expect(mapPermissions(key)).toEqual(reads);
});

it('fails if the response has no permissions', () => {
  expect(() => mapPermissions({ readOnly: 0 })).toThrow(ExchangeError);
});
