import { describe, expect, it } from 'vitest';

import { reportPages } from './integrity-pages.ts';

describe('the check of pages', () => {
  it.each([
    [true, 0, true, 'verifies the checksum'],
    [false, 0, true, 'run `pg_checksums --enable`'],
    [true, 3, false, '3 corrupted pages; restore a backup'],
  ])('with checksums %s and %i failures is %s: %s', (hasChecksums, failureCount, ok, detail) => {
    const check = reportPages({ hasChecksums, failureCount });
    expect(check.ok).toBe(ok);
    expect(check.detail).toContain(detail);
  });
});
