import type { Server } from 'node:http';

/** A service that can be started and closed. */
export interface HttpApp {
  readonly server: Server;
  /** Starts to listen. Returns the URL, without a slash at its end. */
  listen(place: { readonly host: string; readonly port: number }): Promise<string>;
  /** Stops accepting connections. Resolves when all requests are answered and all connections are closed. */
  close(): Promise<void>;
}
