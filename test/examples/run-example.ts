/** Runs the programs of `examples/` against a real service with a wallet. */
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { parseDecimal } from '../../src/domain/decimal.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { MASTER_KEY, NOW_MS, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createTenant, type Tenant } from '../http/tenants.ts';
import { makeTransaction } from '../store/contract/fixtures.ts';

const RESOLVER = new URL('resolve-client.ts', import.meta.url).href;
/** Arguments of Node for an example that imports the client. */
export const WITH_CLIENT = ['--disable-warning=ExperimentalWarning', '--import', RESOLVER];

const run = promisify(execFile);

/** A service, and the variables that the examples read. */
export interface ExampleService {
  readonly service: ServiceHarness;
  readonly env: NodeJS.ProcessEnv;
}

/** Starts a service with a wallet. */
export async function startExampleService(
  transactions: readonly Transaction[],
): Promise<ExampleService> {
  const service = await startService();
  const balances = [
    { asset: 'BTC', amount: parseDecimal('0.100000000000000000003'), networks: [] },
  ];
  const data = { transactions, balances, syncedAtMs: NOW_MS };
  const tenant = await createTenant(service.store, MASTER_KEY, data);
  return { service, env: environmentOf(service, tenant) };
}

/** Returns the variables that the examples and the pages read. */
export function environmentOf(service: ServiceHarness, tenant: Tenant): NodeJS.ProcessEnv {
  return {
    ...process.env,
    TELLER_URL: `http://127.0.0.1:${service.port}`,
    API_KEY: tenant.apiKey,
    ORG_ID: tenant.orgId,
    PROJECT_ID: tenant.projectId,
    WALLET_ID: tenant.walletId,
  };
}

/** Returns the path of an example. */
export function pathOf(name: string): string {
  return fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));
}

/** Returns true if the machine has a program. */
export function hasProgram(name: string, args: readonly string[]): boolean {
  return spawnSync(name, args).status === 0;
}

/** Runs a program and returns its output. @throws {Error} if it fails. */
export async function readOutput(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  return (await run(program, args, { env })).stdout;
}

/** Makes a transaction of BTC. */
export function makeRow(no: number, changes: Partial<Transaction> = {}): Transaction {
  return makeTransaction(`tx_${String(no).padStart(4, '0')}`, {
    amount: parseDecimal(`${no}.000000000000000000001`),
    timestampMs: NOW_MS - no * 60_000,
    ...changes,
  });
}
