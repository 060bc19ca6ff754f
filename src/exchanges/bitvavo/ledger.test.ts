import { expect, it } from 'vitest';

import { HISTORY_TYPES, mapHistory } from './ledger.ts';

const reward = {
  transactionId: '5f5e7b3b-4f5b-4b2d-8b2f-4f2b5b3f5e5f',
  executedAt: '2021-01-01T00:00:00.250Z',
  type: 'staking',
  receivedCurrency: 'ada',
  receivedAmount: '0.100',
};
const sent = {
  transactionId: '2',
  executedAt: '2021-01-01T00:00:00.000Z',
  type: 'internal_transfer',
  sentCurrency: 'btc',
  sentAmount: '0.5',
  feesCurrency: 'eur',
  feesAmount: '0.01',
  address: 'somebody',
};
const toSymbol = (id: string): string => id.toUpperCase();

it('maps the received amount, or else the sent amount', () => {
  expect(mapHistory([reward, sent], toSymbol).transactions).toEqual([
    {
      key: `history:${reward.transactionId}`,
      type: 'reward',
      status: 'completed',
      asset: 'ADA',
      amount: '0.100',
      timestampMs: Date.UTC(2021, 0, 1) + 250,
      txid: null,
      address: null,
      feeCost: null,
      feeCurrency: null,
    },
    expect.objectContaining({
      type: 'transfer_out',
      asset: 'BTC',
      amount: '0.5',
      address: 'somebody',
      feeCost: '0.01',
      feeCurrency: 'EUR',
    }),
  ]);
});

it('maps a fee without its currency', () => {
  const { transactions } = mapHistory([{ ...sent, feesCurrency: undefined }], toSymbol);
  expect(transactions[0]?.feeCurrency).toBeNull();
});

it('requests the types of the documentation by which it filters', () => {
  expect(HISTORY_TYPES.join(' ')).toBe(
    'staking fixed_staking affiliate distribution rebate internal_transfer ' +
      'external_transferred_funds loan manually_assigned',
  );
});

it('truncates a time that is finer than a millisecond', () => {
  const row = { ...reward, executedAt: '2021-01-01T00:00:00.250999Z' };
  expect(mapHistory([row], toSymbol).transactions).toMatchObject([
    { timestampMs: Date.UTC(2021, 0, 1) + 250 },
  ]);
});

it.each([
  ['fixed_staking', 'reward'],
  ['affiliate', 'reward'],
  ['distribution', 'reward'],
  ['rebate', 'reward'],
  ['campaign_new_user_incentive', 'reward'],
  ['external_transferred_funds', 'transfer_in'],
  ['manually_assigned_bitvavo', 'credit'],
  ['loan', 'credit'],
  ['something_new', 'credit'],
  ['buy', undefined],
  ['sell', undefined],
  ['deposit', undefined],
  ['withdrawal', undefined],
  ['withdrawal_cancelled', undefined],
])('maps a received amount of type %s to %s', (type, expected) => {
  expect(mapHistory([{ ...reward, type }], toSymbol).transactions[0]?.type).toBe(expected);
});

it('quarantines a transaction that cannot be read, and maps the others', () => {
  const broken = { ...reward, executedAt: 'yesterday' };
  const { transactions, unreadable } = mapHistory([broken, reward], toSymbol);
  expect(transactions).toHaveLength(1);
  expect(unreadable[0]?.key).toBe(`history:${reward.transactionId}`);
});

it.each(['staking', 'loan', 'manually_assigned', 'something_new'])(
  'maps a sent amount of type %s to a debit',
  (type) => {
    expect(mapHistory([{ ...sent, type }], toSymbol).transactions[0]?.type).toBe('debit');
  },
);
