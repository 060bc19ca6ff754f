/** The end of listening, without a reset for connections that the system has queued. */
import { type AddressInfo, connect, Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The system's sockets, which Node keeps at its objects without documenting them. */
interface ListeningSocket {
  readonly _handle?: { listen(backlog: number): number } | null;
}
interface ConnectingSocket {
  readonly _handle?: { getpeername(address: object): number } | null;
}

/**
 * Stops listening, and resolves when new connections are refused by this process.
 *
 * A process that closes a listening socket resets the connections that are queued there, and one can
 * always arrive after the last look at the queue. So the queue is bounded to one connection, and the
 * socket is closed while that one is our own: Linux ignores requests for connections while the queue is
 * full, the caller's system repeats them a second later, and they are refused then. Connections that
 * come before ours are accepted.
 *
 * Other systems do not bound the queue like this. There, and after `limitMs`, the socket is closed
 * whatever is queued.
 */
export async function stopListening(server: Server, limitMs: number): Promise<void> {
  const endMs = performance.now() + (process.platform === 'linux' ? limitMs : 0);
  const { address, port } = server.address() as AddressInfo;
  (server as ListeningSocket)._handle?.listen(0);
  while (server.listening) {
    const filler = connect({ host: address, port }).on('error', () => undefined);
    await connectionAttempted();
    // The base class: the close of an HTTP server also closes idle connections.
    if (isConnected(filler) || performance.now() >= endMs) Server.prototype.close.call(server);
    filler.destroy();
    await nextTurn();
  }
}

/** Resolves after Node has asked the system for the connection, before the next turn of the event loop. */
function connectionAttempted(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}

/** True if the system has made the connection, whether or not its event was handled. */
function isConnected(socket: Socket & ConnectingSocket): boolean {
  return socket._handle?.getpeername({}) === 0;
}
