/** Stops listening without resetting connections that the system has queued. */
import { type AddressInfo, connect, Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The system's socket, an undocumented property of Node's server. */
interface ListeningSocket {
  readonly _handle?: { listen(backlog: number): number } | null;
}
interface ConnectingSocket {
  readonly _handle?: { getpeername(address: object): number } | null;
}

/**
 * Stops listening, and resolves when new connections are refused by this process.
 *
 * Closing a listening socket resets the connections in its queue, and another one may arrive after the last
 * check of the queue. So the queue is limited to one connection, and the socket is closed while that
 * connection is one of this process. Linux ignores new connections while the queue is full; the caller's
 * system retries a second later, and is then refused. Connections that arrive before the connection of this
 * process are accepted.
 *
 * Other systems do not limit the queue in this way. On those systems, and after `limitMs`, the socket is
 * closed regardless of its queue.
 */
export async function stopListening(server: Server, limitMs: number): Promise<void> {
  const endMs = performance.now() + (process.platform === 'linux' ? limitMs : 0);
  const { address, port } = server.address() as AddressInfo;
  (server as ListeningSocket)._handle?.listen(0);
  while (server.listening) {
    const filler = connect({ host: address, port }).on('error', () => undefined);
    await connectionAttempted();
    // Calls the method of the base class, because an HTTP server's `close` also closes idle connections.
    if (isConnected(filler) || performance.now() >= endMs) Server.prototype.close.call(server);
    filler.destroy();
    await nextTurn();
  }
}

/** Resolves after Node has requested the connection, before the next turn of the event loop. */
function connectionAttempted(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}

/** Returns true if the system has established the connection, even if its event was not handled yet. */
function isConnected(socket: Socket & ConnectingSocket): boolean {
  return socket._handle?.getpeername({}) === 0;
}
