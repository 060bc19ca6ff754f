import type { Mutant } from '../mutant.ts';

const CONTRACT = ['test/store/sqlite-contract.test.ts'];

/** Conditions of statements that keep wallets, windows, moves and times apart. */
export const STATEMENT_MUTANTS: readonly Mutant[] = [
  {
    does: 'takes two imported rows of a second for one, although both have milliseconds',
    file: 'src/store/statements/import-matching.ts',
    replace: "txid = '' AND time_ms % 1000 = 0",
    by: "txid = ''",
    tests: CONTRACT,
  },
  {
    does: 'loses a row in a walk whose time changed before the walk and during it',
    file: 'src/store/statements/moves.ts',
    replace: 'AND earlier.move_no > ${moveNo} AND earlier.move_no',
    by: 'AND earlier.move_no',
    tests: CONTRACT,
  },
  {
    does: 'ends a page of a walk early if the next rows were already returned',
    file: 'src/store/statements/listing.ts',
    replace: 'if (found.length < limit && hasMore && reads < WALK_READS_MAX) continue;',
    by: '',
    tests: CONTRACT,
  },
  {
    does: 'restores values of another wallet when an import is undone',
    file: 'src/store/statements/undo-import.ts',
    replace: 'AND later.wallet_no = ${walletNo} AND later.transaction_id',
    by: 'AND later.transaction_id',
    tests: CONTRACT,
  },
  {
    does: 'reports the failing delivery of another wallet',
    file: 'src/store/statements/webhooks.ts',
    replace: 'failing_since_ms IS NOT NULL AND ${ofWallet}',
    by: 'failing_since_ms IS NOT NULL',
    tests: CONTRACT,
  },
  {
    does: 'delays the unreadable rows of newer windows',
    file: 'src/store/statements/quarantine.ts',
    replace: 'AND from_ms < ${completeFromMs} AND to_ms',
    by: 'AND to_ms',
    tests: CONTRACT,
  },
  {
    does: 'delays the unreadable rows of older windows',
    file: 'src/store/statements/quarantine.ts',
    replace: ' AND to_ms > ${window.fromMs}',
    by: '',
    tests: CONTRACT,
  },
  {
    does: 'lists credentials again that a rotation could not decrypt',
    file: 'src/store/statements/master-keys.ts',
    replace: ' AND wallet.id > ${afterWalletId}',
    by: '',
    tests: CONTRACT,
  },
  {
    does: 'audits changes that were refused',
    file: 'src/store/statements/manage.ts',
    replace: 'if (result === false) return;',
    by: '',
    tests: CONTRACT,
  },
  {
    does: 'stores credentials under a master key that is being replaced',
    file: 'src/store/statements/master-keys.ts',
    replace: 'FROM master_key ${FOR_SHARE}',
    by: 'FROM master_key',
    tests: ['test/store/postgres-store.test.ts'],
  },
  {
    does: 'checks only the first ten thousand rows of a wallet',
    file: 'src/store/statements/integrity-rows.ts',
    replace: 'if (last === undefined || rows.length < BATCH_ROWS) return;',
    by: 'return;',
    tests: ['test/store/sqlite-store.test.ts'],
  },
  {
    does: 'requests ranges beyond the one that is missing',
    file: 'src/sync/windows.ts',
    replace: 'if (covered.fromMs >= range.toMs) break;',
    by: '',
    tests: ['src/sync/windows.test.ts'],
  },
  {
    does: 'reads a large page for a caller who has disconnected',
    file: 'src/http/routes/wallet-route.ts',
    replace: 'if (reply.raw.destroyed) throw',
    by: 'if (false) throw',
    tests: ['test/http/operations.test.ts'],
  },
];
