import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

import { askTeller } from '../teller.ts';
import { useScratch } from './scratch.ts';

/** What `teller master-key rotate` prints. */
interface Report {
  readonly id: string;
  readonly replaced: readonly string[];
  readonly walletCount: number;
  readonly unreadable: readonly string[];
  readonly previousFile?: string;
}

/** Creates a scratch for each test, and returns it with what the tests of its master key call. */
export function useMasterKey() {
  const scratch = useScratch();
  const keyFile = () => `${scratch.variables['TELLER_DATABASE_URL']!}.key`;
  return {
    scratch,
    keyFile,
    readKeys: () => readFileSync(keyFile(), 'utf8').trim().split('\n'),
    rotate: () => askTeller<Report>(['master-key', 'rotate'], scratch.variables),
    /** Fails unless every credential can be read. */
    expectReadable: async (variables = scratch.variables): Promise<void> => {
      const { checks } = await askTeller<{ checks: { name: string; ok: boolean }[] }>(
        ['doctor'],
        variables,
      );
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    },
  };
}
