import { describe, expect, it } from 'vitest';

import { DAY_MS } from '../domain/duration.ts';
import { requireExchange } from '../exchanges/catalogue.ts';
import type { WalletStatus } from '../store/admin.ts';
import type { WalletSyncState } from '../store/records.ts';
import { describeStatus, formatStatus } from './wallet-view.ts';

const NOW_MS = Date.UTC(2025, 0, 2);
const NEW: WalletSyncState = {
  state: 'new',
  lastSyncAtMs: null,
  historyComplete: false,
  nextRunAtMs: NOW_MS - 1000,
  failure: null,
  failureCount: 0,
  hasImports: false,
  paused: false,
};
const SYNCED: WalletSyncState = {
  ...NEW,
  state: 'synced',
  lastSyncAtMs: NOW_MS - 20_000,
  nextRunAtMs: NOW_MS + 40_000,
  historyComplete: true,
};
const UNAVAILABLE = {
  code: 'exchange_unavailable',
  message: 'binance time: closed. A running "teller serve" or "teller sync" retries it.',
  atMs: NOW_MS - 180_000,
};
const REFUSED = { ...UNAVAILABLE, code: 'exchange_key_refused', message: 'binance: bad key.' };
const ALL_SOURCES = requireExchange('binance').sources.map(({ name }) => name);

function statusOf(
  sync: WalletSyncState,
  sources: readonly string[] = ALL_SOURCES,
  rest: Partial<WalletStatus> = {},
): WalletStatus {
  return {
    wallet: {
      id: 'wallet_1',
      projectId: 'project_1',
      exchange: 'binance',
      label: 'treasury',
      externalId: null,
      importsOnly: false,
      createdAtMs: 1,
    },
    sync,
    coverage: sources.map((source) => ({
      source,
      fromMs: NOW_MS - DAY_MS,
      toMs: NOW_MS,
      readAtMs: NOW_MS,
      rereadRequestedAtMs: null,
    })),
    transactionCount: 1200,
    pendingCount: 3,
    quarantined: [],
    quarantinedCount: 0,
    ...rest,
  };
}

const linesOf = (status: WalletStatus): string[] =>
  formatStatus(status, NOW_MS, undefined).split('\n');

