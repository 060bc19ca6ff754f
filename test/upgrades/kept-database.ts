import { askTeller, type Tenant } from '../teller.ts';

/** The wallets of a kept database. */
export interface KeptWallets {
  readonly synced: string;
  readonly imported: string;
}

/** What a version returned from its database. */
export interface KeptContent {
  readonly syncedRows: unknown;
  readonly importedRows: unknown;
  readonly balance: unknown;
}

/** A database that a release has kept, with the key of its tenant. */
export interface KeptDatabase extends KeptWallets, KeptContent {
  readonly tenant: Tenant;
}

/** Reads what the database of the variables contains. */
export async function readContent(
  { synced, imported }: KeptWallets,
  variables: Record<string, string>,
): Promise<KeptContent> {
  const list = (walletId: string) =>
    askTeller(['transactions', '--wallet', walletId, '--all'], variables);
  return {
    syncedRows: await list(synced),
    importedRows: await list(imported),
    balance: await askTeller(['balance', '--wallet', synced], variables),
  };
}
