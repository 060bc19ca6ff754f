import { expect, it } from 'vitest';

import { eventId } from './webhook.ts';

it('the identifier of an event is of its wallet, its number and its random number', () => {
  const place = { walletId: 'wallet_a', eventNo: 1, seed: 7 };
  expect(eventId({ ...place })).toBe(eventId(place));
  // After a backup was restored, another event has the same number.
  const others = [{ walletId: 'wallet_b' }, { eventNo: 2 }, { seed: 8 }];
  const ids = [place, ...others.map((other) => Object.assign({}, place, other))].map(eventId);
  expect(new Set(ids).size).toBe(4);
});
