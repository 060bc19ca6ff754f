import { describe, expect, it } from 'vitest';

import { ProblemError } from '../../domain/problem.ts';
import { readCredentialHeaders } from './credentials.ts';
import { readHead } from '../request/head.ts';

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

describe('readCredentialHeaders', () => {
  it('reads the four headers in any case', () => {
    expect(readCredentialHeaders(readHead(RAW))).toEqual({
      apiKey: 'key',
      orgId: 'org',
      projectId: 'project',
      walletId: 'wallet',
    });
  });

  it('trims only spaces and tabs', () => {
    const read = (value: string): string =>
      readCredentialHeaders(readHead(RAW.map((text) => (text === 'wallet' ? value : text))))
        .walletId;
    expect(read(' \t wal let\t ')).toBe('wal let');
    for (const value of ['\u00a0wallet', 'wallet\u00a0', '\u000bwallet', 'wallet\u0085']) {
      expect(read(value)).toBe(value);
    }
  });

  it('refuses a header that is sent three times', () => {
    for (const count of [1, 2, 3]) {
      const repeated = Array.from({ length: count }, () => ['x-svc-org-id', 'org']).flat();
      expect(() => readCredentialHeaders(readHead([...RAW, ...repeated]))).toThrow(ProblemError);
    }
  });
});
