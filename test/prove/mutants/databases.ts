import type { Mutant } from '../mutant.ts';

const SETTINGS_TESTS = ['test/store/postgres-settings.test.ts'];
const LOCK_TESTS = ['test/store/postgres-locks.prove.test.ts'];
const ERROR_TESTS = ['src/store/postgres/postgres-error.test.ts'];
const CONTRACT_TESTS = ['test/store/sqlite-contract.test.ts'];

/** Guards of the databases and servers that an operator provides: their settings, locks, errors and load. */
export const DATABASE_MUTANTS: readonly Mutant[] = [
  {
    does: 'fails a change of a serializable database that waited for another one',
    file: 'src/store/postgres/client-options.ts',
    replace: '  String.raw`default_transaction_isolation=read\\ committed`,\n',
    tests: SETTINGS_TESTS,
  },
  {
    does: 'takes a backslash of a statement for an escape if the database does',
    file: 'src/store/postgres/client-options.ts',
    replace: "  'standard_conforming_strings=on',\n",
    tests: SETTINGS_TESTS,
  },
  {
    does: 'stores the text NULL if the arrays of a database have no nulls',
    file: 'src/store/postgres/client-options.ts',
    replace: "  'array_nulls=on',\n",
    tests: SETTINGS_TESTS,
  },
  {
    does: 'reads nothing if the database refuses to apply row-level security',
    file: 'src/store/postgres/client-options.ts',
    replace: "  'row_security=on',\n",
    tests: SETTINGS_TESTS,
  },
  {
    does: 'lets changes of a wallet that is being imported use all connections',
    file: 'src/store/postgres/open-postgres-store.ts',
    replace: '    ...(waitsForLocks !== true && { lockTimeoutMs: LOCK_TIMEOUT_MS }),\n',
    tests: LOCK_TESTS,
  },
  {
    does: 'fails the run of a wallet that is locked for some seconds',
    file: 'src/store/postgres/open-postgres-store.ts',
    replace: '...(waitsForLocks !== true && { lockTimeoutMs: LOCK_TIMEOUT_MS })',
    by: 'lockTimeoutMs: LOCK_TIMEOUT_MS',
    tests: ['test/faults/unavailable-rows.prove.test.ts'],
  },
  {
    does: 'gives up an import after two seconds because another one has its wallet',
    file: 'src/store/postgres/database.ts',
    replace: ' SET lock_timeout = 0;',
    tests: LOCK_TESTS,
  },
  {
    does: 'waits for locks without a limit over a connection of former long work',
    file: 'src/store/postgres/database.ts',
    replace: ' RESET lock_timeout;',
    tests: LOCK_TESTS,
  },
  {
    does: 'blames the load of the database if all connections of the process are in use',
    file: 'src/store/postgres/postgres-error.ts',
    replace: 'error.message === POOL_TIMEOUT',
    by: 'POOL_TIMEOUT.length === 0',
    tests: LOCK_TESTS,
  },
  {
    does: 'checks balances while it has the only connection',
    file: 'src/store/statements/integrity.ts',
    replace: "  await run('balances', () => checkBalances(database, wallets, options));",
    by: "  await database.withOwnConnection(() => run('balances', () => checkBalances(database, wallets, options)));",
    tests: LOCK_TESTS,
  },
  {
    does: 'changes the row of a wallet twice in a transaction',
    file: 'src/store/statements/managed-wallets.ts',
    replace:
      "    await session.change(\n      sql`UPDATE wallet SET ${joinQueries(changes, ', ')} WHERE id = ${walletId}`,\n    );",
    by: '    for (const change of changes) await session.change(sql`UPDATE wallet SET ${change} WHERE id = ${walletId}`);',
    tests: LOCK_TESTS,
  },
  {
    does: 'stops all callers while a migration waits for a dump',
    file: 'src/store/postgres/migrations.ts',
    replace: '  await connection.execute(LIMIT_WAIT);\n',
    tests: LOCK_TESTS,
  },
  {
    does: 'gives up a migration that has waited for a dump once',
    file: 'src/store/postgres/migrations.ts',
    replace: 'if (attempts === ATTEMPTS_MAX) {',
    by: 'if (attempts > 0) {',
    tests: LOCK_TESTS,
  },
  {
    does: 'answers nobody while the rows of a wallet are removed',
    file: 'src/store/statements/wallets.ts',
    replace: '    await new Promise(setImmediate);\n',
    tests: CONTRACT_TESTS,
  },
  {
    does: 'asks PostgreSQL for times of the year 0',
    file: 'src/store/rules/periods.ts',
    replace: 'fromMs: Math.min(Math.max(0, sinceMs), end),',
    by: 'fromMs: Math.min(sinceMs, end),',
    tests: ['src/store/rules/periods.test.ts'],
  },
  {
    does: 'takes a transaction that the database has ended for a defect',
    file: 'src/store/postgres/postgres-error.ts',
    replace: "    '25P03',\n",
    by: "    '25P01',\n",
    tests: ERROR_TESTS,
  },
  {
    does: 'does not say why the database has ended a transaction between two statements',
    file: 'src/store/postgres/connection.ts',
    replace: 'ends.get(this.#client) ?? error',
    by: 'error',
    tests: ['test/faults/postgres-outage.test.ts'],
  },
  {
    does: 'advises to try again if a standby cancels reads',
    file: 'src/store/postgres/postgres-error.ts',
    replace: '  if (STANDBY_CONFLICT.test(message)) return READ_CANCELED;\n',
    tests: ERROR_TESTS,
  },
  {
    does: 'takes balances for corrupted whose texts have half of a surrogate pair',
    file: 'src/store/statements/balances.ts',
    replace: "typeof value === 'string' ? value.toWellFormed() : value,",
    by: 'value,',
    tests: CONTRACT_TESTS,
  },
  {
    does: 'writes to an empty database before a backup replaces it',
    file: 'src/store/sqlite/backup.ts',
    replace: '    isNew: false,\n',
    by: '    isNew: true,\n',
    tests: ['test/faults/lost-database.test.ts'],
  },
  {
    does: 'restores over a file that another process has created meanwhile',
    file: 'src/store/sqlite/restore.ts',
    replace: 'if (isMissing && pathExists(path)) {',
    by: 'if (isMissing && path === file) {',
    tests: ['test/faults/lost-database.test.ts'],
  },
  {
    does: 'keeps the connection of a login that failed on this side',
    file: 'src/store/postgres/database.ts',
    replace: '      if (error instanceof Error) void this.end();\n',
    tests: ['test/store/postgres-login.prove.test.ts'],
  },
  {
    does: 'does not say that the database requires a password',
    file: 'src/store/postgres/postgres-error.ts',
    replace: 'if (PASSWORD_MISSING.test(error.message)) {',
    by: 'if (PASSWORD_MISSING.test(code)) {',
    tests: ERROR_TESTS,
  },
  {
    does: 'does not say that the server of the database has no TLS',
    file: 'src/store/postgres/postgres-error.ts',
    replace: 'if (TLS_MISSING.test(error.message)) {',
    by: 'if (TLS_MISSING.test(code)) {',
    tests: ERROR_TESTS,
  },
  {
    does: 'does not say that the certificate of the database is not accepted',
    file: 'src/store/postgres/postgres-error.ts',
    replace: 'if (CERTIFICATE_CODE.test(code)) {',
    by: 'if (CERTIFICATE_CODE.test(error.message)) {',
    tests: ERROR_TESTS,
  },
  {
    does: 'leaves a draft of a key file that it may not give to the owner of the file',
    file: 'src/compose/master-key-file.ts',
    replace: '    rmSync(path, { force: true });\n    throw error;\n  } finally {',
    by: '    throw error;\n  } finally {',
    tests: ['src/compose/rotate-master-key.test.ts'],
  },
  {
    does: 'takes the key file from the user of the service if root rotates the key',
    file: 'src/compose/master-key-file.ts',
    replace: 'if (fstatSync(file).uid === uid) return;',
    by: 'if (fstatSync(file).uid >= 0) return;',
    tests: ['src/compose/rotate-master-key.test.ts'],
  },
];
