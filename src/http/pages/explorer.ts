import type { FastifyInstance } from 'fastify';

import { addBuiltPages, type BuiltPages, describePagePolicy } from './built-pages.ts';

/** The pages of the service. */
export const EXPLORER_PAGES: BuiltPages['urls'] = { 'index.html': '/', 'docs.html': '/docs' };

/** The page of the management API: all wallets, for an operator. */
export const OPERATOR_PAGES: BuiltPages['urls'] = { 'operator.html': '/' };

/**
 * Adds pages of the explorer, and its assets. Other sites cannot embed or open them.
 *
 * @param folder the output of `npm run build:explorer`.
 */
export function addExplorerPages(
  app: FastifyInstance,
  folder: string | undefined,
  urls: BuiltPages['urls'],
): void {
  addBuiltPages(app, {
    folder,
    urls,
    headers: {
      ...describePagePolicy([]),
      'cache-control': 'no-cache',
      'cross-origin-opener-policy': 'same-origin',
    },
    assetLabel: '/assets',
    script: 'build:explorer',
  });
}
