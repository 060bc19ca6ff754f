/** The connections of a server. */
import type { BlockList, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { clientOf } from '../request/client-address.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import type { ServerLimits } from '../request/limits.ts';

/** One of this number of connections is kept free for new callers. */
const FREE_PART = 20;

/** The dependencies of {@link Connections}. */
export interface ConnectionsOptions extends ConnectionOptions {
  readonly limits: ConnectionOptions['limits'] &
    Pick<ServerLimits, 'connectionsMax' | 'connectionsOfAddressMax'>;
  /** Addresses without limits, because their connections carry requests of many callers. */
  readonly trustedProxies: BlockList;
  /** Is called for each connection that is closed to free a slot. */
  readonly countClosed: () => void;
}

/**
 * Closes the longest idle connections when the number of all connections, or of the connections of an
 * address, is near its limit. Otherwise 10,000 idle connections would exclude all other callers until they
 * time out.
 */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #open = new Map<Duplex, Connection>();
  /** Number of connections by address; connections of trusted proxies are not counted. */
  readonly #byAddress = new Map<string, number>();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  find(socket: Duplex): Connection | undefined {
    return this.#open.get(socket);
  }

  /** Adds a connection, unless its address has too many busy ones. */
  open(socket: Socket): void {
    const { limits, trustedProxies } = this.#options;
    const address = clientOf(socket.remoteAddress, trustedProxies);
    const connection = new Connection(socket, address, this.#options);
    const reserve = Math.ceil(limits.connectionsMax / FREE_PART);
    if (this.#open.size >= limits.connectionsMax - reserve) {
      this.#closeQuiet([...this.#open.values()], Math.ceil(reserve / 2));
    }
    const ofAddress = address === undefined ? 0 : (this.#byAddress.get(address) ?? 0);
    if (address !== undefined && ofAddress >= limits.connectionsOfAddressMax) {
      const others = [...this.#open.values()].filter((other) => other.address === address);
      if (this.#closeQuiet(others, Math.ceil(ofAddress / FREE_PART)) === 0) {
        socket.destroy();
        this.#options.countClosed();
        return;
      }
    }
    this.#open.set(socket, connection);
    this.#count(address, 1);
    socket.once('close', () => this.#remove(connection));
  }

  /**
   * Closes the longest idle connections, first of the addresses with the most connections, and returns their
   * number.
   */
  #closeQuiet(connections: readonly Connection[], countMax: number): number {
    const countOf = ({ address }: Connection): number => this.#byAddress.get(address ?? '') ?? 0;
    const quiet = connections
      .filter((connection) => connection.isQuiet())
      .sort((a, b) => countOf(b) - countOf(a) || a.lastRequestAtMs - b.lastRequestAtMs)
      .slice(0, countMax);
    for (const connection of quiet) {
      this.#remove(connection);
      connection.socket.destroy();
      this.#options.countClosed();
    }
    return quiet.length;
  }

  #remove(connection: Connection): void {
    if (!this.#open.delete(connection.socket)) return;
    this.#count(connection.address, -1);
    connection.close();
  }

  #count(address: string | undefined, change: 1 | -1): void {
    if (address === undefined) return;
    const count = (this.#byAddress.get(address) ?? 0) + change;
    if (count === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, count);
  }
}
