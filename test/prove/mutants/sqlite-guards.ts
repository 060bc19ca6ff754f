import type { Mutant } from '../mutant.ts';

const RESTORES = ['test/store/sqlite-restore.test.ts'];
const INCOMPLETE = ['src/store/sqlite/incomplete-file.test.ts'];
const SCHEMAS = ['test/store/migration-comments.test.ts'];

/** Guards of the file of an SQLite database: its connections, locks, copies and checks. */
export const SQLITE_GUARD_MUTANTS: readonly Mutant[] = [
  {
    does: 'reads the database before it refuses to overwrite a backup',
    file: 'src/store/sqlite/backup.ts',
    replace: '  refuseExisting(target);\n  return withIncompleteFile',
    by: '  return withIncompleteFile',
    tests: RESTORES,
  },
  {
    does: 'leaves a backup in the format of a log, which its reader would have to write',
    file: 'src/store/sqlite/backup.ts',
    replace: '    await dropLog(incomplete);\n    flush',
    by: '    flush',
    tests: RESTORES,
  },
  {
    does: 'changes a backup after it is on the disk',
    file: 'src/store/sqlite/backup.ts',
    replace: 'withFile(incomplete, { readOnly: true }, (copy) =>\n      summarise',
    by: 'withFile(incomplete, {}, (copy) =>\n      summarise',
    tests: RESTORES,
  },
  {
    does: 'does not name the file of a backup that cannot be written',
    file: 'src/store/sqlite/backup.ts',
    replace: 'throw nameFile(translateSqliteError(error), incomplete);',
    by: 'throw error;',
    tests: RESTORES,
  },
  {
    does: 'does not name the database that a restore cannot write',
    file: 'src/store/sqlite/backup.ts',
    replace: '    throw nameFile(translateSqliteError(error), path);',
    by: '    throw translateSqliteError(error);',
    tests: RESTORES,
  },
  {
    does: 'fails a restore if another process locks the database for a moment',
    file: 'src/store/sqlite/restore.ts',
    replace: '        if (!isLocked(error)) throw error;',
    by: '        void isLocked;\n        throw error;',
    tests: RESTORES,
  },
  {
    does: 'waits without an end to restore a locked database',
    file: 'src/store/sqlite/restore.ts',
    replace: 'if (performance.now() > untilMs) {',
    by: 'if (performance.now() < 0 * untilMs) {',
    tests: RESTORES,
  },
  {
    does: 'leaves the former data in the file of a restored database',
    file: 'src/store/sqlite/restore.ts',
    replace: "    connection.execute('PRAGMA wal_checkpoint(PASSIVE)');\n",
    tests: RESTORES,
  },
  {
    does: 'reports that a file was moved aside that did not exist',
    file: 'src/store/sqlite/restore.ts',
    replace: 'movedTo: isMissing ? undefined : movedTo',
    by: 'movedTo',
    tests: RESTORES,
  },
  {
    does: 'cannot restore into an empty file',
    file: 'src/store/sqlite/restore.ts',
    replace: 'if (held === undefined || held.organizationCount === 0 || force)',
    by: 'if (held!.organizationCount === 0 || force)',
    tests: RESTORES,
  },
  {
    does: 'requires --force to restore into a database without tenants',
    file: 'src/store/sqlite/restore.ts',
    replace: ' || held.organizationCount === 0',
    tests: RESTORES,
  },
  {
    does: 'says of a database with tenants that --force moves it aside',
    file: 'src/store/sqlite/restore.ts',
    replace: '!(error instanceof StoreUnavailableError) || isBusy(error.cause)',
    by: 'isBusy((error as Error).cause)',
    tests: RESTORES,
  },
  {
    does: 'lists every difference of the schema of a backup',
    file: 'src/store/sqlite/restore.ts',
    replace: '.slice(0, DIFFERENCES_SHOWN_MAX)',
    tests: RESTORES,
  },
  {
    does: 'does not migrate a backup of an earlier version',
    file: 'src/store/sqlite/restore.ts',
    replace: '    await applyMigrations(connection);\n',
    by: '    void applyMigrations;\n',
    tests: RESTORES,
  },
  {
    does: 'refuses a backup of an earlier version',
    file: 'src/store/sqlite/expected-schema.ts',
    replace: '.filter(({ version }) => applied.has(version))',
    tests: RESTORES,
  },
  {
    does: 'takes the space before a comment for a change of the schema',
    file: 'src/store/sqlite/expected-schema.ts',
    replace: ".replaceAll(/\\s+/g, ' ')",
    tests: SCHEMAS,
  },
  {
    does: 'lists the index of a constraint of a foreign table',
    file: 'src/store/sqlite/expected-schema.ts',
    replace: "\n    AND NOT (type = 'index' AND sql IS NULL)",
    tests: SCHEMAS,
  },
  {
    does: 'continues the numbers of new wallets from two numbers',
    file: 'src/store/sqlite/restore.ts',
    replace: '    if (found > 0) return;\n',
    by: '    void found;\n',
    tests: RESTORES,
  },
  {
    does: 'cannot write a backup whose name is long',
    file: 'src/store/sqlite/incomplete-file.ts',
    replace: 'basename(target).slice(0, NAME_LENGTH_MAX)',
    by: 'basename(target).slice(-255, 255 + 0 * NAME_LENGTH_MAX)',
    tests: INCOMPLETE,
  },
  {
    does: 'leaves an incomplete file if the process exits',
    file: 'src/store/sqlite/incomplete-file.ts',
    replace: "  process.once('exit', remove);\n",
    tests: INCOMPLETE,
  },
  {
    does: 'keeps a listener for every backup',
    file: 'src/store/sqlite/incomplete-file.ts',
    replace: "    process.removeListener('exit', remove);\n",
    tests: INCOMPLETE,
  },
  {
    does: 'leaves the journal of a database in its place that is moved aside',
    file: 'src/store/sqlite/incomplete-file.ts',
    replace: "['-journal', '-wal', '-shm'] as const",
    by: "['-wal', '-shm'] as const",
    tests: INCOMPLETE,
  },
  {
    does: 'leaves the journals of abandoned files',
    file: 'src/store/sqlite/incomplete-file.ts',
    replace: '(?:-journal|-wal|-shm)',
    by: '(?:-wal)',
    tests: INCOMPLETE,
  },
  {
    does: 'leaves files open that it has flushed',
    file: 'src/store/flush-to-disk.ts',
    replace: '    closeSync(file);',
    by: '    void closeSync;',
    tests: INCOMPLETE,
  },
];
