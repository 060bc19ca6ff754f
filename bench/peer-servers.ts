/** Peers: other servers, installed in `peers/`. */
import { existsSync, readFileSync } from 'node:fs';

import { makeCommand, SERVER_CORE, type Service, startServer } from './processes.ts';

/** The instruction for installing the peers. */
export const INSTALLATION = 'not installed: npm --prefix bench/peers ci';

const FOLDER = new URL('peers/', import.meta.url);

/** Returns true if the peers are installed. */
export function hasPeers(): boolean {
  return existsSync(new URL('node_modules/@platformatic/db', FOLDER));
}

/** Returns the peers and their versions, installed or not. */
export function readPeerVersions(): Readonly<Record<string, string>> {
  const manifest = readFileSync(new URL('package.json', FOLDER), 'utf8');
  return (JSON.parse(manifest) as { dependencies: Record<string, string> }).dependencies;
}

/** Starts a file of this folder or of `peers/` that serves a database. */
export function startPeer(file: string, databaseUrl: string): Promise<Service> {
  return startServer(makeCommand(file, [databaseUrl]), { core: SERVER_CORE });
}
