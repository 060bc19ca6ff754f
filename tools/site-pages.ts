/** The pages of the site of `npm run site`, in the order of its navigation. */

import { posix } from 'node:path';

/** A page of the site. */
export interface SitePage {
  /** The name in the address, without `.html`. */
  readonly name: string;
  /** The Markdown file, from the root of the repository. */
  readonly path: string;
  readonly title: string;
}

/** Pages under one title of the navigation. */
export interface PageGroup {
  readonly title: string;
  readonly pages: readonly SitePage[];
}

function page(name: string, title: string, path = `docs/${name}.md`): SitePage {
  return { name, path, title };
}

export const PAGE_GROUPS: readonly PageGroup[] = [
  {
    title: 'Start',
    pages: [
      page('index', 'Overview', 'README.md'),
      page('quick-start', 'Quick start'),
      page('embed', 'Embed in a product'),
    ],
  },
  {
    title: 'How to',
    pages: [
      page('api', 'Read by HTTP'),
      page('sql', 'Read by SQL'),
      page('webhooks', 'Receive webhooks'),
      page('import', 'Import older history'),
      page('management', 'Manage by HTTP'),
      page('connect', 'Connect customers'),
      page('operations', 'Operate a server'),
      page('postgresql', 'PostgreSQL and Citus'),
      page('examples', 'Examples', 'examples/README.md'),
      page('contributing', 'Contribute', 'CONTRIBUTING.md'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('cli', 'Commands'),
      page('configuration', 'Configuration'),
      page('errors', 'Errors'),
      page('limits', 'Limits'),
      page('exchanges', 'Exchanges'),
      page('client', 'TypeScript client', 'client/README.md'),
      page('explorer', 'Explorer'),
      page('changelog', 'Changelog', 'CHANGELOG.md'),
    ],
  },
  {
    title: 'Explanation',
    pages: [
      page('concepts', 'Concepts'),
      page('comparison', 'Comparison'),
      page('security', 'Security'),
      page('reliability', 'Reliability'),
      page('performance', 'Performance'),
      page('scale', 'Scale'),
      page('architecture', 'Architecture'),
      page('decisions', 'Decisions'),
    ],
  },
];

/** Every page of the site. */
export const SITE_PAGES: readonly SitePage[] = PAGE_GROUPS.flatMap(({ pages }) => pages);

/**
 * Returns the name on the site, with a path and an anchor, of the target of a link in a page of the repository. A file
 * that is not part of the site has none.
 */
export function changeTarget(page: SitePage, target: string): string | undefined {
  if (/^(?:https?:|#)/.test(target)) return target;
  const [file = '', anchor] = posix.join(posix.dirname(page.path), target).split('#');
  if (file.startsWith('docs/images/')) return `./${file.slice('docs/'.length)}`;
  const linked = SITE_PAGES.find(({ path }) => path === file);
  return linked && `./${linked.name}.md${anchor === undefined ? '' : `#${anchor}`}`;
}
