/** A connection of a link that would replace a stored one, until the user has decided. */
import {
  addConnection,
  type Connection,
  connections,
  CREDENTIAL_NAMES,
  findReplaced,
  nameUniquely,
  selectConnection,
} from './connections.ts';
import { Store } from './store.ts';

/** A connection that the user has to accept. */
export interface OfferedConnection {
  readonly connection: Connection;
  /** The stored connection that it would replace. */
  readonly replaced: Connection;
}

export const offeredConnection = new Store<OfferedConnection | undefined>(undefined);

/**
 * Adds the connection of a link and shows it. Anyone can send a link, so one that would replace a stored connection is
 * only offered.
 */
export function offerConnection(connection: Connection): void {
  const { all } = connections.get();
  const replaced = findReplaced(all, connection);
  offeredConnection.set(undefined);
  if (replaced === undefined) addConnection(nameUniquely(all, connection));
  else if (CREDENTIAL_NAMES.every((name) => replaced[name] === connection[name])) {
    selectConnection(replaced);
  } else offeredConnection.set({ connection, replaced });
}

/** Ends the offer, and replaces the stored connection if the user has accepted it. */
export function decideOffer(isAccepted: boolean): void {
  const offered = offeredConnection.get();
  offeredConnection.set(undefined);
  if (!isAccepted || offered === undefined) return;
  const { connection, replaced } = offered;
  const isSameWallet = replaced.walletId === connection.walletId;
  const { all } = connections.get();
  addConnection(
    isSameWallet ? { ...connection, name: replaced.name } : nameUniquely(all, connection),
  );
}
