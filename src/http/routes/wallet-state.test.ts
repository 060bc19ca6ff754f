import { expect, it } from 'vitest';

import type { ServedWallet } from '../../store/serving.ts';
import { requireHistory, requireLastSync } from './wallet-state.ts';

const WALLET: ServedWallet = {
  id: 'wallet_1',
  no: 1,
  projectId: 'project_1',
  importsOnly: false,
  lastSyncAtMs: null,
  historyComplete: false,
  hasHistory: false,
  syncState: 'new',
  failure: null,
  transactionsRevision: 1,
  balancesRevision: 1,
};
const STOPPED: ServedWallet = {
  ...WALLET,
  syncState: 'stopped',
  failure: { code: 'exchange_key_refused', message: `refused ${'m'.repeat(10_000)}` },
};

it.each([requireHistory, requireLastSync])(
  'a wallet that stopped before its first success has a short reason: %o',
  (require) => {
    expect(() => require(STOPPED)).toThrow(/until its operator acts: refused m{492}$/);
    expect(() => require(STOPPED)).toThrow(expect.objectContaining({ code: 'wallet_stopped' }));
    expect(() => require({ ...STOPPED, failure: null })).toThrow(/: unknown$/);
    expect(() => require(WALLET)).toThrow(expect.objectContaining({ code: 'wallet_not_synced' }));
  },
);

it.each([requireHistory, requireLastSync])(
  'a wallet that was paused before its first success is not retried: %o',
  (require) => {
    const paused = { ...WALLET, syncState: 'paused' } as const;
    expect(() => require(paused)).toThrow(expect.objectContaining({ code: 'wallet_stopped' }));
    expect(() => require(paused)).toThrow(/its operator has paused it$/);
    const { failure } = STOPPED;
    expect(() => require({ ...paused, failure })).toThrow(
      /paused it; before, it failed: refused m{492}$/,
    );
  },
);

it('a wallet that only takes imports has a history and no balance', () => {
  const wallet = { ...WALLET, importsOnly: true, hasHistory: true };
  expect(() => requireHistory(wallet)).not.toThrow();
  expect(() => requireLastSync(wallet)).toThrow(
    expect.objectContaining({ code: 'balance_not_available' }),
  );
});
