import type { Mutant } from '../mutant.ts';

const CONTRACT = ['test/store/sqlite-contract.test.ts'];

/** Guards of the store: one transaction for each write, leases, counts, checksums, places. */
export const STORE_MUTANTS: readonly Mutant[] = [
  {
    does: 'answers that a commit is on the disk before it is',
    file: 'src/store/sqlite/open-connection.ts',
    replace: 'PRAGMA synchronous = FULL;',
    by: 'PRAGMA synchronous = OFF;',
    tests: ['test/prove/power-cut.test.ts'],
  },
  {
    does: 'writes with a lease that another worker has taken',
    file: 'src/store/statements/leases.ts',
    replace: 'AND lease_token = ${token} AND lease_until_ms IS NOT NULL`;',
    by: 'AND ${token} = ${token}`;',
    tests: CONTRACT,
  },
  {
    does: 'gives a wallet to two workers',
    file: 'src/store/statements/leases.ts',
    replace: 'WHERE ${isDue} AND ${isFree(claim)}${others}',
    by: 'WHERE ${isDue}${others}',
    tests: CONTRACT,
  },
  {
    does: 'keeps the count of a row that has changed',
    file: 'src/store/statements/counts.ts',
    replace: 'for (const row of removed) countRow(days, row, -1);',
    by: '',
    tests: CONTRACT,
  },
  {
    does: 'does not count months',
    file: 'src/store/statements/counts.ts',
    replace: 'for (const period of [nameMonth(row.timestampMs), nameDay(row.timestampMs)]) {',
    by: 'for (const period of [nameDay(row.timestampMs)]) {',
    tests: CONTRACT,
  },
  {
    does: 'serves a row whose checksum is wrong',
    file: 'src/store/statements/transaction-rows.ts',
    replace: 'return checksum !== checksumOfRow(walletNo, transaction);',
    by: 'return checksumOfRow(walletNo, transaction) < 0;',
    tests: ['test/store/sqlite-checksums.test.ts', 'test/store/sqlite-corruption.test.ts'],
  },
  {
    does: 'does not include the wallet in the checksum of a row',
    file: 'src/store/statements/transaction-rows.ts',
    replace: 'return crc32(json, walletNo);',
    by: 'return crc32(json, 0 * walletNo);',
    tests: ['test/store/sqlite-checksums.test.ts', 'test/store/sqlite-corruption.test.ts'],
  },
  {
    does: 'serves balances whose checksum is wrong',
    file: 'src/store/statements/balances.ts',
    replace: 'if (checksum !== undefined && checksum !== checksumOfBalance(walletNo, whole)) {',
    by: 'if (checksum !== undefined && checksumOfBalance(walletNo, whole) < 0) {',
    tests: ['test/store/sqlite-checksums.test.ts', 'test/store/sqlite-corruption.test.ts'],
  },
  {
    does: 'keeps the revision of a wallet whose rows have changed',
    file: 'src/store/statements/transactions.ts',
    replace:
      'await session.change(sql`UPDATE wallet_content SET transactions_revision = ${newRevision()}\n    WHERE wallet_no = ${walletNo}`);',
    by: '',
    tests: CONTRACT,
  },
  {
    does: 'does not record the former place of a row that moves',
    file: 'src/store/statements/transactions.ts',
    replace: 'await recordMoves(session, walletNo, displaced);',
    by: '',
    tests: CONTRACT,
  },
  {
    does: 'takes the later time of a row that is read again',
    file: 'src/store/rules/row-changes.ts',
    replace: 'timestampMs: Math.min(stored.timestampMs, read.timestampMs)',
    by: 'timestampMs: read.timestampMs',
    tests: ['src/store/rules/row-changes.test.ts', ...CONTRACT],
  },
  {
    does: 'forgets the values that a later reading of a row lacks',
    file: 'src/store/rules/row-changes.ts',
    replace: 'const merged = asSynced(fillGaps(read, stored));',
    by: 'const merged = asSynced(read);',
    tests: ['src/store/rules/row-changes.test.ts', ...CONTRACT],
  },
  {
    does: 'shows every wallet of PostgreSQL to the role of the service',
    file: 'src/store/postgres/migrations/0001-initial.sql',
    replace:
      "CREATE POLICY one_wallet ON wallet_transaction FOR SELECT\n  USING (wallet_no = nullif(current_setting('teller.wallet_no', true), '')::integer);",
    by: 'CREATE POLICY one_wallet ON wallet_transaction FOR SELECT USING (true);',
    tests: ['test/store/postgres-security.test.ts'],
  },
  {
    does: 'gives a backup its name before it is complete',
    file: 'src/store/sqlite/backup.ts',
    replace: '    await dropLog(incomplete);\n    flushToDisk(incomplete);',
    by: '    publishFile(incomplete, target);\n    await dropLog(target);',
    tests: ['test/cli/backup.test.ts'],
  },
  {
    does: 'restores over a database that has tenants, without --force',
    file: 'src/store/sqlite/restore.ts',
    replace: 'if (held === undefined || held.organizationCount === 0 || force) return true;',
    by: 'if (held !== undefined || force) return true;',
    tests: ['test/cli/backup.test.ts'],
  },
  {
    does: 'restores a backup whose leases a former worker still holds',
    file: 'src/store/sqlite/restore.ts',
    replace: 'SET lease_token = lease_token + ${skipped}, lease_until_ms = NULL`,',
    by: 'SET lease_token = lease_token + 0 * ${skipped}`,',
    tests: ['test/cli/backup.test.ts', 'test/store/sqlite-recovery.test.ts'],
  },
];
