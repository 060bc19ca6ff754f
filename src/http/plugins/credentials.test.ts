import { describe, expect, it } from 'vitest';

import { ProblemError } from '../../domain/problem.ts';
import { readCredentialHeaders } from './credentials.ts';

const HEADERS = {
  'x-svc-api-key': 'key_1.a',
  'x-svc-org-id': 'org_1',
  'x-svc-project-id': 'project_1',
  'x-svc-wallet-id': 'wallet_1',
};
const CREDENTIALS = {
  apiKey: 'key_1.a',
  orgId: 'org_1',
  projectId: 'project_1',
  walletId: 'wallet_1',
};

describe('the credentials of a request', () => {
  it('are read from the four headers', () => {
    expect(readCredentialHeaders(HEADERS)).toEqual(CREDENTIALS);
  });

  it('are trimmed of spaces and tabs alone', () => {
    const read = (value: string): string =>
      readCredentialHeaders({ ...HEADERS, 'x-svc-wallet-id': value }).walletId;
    expect(read(' \twallet_1\t ')).toBe('wallet_1');
    expect(read('\u00a0wallet_1')).toBe('\u00a0wallet_1');
  });

  it.each(['', ' ', 'a, a', 'a, ', ', a'])('are missing with the value %j', (value) => {
    const read = () => readCredentialHeaders({ ...HEADERS, 'x-svc-org-id': value });
    expect(read).toThrow(ProblemError);
    expect(read).toThrow('x-svc-org-id');
  });
});
