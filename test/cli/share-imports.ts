import { join } from 'node:path';

import { beforeAll } from 'vitest';

import { addWallet as addWalletOf, askTeller, callTeller, type Tenant } from '../teller.ts';
import { createWallet, CREDENTIALS, shareScratch } from './scratch.ts';

/** The folder of files in the layouts that the customers of exchanges get. */
export const EXPORTS = join(import.meta.dirname, 'exports');

const FIELDS = 'asset,type,amount,timestamp,status,txid,address,feeCost,feeCurrency';

export const importArgs = (
  wallet: string,
  preset: string,
  file: string,
  options: readonly string[],
) => ['import', '--wallet', wallet, '--preset', preset, file, ...options];

/** Creates one tenant for all tests of a file, and returns functions that import into its wallets. */
export function shareImports() {
  const scratch = shareScratch();
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await createWallet(scratch.variables);
  });
  const addWallet = (
    exchange = 'binance',
    credentials: object = CREDENTIALS,
    variables = scratch.variables,
  ) => addWalletOf(tenant, exchange, credentials, variables);

  /** Adds a wallet that only takes imports, so that no import warns of synchronised rows. */
  async function addImportsWallet(): Promise<string> {
    const args = ['wallet', 'add', '--imports-only', '--exchange', 'x', '--project'];
    const { id } = await askTeller<{ id: string }>([...args, tenant.projectId], scratch.variables);
    return id;
  }

  /** Returns the rows of a wallet as CSV, newest first. */
  async function listRows(wallet: string, fields = FIELDS): Promise<readonly string[]> {
    const args = ['transactions', '--wallet', wallet, '--limit', '1000', '--format', 'csv'];
    const { stdout } = await callTeller([...args, '--fields', fields], scratch.variables);
    return stdout.trim().split('\n').slice(1);
  }

  /** Imports a file into a new wallet, and returns its rows. */
  async function importExport(
    preset: string,
    file: string,
    options: readonly string[] = [],
    fields?: string,
  ) {
    const wallet = await addImportsWallet();
    const args = importArgs(wallet, preset, file, options);
    const outcome = await callTeller(args, scratch.variables);
    return { ...outcome, rows: await listRows(wallet, fields) };
  }

  return { scratch, addWallet, addImportsWallet, listRows, importExport };
}
