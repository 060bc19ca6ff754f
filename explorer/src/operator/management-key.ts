/** Stores the management key of this tab until the tab is closed. It is never in a URL. */
import { WalletTellerManagement } from '../../../client/src/index.ts';
import { findBaseUrl } from '../state/connections.ts';
import { Store } from '../state/store.ts';
import { findStorage } from '../state/tab-storage.ts';

const STORAGE_KEY = 'wallet-teller.management-key';

/** The key; `undefined` if the operator has entered none. */
export const managementKey = new Store<string | undefined>(undefined);

/** Restores the key after a reload, and stores every later change. */
export function restoreManagementKey(): void {
  const storage = findStorage();
  managementKey.set(storage?.getItem(STORAGE_KEY) ?? undefined);
  managementKey.subscribe(() => {
    const key = managementKey.get();
    if (key === undefined) storage?.removeItem(STORAGE_KEY);
    else storage?.setItem(STORAGE_KEY, key);
  });
}

/** Returns a client for the management API that serves this page. It does not retry: the page shows errors. */
export function createManagement(manageKey: string): WalletTellerManagement {
  return new WalletTellerManagement({ baseUrl: findBaseUrl(), manageKey, retries: 0 });
}
