import { afterEach, expect, it } from 'vitest';

import { connections } from './connections.ts';
import { decideOffer, offerConnection, offeredConnection } from './offered-connection.ts';

const STORED = { apiKey: 'key_1', orgId: 'org', projectId: 'p', walletId: 'w', name: 'Main' };
const LINK = { ...STORED, apiKey: 'key_2', name: 'Link' };

afterEach(() => {
  connections.set({ all: [], current: undefined });
  offeredConnection.set(undefined);
});

it('a link replaces the connection of a wallet only after the user has accepted it', () => {
  const stored = { all: [STORED], current: STORED };
  connections.set(stored);
  offerConnection(LINK);
  expect(connections.get()).toEqual(stored);
  expect(offeredConnection.get()).toEqual({ connection: LINK, replaced: STORED });
  decideOffer(false);
  expect([connections.get(), offeredConnection.get()]).toEqual([stored, undefined]);
  offerConnection(LINK);
  decideOffer(true);
  const replacing = { ...LINK, name: 'Main' };
  expect(connections.get()).toEqual({ all: [replacing], current: replacing });
  expect(offeredConnection.get()).toBeUndefined();
});

it('a link to another wallet, or with the stored key, needs no question', () => {
  const other = { ...STORED, walletId: 'other' };
  connections.set({ all: [STORED], current: STORED });
  offerConnection(other);
  const added = { ...other, name: 'Main 2' };
  expect(connections.get()).toEqual({ all: [STORED, added], current: added });
  offerConnection({ ...STORED, name: 'Link' });
  expect(connections.get()).toEqual({ all: [STORED, added], current: STORED });
  expect(offeredConnection.get()).toBeUndefined();
});
