import { join } from 'node:path';

import { callTeller, type Tenant } from '../teller.ts';
import { createScratch, createWallet, type Scratch } from './scratch.ts';

/** A database with a wallet of 20 rows. */
export interface BackupHarness extends Scratch {
  readonly tenant: Tenant;
  readonly walletId: string;
  /** Where a backup may be written. */
  readonly backup: string;
  readonly run: (
    args: readonly string[],
    variables?: Record<string, string>,
  ) => ReturnType<typeof callTeller>;
  /** Imports `count` rows with the amounts from `from` on. @throws {Error} if the command fails. */
  readonly importRows: (from: number, count: number) => Promise<void>;
  /** Returns all rows as JSON. */
  readonly listAll: (variables?: Record<string, string>) => Promise<string>;
}

export async function createBackupHarness(): Promise<BackupHarness> {
  const scratch = createScratch();
  const { walletId, ...tenant } = await createWallet(scratch.variables);
  const run = (args: readonly string[], variables = scratch.variables) =>
    callTeller(args, variables);
  const importRows = async (from: number, count: number): Promise<void> => {
    const rows = Array.from({ length: count }, (_, index) => {
      const [timestamp, amount] = [1_700_000_000_000 + from + index, `${from + index}.10`];
      return `{"asset":"BTC","type":"deposit","amount":${amount},"timestamp":${timestamp},"status":"completed"}`;
    });
    const file = scratch.write(`rows-${from}.jsonl`, rows.join('\n'));
    const { code, stderr } = await run(['import', '--wallet', walletId, file]);
    if (code !== 0) throw new Error(stderr);
  };
  const list = ['transactions', '--wallet', walletId, '--limit', '1000', '--json'];
  const listAll: BackupHarness['listAll'] = async (variables) =>
    (await run(list, variables)).stdout;
  await importRows(0, 20);
  const backup = join(scratch.folder, 'copies', 'first.db');
  return { ...scratch, tenant, walletId, backup, run, importRows, listAll };
}
