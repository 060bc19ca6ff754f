import { expect, it } from 'vitest';

import type { SyncFailure } from '../store/records.ts';
import type { Installation, ListedWallet } from './installation.ts';
import { adviseNextStep, formatNextStep } from './next-step.ts';

const STEP = {
  found: 'The last synchronisation of the wallet failed. '.repeat(6).trim(),
  commands: [['teller status', 'wallets and exchanges on one screen']],
} as const;

it.each([
  [40, 40],
  [undefined, 100],
  [300, 100],
])('wraps the advice for a terminal of %s columns at %i', (columns, width) => {
  const lengths = formatNextStep(STEP, columns)
    .split('\n')
    .map(({ length }) => length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(width);
  expect(Math.max(...lengths)).toBeGreaterThan(width - 20);
});

function walletOf(no: number, state: 'stopped' | 'failing', code: string): ListedWallet {
  const failure: SyncFailure = { code, message: 'M.', atMs: no };
  const sync = { state, failure, paused: false, lastSyncAtMs: null } as ListedWallet['sync'];
  const wallet = { id: `wallet_${no}`, projectId: 'project_1', exchange: 'kraken' };
  return { ...wallet, importsOnly: false, sync } as ListedWallet;
}

const adviseOn = (...wallets: readonly ListedWallet[]) =>
  adviseNextStep({
    projectCount: 1,
    apiKeyCount: 1,
    lastSyncAtMs: null,
    wallets,
  } as unknown as Installation);

it.each([
  ['exchange_key_refused', true],
  ['exchange_permission_denied', true],
  ['credentials_too_powerful', true],
  ['credentials_unreadable', true],
  ['exchange_clock', false],
])('the advice for a wallet that stopped by %s has a new key: %s', (code, isKey) => {
  const { found, commands } = adviseOn(walletOf(1, 'stopped', code));
  expect(found).toBe(`Wallet wallet_1 is stopped until you act: ${code}: M.`);
  const names = commands.map(([command]) => command);
  expect(names.includes('teller wallet credentials wallet_1')).toBe(isKey);
  expect(names.at(-1)).toBe('teller sync --once --wallet wallet_1');
});

it('the advice names the first of several wallets, and counts the others', () => {
  const [first, second] = [1, 2].map((no) => walletOf(no, 'stopped', 'exchange_clock'));
  expect(adviseOn(first!, second!).found).toMatch(/^Wallet wallet_2 and 1 more are stopped/);
  const failing = [3, 4].map((no) => walletOf(no, 'failing', 'internal'));
  expect(adviseOn(...failing).found).toMatch(/ of wallet wallet_4 and 1 more failed: internal\./);
  // A wallet that was never synchronised, because that failed, is not one that waits for its first synchronisation.
  expect(adviseOn(failing[0]!).found).toMatch(/ of wallet wallet_3 failed: internal\./);
});
