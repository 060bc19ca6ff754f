import { expect, it } from 'vitest';

import type { WalletSync } from '../../../client/src/index.ts';
import { findSyncNotices } from './sync-notices.ts';

const NOW_MS = Date.UTC(2024, 5, 1, 12);
const HEALTHY: WalletSync = {
  state: 'synced',
  lastSyncAt: new Date(NOW_MS - 60_000).toISOString(),
  history: 'complete',
  error: null,
  unknownNetworks: [],
  unverifiedWithdrawable: false,
};
const HOUR_AGO = new Date(NOW_MS - 3_600_000).toISOString();
const LONGER_AGO = new Date(NOW_MS - 3_600_001).toISOString();

it.each<[Partial<WalletSync>, string[]]>([
  [{}, []],
  [{ lastSyncAt: HOUR_AGO }, []],
  [{ lastSyncAt: LONGER_AGO }, ['warning: This data is old']],
  [
    { state: 'stopped', error: 'exchange_key_refused', lastSyncAt: LONGER_AGO },
    ['error: The synchronisation is stopped'],
  ],
  [
    { state: 'failing', error: 'exchange_unavailable' },
    ['warning: The last synchronisation failed'],
  ],
  [
    { history: 'backfilling', state: 'backfilling' },
    ['information: The history is still being read'],
  ],
  [
    { unverifiedWithdrawable: true, lastSyncAt: LONGER_AGO },
    ['warning: This data is old', 'warning: Withdrawable amounts are not verified'],
  ],
  [
    { lastSyncAt: null, state: 'stopped', history: 'backfilling' },
    ['error: The synchronisation is stopped'],
  ],
  [
    { state: 'stopped', history: 'backfilling' },
    ['error: The synchronisation is stopped', 'warning: The history is not complete'],
  ],
  [
    { state: 'paused', error: 'exchange_unavailable', lastSyncAt: LONGER_AGO },
    ['information: The synchronisation is paused'],
  ],
  [
    { state: 'paused', history: 'backfilling' },
    ['information: The synchronisation is paused', 'warning: The history is not complete'],
  ],
  [{ lastSyncAt: null, state: 'imported' }, ['information: This history was imported']],
  [{ lastSyncAt: null, state: 'failing' }, ['warning: The last synchronisation failed']],
])('returns for %j the notices %j', (change, expected) => {
  const notices = findSyncNotices({ ...HEALTHY, ...change }, NOW_MS);
  expect(notices.map(({ tone, title }) => `${tone}: ${title}`)).toEqual(expected);
});

it.each([
  ['backfilling', 'not synchronised with its exchange yet'],
  ['complete', 'only takes imports'],
] as const)('says of an imported history that is %s: %s', (history, text) => {
  const imported = { ...HEALTHY, state: 'imported', lastSyncAt: null, history } as const;
  expect(findSyncNotices(imported, NOW_MS)[0]?.text).toContain(text);
});

it('says that the clock may be wrong if the exchange refused the time of a request', () => {
  const failing = { ...HEALTHY, state: 'failing', error: 'exchange_clock' } as const;
  expect(findSyncNotices(failing, NOW_MS)[0]?.text).toContain('clock of the service may be wrong');
});

it('says of old data that the service may refresh wallets less often', () => {
  const [notice] = findSyncNotices({ ...HEALTHY, lastSyncAt: LONGER_AGO }, NOW_MS);
  expect(notice?.text).toContain('TELLER_SYNC_INTERVAL_SECONDS');
});

it('contains the error and the age of the balances', () => {
  const stopped = { ...HEALTHY, state: 'stopped', error: 'exchange_key_refused' } as const;
  const [notice] = findSyncNotices(stopped, NOW_MS);
  expect(notice?.text).toContain('exchange_key_refused');
  expect(notice?.text).toContain('1 minute ago');
});
