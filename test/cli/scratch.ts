import { addWallet, askTeller, createTenant, type Tenant } from '../teller.ts';

export { createScratch, type Scratch, shareScratch, useScratch } from '../scratch.ts';

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
