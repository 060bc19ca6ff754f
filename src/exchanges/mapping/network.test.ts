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

it('returns no chain whose addresses differ from that of the contract', () => {
  const kava = { id: 'KAVA', ...limits };
  expect(mapOpenNetwork('USDT', kava)).toMatchObject({ code: 'KAVA' });
  const contract = '0x919C1c267BC06a7039e03fcc2eF738525769109c';
  expect(mapOpenNetwork('USDT', { ...kava, contract })).toMatchObject({
    code: 'UNKNOWN',
    addressRegex: null,
  });
});

it('identifies the chain by the text that names it, if the identifier does not', () => {
  expect(mapOpenNetwork('USDT', { id: '7', chainId: 'TRC20', minWithdrawal: null })).toMatchObject({
    id: '7',
    name: '7',
    code: 'TRX',
    minWithdrawal: null,
    maxWithdrawal: null,
  });
});
