import { expect, it } from 'vitest';

import type { WalletSyncState } from '../store/records.ts';
import { createNoteLogger, describeResult, formatResult } from './sync-now.ts';
import type { Session } from './runtime.ts';

it('shows the cause of an internal error without secrets, and leaves other errors to the result', () => {
  const notes: string[] = [];
  const session = { env: {} } as Session;
  const logger = createNoteLogger(session, { note: (text) => void notes.push(text) });
  const err = new TypeError('bad key vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy');
  logger.error({ err, code: 'exchange_unavailable' }, 'failed');
  logger.error({ err, code: 'internal' }, 'failed');
  expect(notes).toEqual(['internal error: TypeError: bad key …']);
});

it('shows details of the synchronisation only with the log level debug', () => {
  const notes = ['info', 'debug'].map((level) => {
    const shown: string[] = [];
    const session = { env: { TELLER_LOG_LEVEL: level } } as unknown as Session;
    const logger = createNoteLogger(session, { note: (text) => void shown.push(text) });
    logger.debug({ rows: 1 }, 'a window was read');
    return shown;
  });
  expect(notes).toEqual([[], ['a window was read {"rows":1}']]);
});

const FAILED = {
  walletId: 'wallet_1',
  exchange: 'kraken',
  ok: false,
  transactionCount: 1200,
  quarantinedCount: 0,
  failure: { code: 'internal', message: 'M\u001B.', atMs: 1 },
};
const stateOf = (state: WalletSyncState['state']) => ({ state }) as WalletSyncState;

it.each([
  ['failing', ' To retry it now, run: teller sync --once --wallet wallet_1'],
  [
    'stopped',
    ' The wallet is stopped; once the cause is fixed, run: teller sync --once --wallet wallet_1',
  ],
  ['paused', ' To synchronise it, run: teller wallet resume wallet_1'],
  ['removed', ''],
] as const)('the result of a %s wallet has its advice', (state, advice) => {
  const sync = state === 'removed' ? undefined : stateOf(state);
  const result = describeResult(FAILED, sync);
  expect(result).toMatchObject({ error: { message: `M\u001B.${advice}` } });
  expect(formatResult(result)).toBe(
    `wallet_1 kraken: failed (internal), 1,200 rows read. M�.${advice}`,
  );
});

it('the result has the number of unreadable rows, if there are any', () => {
  const { failure: _failure, ...read } = { ...FAILED, ok: true };
  const format = (quarantinedCount: number) =>
    formatResult(describeResult({ ...read, quarantinedCount }, stateOf('synced')));
  expect(format(0)).toBe('wallet_1 kraken: synchronised, 1,200 rows read');
  expect(format(2)).toBe('wallet_1 kraken: synchronised, 1,200 rows read, 2 unreadable');
});
