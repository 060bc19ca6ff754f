/** The Connect page at `/connect`, and its assets. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { ProblemError } from '../../domain/problem.ts';
import { addFileRoute, ASSET_HEADERS, describePagePolicy } from '../pages/explorer.ts';
import { readPageFiles } from '../pages/files.ts';

/** The path of the page. */
export const CONNECT_PATH = '/connect';

/**
 * Adds the page.
 *
 * @param folder the output of `npm run build:connect`; without it, the page says how to build it.
 * @param frameOrigins origins of pages that may frame it.
 */
export function addConnectPage(
  app: FastifyInstance,
  folder: string,
  frameOrigins: readonly string[],
): void {
  if (!existsSync(join(folder, 'connect.html'))) {
    app.get(CONNECT_PATH, refuseUnbuilt);
    return;
  }
  const headers = describeHeaders(frameOrigins);
  for (const file of readPageFiles(folder)) {
    const asset = { url: file.name, label: '/connect/assets', headers: ASSET_HEADERS };
    const isPage = file.name === '/connect.html';
    addFileRoute(app, file, isPage ? { url: CONNECT_PATH, headers } : asset);
  }
}

/**
 * The headers of the explorer, except that a page of the operator may frame it, and that a pop-up keeps its opener, to
 * which it posts the end of the session.
 */
function describeHeaders(frameOrigins: readonly string[]): Readonly<Record<string, string>> {
  return {
    ...describePagePolicy(frameOrigins),
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'unsafe-none',
    'x-robots-tag': 'noindex',
  };
}

function refuseUnbuilt(): never {
  throw new ProblemError(
    'not_found',
    'the Connect page is not built: run "npm run build:connect" in the checkout, then restart the service',
  );
}
