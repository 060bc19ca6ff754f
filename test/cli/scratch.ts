import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

import { addWallet, askTeller, createTenant, type Tenant } from '../teller.ts';

/** A folder of a test with a database in it. */
export interface Scratch {
  readonly folder: string;
  /** The environment of commands that use the database. */
  readonly variables: Record<string, string>;
  /** Writes a file and returns its path. */
  write(name: string, content: string | Uint8Array): string;
  remove(): void;
}

export function createScratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'teller-test-'));
  return {
    folder,
    variables: { TELLER_DATABASE_URL: join(folder, 'teller.db') },
    write: (name, content) => {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Creates a scratch for each test of a file or a block, and removes it at the end of the test. */
export function useScratch(): Scratch {
  return hookScratch(beforeEach, afterEach);
}

/** Creates one scratch for all tests of a file or a block, and removes it at their end. */
export function shareScratch(): Scratch {
  return hookScratch(beforeAll, afterAll);
}

function hookScratch(
  before: (listener: () => void) => void,
  after: (listener: () => void) => void,
): Scratch {
  const scratch = {} as Scratch;
  before(() => void Object.assign(scratch, createScratch()));
  after(() => scratch.remove());
  return scratch;
}

/** The credentials of the tests. They must never be printed. */
export const CREDENTIALS = { apiKey: 'API-KEY-OF-THE-TEST', secret: 'SECRET-OF-THE-TEST' };

/** A key of the simulated OKX that may only read. */
export const OKX = { apiKey: 'okx-reads', secret: 'okx-secret', password: 'okx-passphrase' };

/** Creates a tenant with a wallet at Binance that is never synchronised. */
export async function createWallet(
  variables: Record<string, string>,
): Promise<Tenant & { readonly walletId: string }> {
  const tenant = await createTenant(variables);
  return { ...tenant, walletId: await addWallet(tenant, 'binance', CREDENTIALS, variables) };
}

/** Creates a tenant with a wallet that only takes imports, whose list of transactions is empty at first. */
export async function createImportsWallet(
  variables: Record<string, string>,
): Promise<Tenant & { readonly walletId: string }> {
  const tenant = await createTenant(variables);
  const args = ['wallet', 'add', '--imports-only', '--exchange', 'binance', '--project'];
  const { id } = await askTeller<{ id: string }>([...args, tenant.projectId], variables);
  return { ...tenant, walletId: id };
}
