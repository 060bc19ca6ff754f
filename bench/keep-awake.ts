/**
 * Preloaded by a load whose event loop must not sleep while it has connections. The sender of a response pays for waking its
 * receiver, 25 µs on a virtual machine. A bare server keeps its load busy and would not pay, a slower server would.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

let connections = 0;

function turn(): void {
  if (connections > 0) setImmediate(turn);
}

subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  connections += 1;
  if (connections === 1) turn();
  socket.once('close', () => (connections -= 1));
});
