/** The Connect page at `/connect`, and its assets. */
import type { FastifyInstance } from 'fastify';

import { addBuiltPages, describePagePolicy } from '../pages/built-pages.ts';

/** The path of the page. */
export const CONNECT_PATH = '/connect';

/**
 * Adds the page. Its headers are those of the explorer, except that a page of the operator may frame it, and that a
 * pop-up keeps its opener, to which it posts the end of the session.
 *
 * @param folder the output of `npm run build:connect`.
 * @param frameOrigins origins of pages that may frame it.
 */
export function addConnectPage(
  app: FastifyInstance,
  folder: string,
  frameOrigins: readonly string[],
): void {
  addBuiltPages(app, {
    folder,
    urls: { 'connect.html': CONNECT_PATH },
    headers: {
      ...describePagePolicy(frameOrigins),
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'unsafe-none',
      'x-robots-tag': 'noindex',
    },
    assetLabel: '/connect/assets',
    script: 'build:connect',
  });
}
