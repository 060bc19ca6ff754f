import { expect, it } from 'vitest';

import { mapOpenNetwork } from './network.ts';

const limits = { minWithdrawal: '1e-8', maxWithdrawal: null };

it('names a network by the name of the exchange, and by its identifier without one', () => {
  const named = { id: 'TRX', name: 'Tron (TRC20)', ...limits };
  expect(mapOpenNetwork('USDT', named)).toMatchObject({
    id: 'TRX',
    name: 'Tron (TRC20)',
    displayName: 'Tron (TRC20)',
    ...limits,
    assetName: 'USDT',
  });
  const displayed = mapOpenNetwork('USDT', { ...named, displayName: 'Tron' });
  expect(displayed).toMatchObject({ name: 'Tron (TRC20)', displayName: 'Tron' });
  const unnamed = mapOpenNetwork('USDT', { ...named, name: null });
  expect(unnamed).toMatchObject({ name: 'TRX', displayName: 'TRX' });
});
