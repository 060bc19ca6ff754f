import type { Mutant } from '../mutant.ts';

/** Guards of both engines, of the files that are imported into them, and of keys and projects. */
export const ENGINE_MUTANTS: readonly Mutant[] = [
  {
    does: 'keeps an imported row and a synced row that only now has its time',
    file: 'src/store/rules/equal-rows.ts',
    replace: 'return row.txid !== null || before.timestampMs === row.timestampMs;',
    by: 'return true;',
    tests: ['src/store/rules/row-changes.test.ts'],
  },
  {
    does: 'adds a row twice that has its id twice in a file',
    file: 'src/store/statements/import-staging.ts',
    replace: 'WHERE adoptable AND id IN (SELECT id',
    by: 'WHERE id IN (SELECT id',
    tests: ['test/store/sqlite-contract.test.ts'],
  },
  {
    does: 'skips the later one of two rows with an id because it is stored',
    file: 'src/store/statements/import-matching.ts',
    replace:
      '    WHERE id IN (SELECT id FROM import_row GROUP BY id HAVING count(*) > 1)\n    ON CONFLICT (row_no) DO UPDATE SET is_known = false`);',
    by: '    WHERE id IN (SELECT id FROM import_row GROUP BY id HAVING count(*) > 1)\n    ON CONFLICT (row_no) DO NOTHING`);',
    tests: ['test/store/sqlite-contract.test.ts'],
  },
  {
    does: 'gives a wallet a history if a file adds nothing',
    file: 'src/store/statements/imports.ts',
    replace: 'if (outcome.added > 0) {',
    by: 'if (outcome.rows >= 0) {',
    tests: ['test/store/sqlite-contract.test.ts'],
  },
  {
    does: 'omits entries of the audit log of one millisecond at the end of a page',
    file: 'src/store/statements/audit.ts',
    replace: 'sql`(at_ms, id) < (${after.atMs}, ${after.id})`',
    by: 'sql`at_ms < ${after.atMs}`',
    tests: ['test/store/sqlite-contract.test.ts'],
  },
  {
    does: 'stops the synchronisation of a wallet because an imported row is corrupted',
    file: 'src/store/statements/adoption.ts',
    replace: '.filter((row) => !isCorrupted(row)).map',
    by: '.map',
    tests: ['test/faults/sqlite-checksums.test.ts'],
  },
  {
    does: 'keeps cached responses of rows that a repair removed',
    file: 'src/store/statements/integrity-rows.ts',
    replace: '  await renewRevision(session, wallet);\n',
    by: '  void [renewRevision, wallet];\n',
    tests: ['test/store/sqlite-contract.test.ts'],
  },
  {
    does: 'opens a database of a version before the first release',
    file: 'src/store/migrations.ts',
    replace:
      'if (newest > known || applied.some(({ version, name }) => names.get(version) !== name)) {',
    by: 'void names;\n  if (newest > known) {',
    tests: ['test/store/sqlite-store.test.ts'],
  },
  {
    does: 'refuses other writers of its process during an import',
    file: 'src/store/sqlite/connections.ts',
    replace:
      '        this.#writing.run(() => connection.write(work, { waitMs: LONG_WAIT_MS, isCommitted })),',
    by: '        connection.write(work, { waitMs: LONG_WAIT_MS, isCommitted }),',
    tests: ['test/store/sqlite-store.test.ts'],
  },
  {
    does: 'does not notice its own write in the same turn of the event loop',
    file: 'src/store/sqlite/database.ts',
    replace:
      '    return this.#use((connections) => connections.write(work)).finally(() => {\n      this.#isVersionCurrent = false;\n    });',
    by: '    return this.#use((connections) => connections.write(work));',
    tests: ['test/store/sqlite-store.test.ts'],
  },
  {
    does: 'applies the log of an unreadable database to the backup that replaces it',
    file: 'src/store/sqlite/incomplete-file.ts',
    replace: "for (const suffix of [...LOG_SUFFIXES, '']) {\n    if (pathExists",
    by: "for (const suffix of ['']) {\n    if (pathExists",
    tests: ['test/cli/backup.test.ts'],
  },
  {
    does: 'hides the command that the database refuses behind the statements after it',
    file: 'src/store/postgres/connection.ts',
    replace: '      await Promise.all(this.#sent);\n      throw error;',
    by: '      throw error;',
    tests: ['test/faults/postgres-outage.test.ts'],
  },
  {
    does: 'rounds a number of the database beyond 2^53',
    file: 'src/store/postgres/connection.ts',
    replace: '  if (Number.isSafeInteger(value)) return value;\n',
    by: '  if (!Number.isNaN(value)) return value;\n',
    tests: ['src/store/postgres/connection.test.ts'],
  },
  {
    does: 'lets statements run without an end on a connection that has imported',
    file: 'src/store/postgres/database.ts',
    replace: "'DISCARD TEMP; RESET statement_timeout; RESET work_mem'",
    by: "'DISCARD TEMP; RESET work_mem'",
    tests: ['test/faults/postgres-outage.test.ts'],
  },
  {
    does: 'runs SQL in the identifier of a wallet',
    file: 'src/store/postgres/serving-database.ts',
    replace: 'const id = pg.escapeLiteral(encodeText(walletId));',
    by: "const id = `'${encodeText(walletId)}'`;\n      void pg;",
    tests: ['test/store/postgres-contract.test.ts'],
  },
  {
    does: 'lets every role read numbers of all tenants',
    file: 'src/store/postgres/migrations/0001-initial.sql',
    replace: 'REVOKE EXECUTE ON FUNCTION wallet_statistics(), webhook_statistics() FROM PUBLIC;\n',
    by: '',
    tests: ['test/attacks/postgres-security.test.ts'],
  },
  {
    does: 'lets one project take all places of waiting works',
    file: 'src/manage/fair-turns.ts',
    replace: 'if (this.#waiting >= waitingMax || group.waiting.length >= waitingOfGroupMax) {',
    by: 'void waitingOfGroupMax;\n    if (this.#waiting >= waitingMax) {',
    tests: ['src/manage/fair-turns.test.ts'],
  },
  {
    does: 'stores a key that the exchange refuses only if it is asked for the rights',
    file: 'src/manage/key-check.ts',
    replace: 'const rejected = [permissionsError, error].find',
    by: 'const rejected = [error].find',
    tests: ['src/manage/key-check.test.ts'],
  },
  {
    does: 'sends a key to its exchange for a project that does not exist',
    file: 'src/manage/wallets.ts',
    replace: '    await requireProject(context.store, added.projectId);\n',
    by: '    void requireProject;\n',
    tests: ['test/manage/checked-keys.test.ts'],
  },
  {
    does: 'accepts the name of a role that PostgreSQL would cut',
    file: 'src/config/values.ts',
    replace: 'if (Buffer.byteLength(text) <= ROLE_BYTES_MAX &&',
    by: 'if (text.length <= ROLE_BYTES_MAX &&',
    tests: ['src/config/read-config.test.ts'],
  },
];
