import { expect, it } from 'vitest';

import { ExchangeError } from '../exchange.ts';
import { mapPermissions } from './permissions.ts';

const NONE = { ContractTrade: [], Spot: [], Wallet: [], Derivatives: [], FiatP2P: [] };

it('tells that a key for reading does nothing else, whatever groups it reads', () => {
  const permissions = { ...NONE, Spot: ['SpotTrade'], Wallet: ['AccountTransfer', 'Withdraw'] };
  expect(mapPermissions({ readOnly: 1, permissions })).toEqual({ withdraw: false, trade: false });
});

it('counts what leaves the account as withdrawing, and a move within it as neither', () => {
  const rightsOf = (permissions: object) => mapPermissions({ readOnly: 0, permissions });
  const withdraws = { withdraw: true, trade: false };
  expect(rightsOf({ ...NONE, Wallet: ['Withdraw'] })).toEqual(withdraws);
  expect(rightsOf({ ...NONE, Wallet: ['SubMemberTransfer'] })).toEqual(withdraws);
  expect(rightsOf({ ...NONE, FiatP2P: ['FiatP2POrder'] })).toEqual(withdraws);
  expect(rightsOf({ ...NONE, Wallet: ['AccountTransfer'] })).toEqual({
    withdraw: false,
    trade: false,
  });
});

it.each(['ContractTrade', 'Spot', 'Options', 'Derivatives', 'CopyTrading', 'BlockTrade'])(
  'counts a right of %s as trading',
  (group) => {
    const permissions = { ...NONE, [group]: ['Order'] };
    expect(mapPermissions({ readOnly: 0, permissions })).toEqual({ withdraw: false, trade: true });
  },
);

it('refuses a response without permissions rather than call the key harmless', () => {
  expect(() => mapPermissions({ readOnly: 0 })).toThrow(ExchangeError);
});
