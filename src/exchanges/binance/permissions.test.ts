import { expect, it } from 'vitest';

import { ExchangeError } from '../exchange.ts';
import { mapPermissions } from './permissions.ts';

const READ_ONLY = {
  ipRestrict: false,
  createTime: 1_698_645_219_000,
  enableReading: true,
  enableWithdrawals: false,
  enableInternalTransfer: false,
  enableMargin: false,
  enableFutures: false,
  permitsUniversalTransfer: false,
  enableVanillaOptions: false,
  enableFixApiTrade: false,
  enableFixReadOnly: true,
  enableSpotAndMarginTrading: false,
  enablePortfolioMarginTrading: false,
};

it('reports no right for a key that only reads, or transfers between wallets of the account', () => {
  const nothing = { withdraw: false, trade: false };
  expect(mapPermissions(READ_ONLY)).toEqual(nothing);
  expect(mapPermissions({ ...READ_ONLY, permitsUniversalTransfer: true })).toEqual(nothing);
});

it.each(['enableWithdrawals', 'enableInternalTransfer'])(
  'counts %s as the right to withdraw',
  (right) => {
    const permissions = mapPermissions({ ...READ_ONLY, [right]: true });
    expect(permissions).toEqual({ withdraw: true, trade: false });
  },
);

it.each([
  'enableSpotAndMarginTrading',
  'enableMargin',
  'enableFutures',
  'enableVanillaOptions',
  'enablePortfolioMarginTrading',
  'enableFixApiTrade',
])('counts %s as the right to trade', (right) => {
  const permissions = mapPermissions({ ...READ_ONLY, [right]: true });
  expect(permissions).toEqual({ withdraw: false, trade: true });
});

it('fails if the response has no permissions', () => {
  expect(() => mapPermissions({ msg: 'not recorded' })).toThrow(ExchangeError);
});
