import { describe, expect, it } from 'vitest';

import { ProblemError } from '../domain/problem.ts';
import { readCredentials } from './authentication.ts';

const RAW = [
  'Host',
  'a',
  'X-Svc-Api-Key',
  'key',
  'accept-encoding',
  'gzip',
  'x-svc-org-id',
  ' org ',
  'x-svc-project-id',
  'project',
  'X-SVC-WALLET-ID',
  'wallet',
  'x-svc-org-xx',
  'other',
];

describe('readCredentials', () => {
  it('reads the four headers in any case', () => {
    expect(readCredentials(RAW)).toEqual({
      apiKey: 'key',
      orgId: 'org',
      projectId: 'project',
      walletId: 'wallet',
    });
  });

  it('refuses a third header after two as well', () => {
    for (const count of [1, 2, 3]) {
      const repeated = Array.from({ length: count }, () => ['x-svc-org-id', 'org']).flat();
      expect(() => readCredentials([...RAW, ...repeated])).toThrow(ProblemError);
    }
  });
});
