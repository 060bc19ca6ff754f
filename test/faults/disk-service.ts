import { type Agent, get } from 'node:http';

import { createImportsWallet, type Scratch } from '../cli/scratch.ts';
import { askTeller, headersOf, startService, type TellerService } from '../teller.ts';

const LONG_NAME = 'x'.repeat(200);
const READ_MS_MAX = 10_000;

/** The keys and the wallet of a database whose disk fails. */
export interface DiskTenant {
  readonly walletId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly manageKey: string;
}

/** Creates a tenant with a wallet with some rows. @param rows of a CSV file. */
export async function createDiskTenant(scratch: Scratch, rows: string): Promise<DiskTenant> {
  const { variables } = scratch;
  const tenant = await createImportsWallet(variables);
  const { walletId } = tenant;
  await askTeller(['import', '--wallet', walletId, scratch.write('few.csv', rows)], variables);
  const { manageKey } = await askTeller<{ manageKey: string }>(['manage-key', 'create'], variables);
  return { walletId, headers: headersOf(tenant, walletId), manageKey };
}

/** A service whose disk fails: reads, and changes that need the disk. */
export class DiskService {
  readonly #service: TellerService;
  readonly #tenant: DiskTenant;

  private constructor(service: TellerService, tenant: DiskTenant) {
    this.#service = service;
    this.#tenant = tenant;
  }

  static async start(variables: Record<string, string>, tenant: DiskTenant): Promise<DiskService> {
    const service = await startService(variables, ['--no-sync', '--manage-port', '0']);
    return new DiskService(service, tenant);
  }

  /** Starts another service for the same tenant. */
  startAgain(variables: Record<string, string>): Promise<DiskService> {
    return DiskService.start(variables, this.#tenant);
  }

  get pid(): number {
    return this.#service.pid;
  }

  stop(): Promise<void> {
    return this.#service.stop();
  }

  /** Returns the status of a listing. @throws {Error} if no response arrives. */
  read(agent?: Agent, timeout = READ_MS_MAX): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const url = `${this.#service.url}/v0/wallet/transactions?limit=1`;
    const request = get(url, { headers: this.#tenant.headers, agent, timeout }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('timeout', () => request.destroy(new Error('no response')));
    request.once('error', reject);
    return promise;
  }

  /** Creates an organization. Returns the status. */
  async write(): Promise<number> {
    const response = await fetch(`${this.#service.manageUrl}/v0/organizations`, {
      method: 'POST',
      headers: { ...this.#authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: LONG_NAME }),
    });
    await response.arrayBuffer();
    return response.status;
  }

  async countOrganizations(): Promise<number> {
    const url = `${this.#service.manageUrl}/v0/organizations?limit=1000`;
    const response = await fetch(url, { headers: this.#authorization });
    return ((await response.json()) as { items: readonly unknown[] }).items.length;
  }

  get #authorization(): Record<string, string> {
    return { authorization: `Bearer ${this.#tenant.manageKey}` };
  }
}
