/** What the sync worker reads and writes of a wallet. */
import { BALANCE_SOURCE } from '../records.ts';
import { adoptEqualRows, asSynced, findChanges } from '../rules/row-changes.ts';
import type { Database, WriteSession } from '../sql/database.ts';
import { records, sql } from '../sql/query.ts';
import type { SyncStore, WindowRecord } from '../sync.ts';
import { findAdoptable } from './adoption.ts';
import { replaceBalances } from './balances.ts';
import { addCoverage, listCoverage, subtractCoverage } from './coverage.ts';
import { recordConnection, recordOutcomeEvents } from './events.ts';
import { writeUnderLease } from './leases.ts';
import { deleteListed } from './listed-rows.ts';
import {
  listQuarantineWindows,
  replaceSourceQuarantine,
  replaceWindowQuarantine,
} from './quarantine.ts';
import { listRechecks, replaceRechecks } from './rechecks.ts';
import { findStored, writeChanges } from './transactions.ts';
import { readSyncState } from './sync-states.ts';
import { lockContent, numberOf, type WrittenWallet } from './written-wallet.ts';

/** Returns the methods with which a worker reads and writes a wallet. */
export function syncStatements(database: Database) {
  return {
    listCoverage: (walletId) => listCoverage(database, numberOf(walletId)),

    listRechecks: (walletId, due) => listRechecks(database, numberOf(walletId), due),

    listQuarantineWindows: (walletId, due) =>
      listQuarantineWindows(database, numberOf(walletId), due),

    removeCoverage: (lease, source, range) =>
      writeUnderLease(database, lease, (session, { walletNo }) =>
        subtractCoverage(session, walletNo, source, range),
      ),

    addCoverage: (lease, range) =>
      writeUnderLease(database, lease, (session, { walletNo }) =>
        addCoverage(session, walletNo, range),
      ),

    recordRightsChecked: (lease) =>
      writeUnderLease(database, lease, async (session, { walletNo }) => {
        await session.change(sql`UPDATE wallet_credentials SET rights_unchecked = false
          WHERE wallet_no = ${walletNo}`);
      }),

    recordWindow: (lease, record) =>
      writeUnderLease(database, lease, (session, wallet) => recordWindow(session, wallet, record)),

    recordBalances: (lease, { readAtMs, writtenAtMs = readAtMs, balances, ...rest }) =>
      writeUnderLease(database, lease, async (session, wallet) => {
        const { walletNo } = wallet;
        const { withdrawableUnverified = false, quarantined } = rest;
        await lockContent(session, walletNo);
        await recordConnection(session, wallet, writtenAtMs);
        await replaceBalances(session, wallet, balances, withdrawableUnverified);
        await replaceSourceQuarantine(session, walletNo, BALANCE_SOURCE, quarantined, readAtMs);
      }),

    recordOutcome: (lease, outcome) =>
      writeUnderLease(database, lease, async (session, wallet) => {
        const before = await readSyncState(session, lease.walletId);
        const { syncedAtMs, historyComplete, failure, unfinished = false } = outcome;
        // Before the end of the run, its own plan must not look like a request.
        const isKept =
          before.nextRunAtMs !== lease.nextRunAtMs || (unfinished && before.nextRunAtMs !== null);
        const nextRunAtMs = isKept ? before.nextRunAtMs : outcome.nextRunAtMs;
        const failureCount = failure === undefined ? 0 : before.failureCount + 1;
        // A wallet that was paused meanwhile remains so.
        await session.change(sql`UPDATE wallet_sync
          SET next_run_at_ms = CASE WHEN paused THEN NULL ELSE CAST(${nextRunAtMs} AS bigint) END,
            last_sync_at_ms = ${syncedAtMs ?? before.lastSyncAtMs},
            history_complete = ${historyComplete ?? before.historyComplete},
            failure_code = ${failure?.code ?? null}, failure_message = ${failure?.message ?? null},
            failure_at_ms = ${failure?.atMs ?? null},
            failure_count = ${unfinished ? before.failureCount : failureCount}
          WHERE wallet_no = ${wallet.walletNo}`);
        const after = await readSyncState(session, lease.walletId);
        await recordOutcomeEvents(session, wallet, [before, after, outcome]);
        session.changed.add(lease.walletId);
        return isKept ? lease : { ...lease, nextRunAtMs };
      }),
  } satisfies Partial<SyncStore>;
}

async function recordWindow(
  session: WriteSession,
  wallet: WrittenWallet,
  record: WindowRecord,
): Promise<void> {
  const { walletNo } = wallet;
  const { source, covered, readAtMs, writtenAtMs = readAtMs, transactions } = record;
  await lockContent(session, walletNo);
  await recordConnection(session, wallet, writtenAtMs);
  const stored = await findStored(session, wallet, transactions);
  let changes = findChanges(stored, transactions.map(asSynced));
  if (wallet.hasImports) {
    // Equal rows of the exchange replace imported rows without an id.
    const written = changes.flatMap(({ after }) => after ?? []);
    changes = adoptEqualRows(changes, await findAdoptable(session, walletNo, written));
    // The former values of rows that belong to synchronisation now.
    const changed = changes.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
    const list = records(changed, { transaction_id: ['text', ({ id }) => id] });
    await session.change(deleteListed('wallet_import_change', walletNo, list));
  }
  await writeChanges(session, wallet, changes, { atMs: writtenAtMs, by: 'sync' });
  await replaceWindowQuarantine(session, walletNo, record);
  await replaceRechecks(session, walletNo, record);
  if (covered !== null) await addCoverage(session, walletNo, { source, ...covered, readAtMs });
}
