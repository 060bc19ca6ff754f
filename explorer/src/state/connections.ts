/** Stores the wallets that this tab is connected to, until the tab is closed. */
import { WalletTeller } from '../../../client/src/index.ts';
import { Store } from './store.ts';
import { findStorage } from './tab-storage.ts';

const STORAGE_KEY = 'wallet-teller.connections';
/** Maximum connected wallets. */
export const CONNECTIONS_MAX = 50;

/** The four credentials of a wallet. */
export interface Credentials {
  readonly apiKey: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly walletId: string;
}

/** A wallet with a name that the user has chosen. */
export interface Connection extends Credentials {
  readonly name: string;
}

/** All connected wallets and the shown one. */
export interface Connections {
  readonly all: readonly Connection[];
  /** The shown wallet; `undefined` if no wallet is connected. */
  readonly current: Connection | undefined;
}

const NONE: Connections = { all: [], current: undefined };

export const connections = new Store(NONE);

/**
 * Restores the connections of the tab after a reload, and stores every later change. If the browser
 * refuses to store data, the connections are lost when the page is closed.
 */
export function restoreConnections(): void {
  const storage = findStorage();
  if (storage === undefined) return;
  connections.set(parse(storage.getItem(STORAGE_KEY)));
  connections.subscribe(() => {
    const { all, current } = connections.get();
    const index = current === undefined ? 0 : all.indexOf(current);
    storage.setItem(STORAGE_KEY, JSON.stringify({ all, index }));
  });
}

/** Matches a credential, which is the value of a header. */
export const CREDENTIAL = /^[!-~]+$/;

/** The names of the members of {@link Credentials}. */
export const CREDENTIAL_NAMES = ['apiKey', 'orgId', 'projectId', 'walletId'] as const;

/**
 * Returns the connection that {@link addConnection} would remove: to the same wallet, or the oldest one if there is no
 * room for another; `undefined` if it would remove none.
 */
export function findReplaced(
  all: readonly Connection[],
  { walletId }: Credentials,
): Connection | undefined {
  const same = all.find((each) => each.walletId === walletId);
  return same ?? (all.length >= CONNECTIONS_MAX ? all[0] : undefined);
}

/** Adds a wallet, or replaces the connection to the same one, and shows it. */
export function addConnection(connection: Connection): void {
  const { all } = connections.get();
  const replaced = findReplaced(all, connection);
  const remaining = all.filter((each) => each !== replaced);
  connections.set({ all: [...remaining, connection], current: connection });
}

/** Shows another wallet. */
export function selectConnection(connection: Connection): void {
  connections.set({ ...connections.get(), current: connection });
}

/** Removes a wallet and its key. */
export function removeConnection(connection: Connection): void {
  const { all, current } = connections.get();
  const rest = all.filter((each) => each !== connection);
  connections.set({ all: rest, current: current === connection ? rest[0] : current });
}

/** Returns a name that no connected wallet has. */
export function suggestName(all: readonly Connection[]): string {
  const names = new Set(all.map(({ name }) => name));
  let number = all.length + 1;
  while (names.has(`Wallet ${number}`)) number += 1;
  return `Wallet ${number}`;
}

/** Returns the connection with a number after its name if a connected wallet already has this name. */
export function nameUniquely(all: readonly Connection[], connection: Connection): Connection {
  const names = new Set(all.map(({ name }) => name));
  let { name } = connection;
  for (let number = 2; names.has(name); number += 1) name = `${connection.name} ${number}`;
  return { ...connection, name };
}

/**
 * Returns a client for the service that serves this page.
 *
 * @param retries 0 by default: a view shows the error and repeats the request later.
 */
export function createClient(credentials: Credentials, retries = 0): WalletTeller {
  const { apiKey, orgId, projectId, walletId } = credentials;
  return new WalletTeller({ baseUrl: findBaseUrl(), apiKey, orgId, projectId, walletId, retries });
}

/** Returns the address of the service that serves this page, without a trailing slash. */
export function findBaseUrl(): string {
  return new URL('.', location.href).href.replace(/\/$/, '');
}

function parse(stored: string | null): Connections {
  if (stored === null) return NONE;
  const { all, index } = JSON.parse(stored) as { all: Connection[]; index: number };
  return { all, current: all[index] };
}
