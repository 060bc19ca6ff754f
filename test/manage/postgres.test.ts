/** The tests of the management API and of Connect on PostgreSQL. */
import { describe } from 'vitest';

import { useOnPostgres } from './harness.ts';

useOnPostgres();
describe('the management API on PostgreSQL', async () => {
  await import('./rows.test.ts');
});
describe('attacks on PostgreSQL', async () => {
  await import('./attacks.test.ts');
});
describe('Connect on PostgreSQL', async () => {
  await import('./connect.test.ts');
});
