import { expect, it } from 'vitest';

import type { Decimal } from '../../domain/decimal.ts';
import { kindOfBooking } from './booking-types.ts';
import { mapBooking } from './booking.ts';

const BOOKING = {
  key: 'ledger:1',
  kind: 'transfer',
  direction: 'out',
  asset: 'BTC',
  amount: '-0.50' as Decimal,
  timestampMs: 1_700_000_000_000,
} as const;

it('maps a booking to a completed transaction with an unsigned amount, and without a fee', () => {
  expect(mapBooking(BOOKING)).toEqual({
    key: 'ledger:1',
    type: 'transfer_out',
    status: 'completed',
    asset: 'BTC',
    amount: '0.50',
    timestampMs: 1_700_000_000_000,
    txid: null,
    address: null,
    feeCost: null,
    feeCurrency: null,
  });
});

it('keeps the status and the fee of a booking that has them', () => {
  const fee = { feeCost: '0.1' as Decimal, feeCurrency: 'BTC' };
  expect(mapBooking({ ...BOOKING, status: 'pending', fee })).toMatchObject({
    status: 'pending',
    ...fee,
  });
});

it('takes a type that the table does not have for a booking without a known purpose', () => {
  const kinds = { Reward: 'reward' } as const;
  expect(kindOfBooking('Reward', kinds)).toBe('reward');
  for (const word of ['reward', 'constructor', null]) {
    expect(kindOfBooking(word, kinds)).toBe('booking');
  }
});
