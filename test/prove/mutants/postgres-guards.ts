import type { Mutant } from '../mutant.ts';

const ERRORS = ['src/store/postgres/postgres-error.test.ts'];

/** Guards of the connections to a PostgreSQL, its errors and its tables. */
export const POSTGRES_GUARD_MUTANTS: readonly Mutant[] = [
  {
    does: 'fails a migration while another one grants the same role',
    file: 'src/store/postgres/postgres-error.ts',
    replace: ' || CATALOG_CHANGED.test(found.message)',
    tests: ERRORS,
  },
  {
    does: 'fails a migration while another one makes the same role',
    file: 'src/store/postgres/postgres-error.ts',
    replace: "['23505', '42710']",
    by: "['23505']",
    tests: ERRORS,
  },
  {
    does: 'fails behind a pooler that assigns a used connection',
    file: 'src/store/postgres/postgres-error.ts',
    replace: "['26000', '42P05']",
    by: "['26000']",
    tests: ERRORS,
  },
  {
    does: 'reports a missing table as a defect',
    file: 'src/store/postgres/postgres-error.ts',
    replace: "  ['42P01', OTHER_SCHEMA],\n",
    tests: ERRORS,
  },
  {
    does: 'closes each connection on which a statement was refused',
    file: 'src/store/postgres/postgres-error.ts',
    replace: '&& !(error.cause instanceof pg.DatabaseError)',
    by: '&& error.cause !== undefined',
    tests: ERRORS,
  },
  {
    does: 'takes any error that names a remote node for a lost node',
    file: 'src/store/postgres/postgres-error.ts',
    replace: 'LOST_NODE_CODE.test(code) ? LOST_NODE.exec(message) : null',
    by: "LOST_NODE_CODE.test(code) || code !== '' ? LOST_NODE.exec(message) : null",
    tests: ERRORS,
  },
];