describe('formatStatus', () => {
  it('of a new wallet says when it is synchronised', () => {
    expect(linesOf(statusOf(NEW, [], { transactionCount: 0, pendingCount: 0 }))).toEqual([
      'wallet_1 · binance · treasury',
      '',
      'State         new: nothing was read yet',
      'Last success  never',
      'Next run      due now (a running "teller serve" or "teller sync" takes it)',
      'History       not read yet',
      'Transactions  none',
      'Quarantine    empty',
    ]);
  });

  it('of a backfilling wallet says which data is complete and which is missing', () => {
    const lines = linesOf(statusOf({ ...SYNCED, state: 'backfilling', historyComplete: false }));
    expect(lines).toContain(
      'State         backfilling: recent history and balances are complete, older history is still being read',
    );
    expect(lines).toContain('History       incomplete, older transactions are missing');
    expect(lines).toContain(
      'deposits          2025-01-01T00:00:00.000Z to 2025-01-02T00:00:00.000Z',
    );
  });

  it('of a healthy wallet says that all data is complete', () => {
    expect(linesOf(statusOf(SYNCED)).slice(2, 8)).toEqual([
      'State         synced: history and balances are complete and kept up to date',
      'Last success  2025-01-01T23:59:40.000Z (20 s ago)',
      'Next run      2025-01-02T00:00:40.000Z (in 40 s)',
      'History       complete',
      'Transactions  1,200, 3 of them pending',
      'Quarantine    empty',
    ]);
  });

  it('of a failing wallet contains the error, its time, and that it is retried', () => {
    const failing = { state: 'failing', failure: UNAVAILABLE, failureCount: 4 } as const;
    const lines = linesOf(statusOf({ ...SYNCED, ...failing }));
    expect(lines).toContain(
      'State         failing: the last synchronisation failed, and a running worker retries it; data of an earlier one is served',
    );
    expect(lines).toContain('Next run      2025-01-02T00:00:40.000Z (in 40 s)');
    const at = lines.indexOf(
      'Last error    exchange_unavailable, 3 min ago, 4 consecutive failures',
    );
    expect(lines[at + 1]).toBe(
      '              binance time: closed. A running "teller serve" or "teller sync" retries it.',
    );
  });

  it.each([
    ['failing', 'the first synchronisation failed, and a running worker retries it'],
    ['stopped', 'the first synchronisation failed and the operator has to act'],
    ['paused', 'the operator has paused the wallet before a first synchronisation succeeded'],
  ] as const)('of a %s wallet without a synchronisation says what is served', (state, meaning) => {
    const never = { ...NEW, state, failure: REFUSED, failureCount: 1 };
    const lines = linesOf(statusOf(never));
    expect(lines).toContain(`State         ${state}: ${meaning}; no data is served yet`);
    expect(lines).toContain('Last success  never');
    expect(linesOf(statusOf({ ...never, hasImports: true }))).toContain(
      `State         ${state}: ${meaning}; only imported transactions are served`,
    );
  });

  it('of a stopped wallet contains the command that restarts it', () => {
    const stopped = { state: 'stopped', nextRunAtMs: null, failure: REFUSED } as const;
    const lines = linesOf(statusOf({ ...SYNCED, ...stopped, failureCount: 1 }));
    expect(lines).toContain('Next run      none until the cause below is fixed');
    const at = lines.indexOf('Last error    exchange_key_refused, 3 min ago');
    expect(lines.slice(at + 1, at + 3)).toEqual([
      '              binance: bad key.',
      '              The wallet is stopped; once the cause is fixed, run: teller sync --once --wallet wallet_1',
    ]);
  });

  it.each([null, UNAVAILABLE])('of a paused wallet has the command that resumes it', (failure) => {
    const paused = { state: 'paused', paused: true, nextRunAtMs: null, failure } as const;
    const lines = linesOf(statusOf({ ...SYNCED, ...paused, failureCount: 1 }));
    expect(lines).toContain('Next run      none while it is paused: teller wallet resume wallet_1');
  });

  it('of a wallet that only takes imports has neither a next run nor a history of its own', () => {
    const { wallet } = statusOf(NEW);
    const lines = linesOf(statusOf(NEW, [], { wallet: { ...wallet, importsOnly: true } }));
    expect(lines).toContain('Next run      never, the wallet only takes imports');
    expect(lines).toContain('History       imported (teller import list has the files)');
  });

  it('has the message of a failure without control characters, and says which source is read again', () => {
    const failure = { ...UNAVAILABLE, message: 'closed \u001B[2J' };
    const failing = { ...SYNCED, state: 'failing', failure, failureCount: 1 } as const;
    const [first, ...others] = statusOf(failing).coverage;
    const coverage = [{ ...first!, rereadRequestedAtMs: NOW_MS }, ...others];
    const page = formatStatus(statusOf(failing, [], { coverage }), NOW_MS, undefined);
    expect(page).toContain('exchange_unavailable, 3 min ago\n              closed �[2J\n\nSOURCE');
    expect(page.match(/, is read again$/gm)).toHaveLength(1);
  });

  it('lists skipped sources after a successful synchronisation', () => {
    const withoutFiat = ALL_SOURCES.filter((source) => !source.startsWith('fiat-'));
    const status = statusOf(SYNCED, withoutFiat);
    const lines = linesOf(status);
    expect(lines).toContain('History       complete, except for the skipped sources below');
    expect(lines).toContain(
      'fiat-deposits     skipped: the key may not read it, or the exchange does not offer it or all of it',
    );
    expect(describeStatus(status).skippedSources).toEqual(['fiat-deposits', 'fiat-withdrawals']);
    expect(describeStatus(statusOf(NEW, [])).skippedSources).toEqual([]);
  });

  it('shows rows that could not be read, without control characters', () => {
    const show = (raw: string): string => {
      const quarantined = Array.from({ length: 6 }, (_, index) => ({
        key: `deposit:${index}`,
        source: 'deposits',
        raw,
        reason: 'amount is no\u009Bdecimal',
        quarantinedAtMs: NOW_MS,
      }));
      const rest = { quarantined, quarantinedCount: 6 };
      return formatStatus(statusOf(SYNCED, ALL_SOURCES, rest), NOW_MS, undefined);
    };
    const page = show('{"amount":"\u001B[2J"}');
    expect(page).toContain('Quarantine    6 rows of the exchange could not be read');
    expect(page).toContain('deposits: amount is no�decimal\n    {"amount":"�[2J"}');
    expect(page).toContain('and 1 more (--json shows them)');
    expect(show('x'.repeat(200)).match(/x+…/g)).toEqual(Array(5).fill(`${'x'.repeat(100)}…`));
  });

  it('lists the sources within a terminal of 60 columns', () => {
    const page = formatStatus(statusOf(SYNCED, ALL_SOURCES), NOW_MS, 60);
    const sources = page.slice(page.indexOf('SOURCE'));
    expect(sources).toContain('READ IN FULL  ');
    for (const line of sources.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  });
});
