import { describe, expect, it } from 'vitest';

import type { ServedSync } from '../store/served-sync.ts';
import { warnOfBalances, warnOfHistory, warnOfSync } from './data-warnings.ts';

const SYNCED: ServedSync = {
  importsOnly: false,
  lastSyncAtMs: Date.UTC(2025, 0, 1),
  historyComplete: true,
  hasHistory: true,
  syncState: 'synced',
  failure: null,
};
const FAILURE = { code: 'exchange_key_refused', message: 'binance: bad key.' };
const FAILED = { ...SYNCED, failure: FAILURE };
const NEVER = { lastSyncAtMs: null, historyComplete: false } as const;
const OF_DATA = 'the data is of 2025-01-01T00:00:00.000Z';
const OF_IMPORTS = 'only imported transactions are listed';

describe('warnOfSync', () => {
  it('returns nothing for data that is kept up to date, or that is only imported', () => {
    expect(warnOfSync('wallet_1', SYNCED)).toEqual([]);
    expect(warnOfSync('wallet_1', { ...SYNCED, syncState: 'backfilling' })).toEqual([]);
    const importsOnly = { ...SYNCED, ...NEVER, syncState: 'imported', importsOnly: true } as const;
    expect(warnOfSync('wallet_1', { ...importsOnly, historyComplete: true })).toEqual([]);
  });

  it.each([
    [
      { ...FAILED, syncState: 'failing' },
      `the last synchronisation failed (exchange_key_refused), and a running worker retries it: ${OF_DATA}; see: teller wallet show wallet_1`,
    ],
    [
      { ...FAILED, syncState: 'stopped' },
      `the last synchronisation failed (exchange_key_refused), and is not retried: ${OF_DATA}; see: teller wallet show wallet_1`,
    ],
    [
      { ...FAILED, ...NEVER, syncState: 'stopped' },
      `the last synchronisation failed (exchange_key_refused), and is not retried: ${OF_IMPORTS}; see: teller wallet show wallet_1`,
    ],
    [
      { ...SYNCED, syncState: 'paused' },
      `the wallet is paused: ${OF_DATA}; to synchronise it, run: teller wallet resume wallet_1`,
    ],
    [
      { ...FAILED, syncState: 'paused' },
      `the wallet is paused, and the last synchronisation failed (exchange_key_refused): ${OF_DATA}; to synchronise it, run: teller wallet resume wallet_1`,
    ],
    [
      { ...SYNCED, ...NEVER, syncState: 'imported' },
      `the wallet was never synchronised: ${OF_IMPORTS}; run: teller sync --once --wallet wallet_1`,
    ],
  ] as const)('of %j says why the data is old, and what to do', (sync, warning) => {
    expect(warnOfSync('wallet_1', sync)).toEqual([warning]);
  });
});

describe('warnOfHistory', () => {
  it('says that older transactions are missing, unless the wallet was never synchronised', () => {
    const missing = 'the history is incomplete: older transactions were not read yet';
    const backfilling = { ...SYNCED, syncState: 'backfilling', historyComplete: false } as const;
    expect(warnOfHistory('wallet_1', backfilling)).toEqual([missing]);
    const paused = warnOfHistory('wallet_1', { ...backfilling, syncState: 'paused' });
    expect(paused).toEqual([expect.stringContaining('the wallet is paused'), missing]);
    expect(warnOfHistory('wallet_1', SYNCED)).toEqual([]);
    const imported = warnOfHistory('wallet_1', { ...SYNCED, ...NEVER, syncState: 'imported' });
    expect(imported).toEqual([expect.stringContaining(OF_IMPORTS)]);
  });
});

it('warnOfBalances writes names of assets without line ends', () => {
  const [warning] = warnOfBalances({ unknownNetworks: ['A\nB'], withdrawableUnverified: false });
  expect(warning).toContain('networks of A\uFFFDB to');
});
