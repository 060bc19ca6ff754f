import type { Mutant } from '../mutant.ts';

const TESTS = ['test/store/neighbours.test.ts'];

/** Conditions that keep a change to the records of one tenant. */
export const NEIGHBOUR_MUTANTS: readonly Mutant[] = [
  {
    does: 'gives all webhooks the address of one',
    file: 'src/store/statements/webhooks.ts',
    replace: 'events = ${toEventBits(events ?? endpoint.events)} WHERE id = ${id}`);',
    by: 'events = ${toEventBits(events ?? endpoint.events)}`);',
    tests: TESTS,
  },
  {
    does: 'marks all keys as checked',
    file: 'src/store/statements/sync-writes.ts',
    replace: 'SET rights_unchecked = false\n          WHERE wallet_no = ${walletNo}`);',
    by: 'SET rights_unchecked = false`);',
    tests: TESTS,
  },
  {
    does: 'removes unreadable rows of other wallets',
    file: 'src/store/statements/quarantine.ts',
    replace:
      'DELETE FROM wallet_quarantine WHERE wallet_no = ${walletNo}\n    AND key IN (SELECT mapped.key',
    by: 'DELETE FROM wallet_quarantine WHERE key IN (SELECT mapped.key',
    tests: TESTS,
  },
  {
    does: 'removes unreadable balances of other wallets',
    file: 'src/store/statements/quarantine.ts',
    replace:
      'await session.change(sql`DELETE FROM wallet_quarantine\n    WHERE wallet_no = ${walletNo} AND source = ${source}`);',
    by: 'await session.change(sql`DELETE FROM wallet_quarantine\n    WHERE source = ${source}`);',
    tests: TESTS,
  },
  {
    does: 'makes all wallets due',
    file: 'src/store/statements/managed-wallets.ts',
    replace: 'sql`UPDATE wallet_sync SET next_run_at_ms = ${nowMs} WHERE wallet_no = ${walletNo}`,',
    by: 'sql`UPDATE wallet_sync SET next_run_at_ms = ${nowMs}`,',
    tests: TESTS,
  },
  {
    does: 'ends the leases of the deliveries to other webhooks',
    file: 'src/store/statements/webhooks.ts',
    replace: 'THEN CAST(${nowMs} AS bigint) END\n    WHERE endpoint_id = ${id}`);',
    by: 'THEN CAST(${nowMs} AS bigint) END`);',
    tests: TESTS,
  },
  {
    does: 'counts all wallets as connected',
    file: 'src/store/statements/events.ts',
    replace: 'sql`UPDATE wallet_sync SET connected = true WHERE wallet_no = ${walletNo}`',
    by: 'sql`UPDATE wallet_sync SET connected = true`',
    tests: TESTS,
  },
  {
    does: 'reads all wallets again',
    file: 'src/store/statements/coverage.ts',
    replace:
      'SET history_complete = false, next_run_at_ms = ${due}, ${END_LEASE}\n    WHERE wallet_no = ${walletNo}`);',
    by: 'SET history_complete = false, next_run_at_ms = ${due}, ${END_LEASE}`);',
    tests: TESTS,
  },
  {
    does: 'labels all wallets',
    file: 'src/store/statements/managed-wallets.ts',
    replace: 'sql`UPDATE wallet SET label = ${label} WHERE id = ${walletId}`',
    by: 'sql`UPDATE wallet SET label = ${label}`',
    tests: TESTS,
  },
  {
    does: 'replaces imported rows of other wallets',
    file: 'src/store/statements/adoption.ts',
    replace: 'sql`tx.wallet_no = ${walletNo} AND tx.adoptable',
    by: 'sql`tx.adoptable',
    tests: TESTS,
  },
  {
    does: 'returns the networks of other wallets',
    file: 'src/store/statements/balances.ts',
    replace: 'FROM wallet_network WHERE wallet_no = ${walletNo} ORDER BY asset, id`,',
    by: 'FROM wallet_network ORDER BY asset, id`,',
    tests: TESTS,
  },
  {
    does: 'marks amounts as unverified by another wallet',
    file: 'src/store/statements/balances.ts',
    replace: 'FROM wallet_content WHERE wallet_no = ${walletNo}`,',
    by: 'FROM wallet_content`,',
    tests: TESTS,
  },
  {
    does: 'returns the state of another wallet',
    file: 'src/store/statements/callers.ts',
    replace: 'FROM wallet_sync WHERE wallet_no = ${walletNo}`,',
    by: 'FROM wallet_sync`,',
    tests: TESTS,
  },
  {
    does: 'compares entity tags with the revisions of another wallet',
    file: 'src/store/statements/callers.ts',
    replace: 'FROM wallet_content WHERE wallet_no = ${walletNo}`),',
    by: 'FROM wallet_content`),',
    tests: TESTS,
  },
];
