/** The pages of the site of `npm run site`, in the order of its navigation. */

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
      page('concepts', 'Concepts'),
      page('comparison', 'Comparison'),
    ],
  },
  {
    title: 'Use',
    pages: [
      page('api', 'HTTP API guide'),
      page('client', 'TypeScript client', 'client/README.md'),
      page('errors', 'Errors'),
      page('limits', 'Limits'),
      page('webhooks', 'Webhooks'),
      page('explorer', 'Explorer'),
      page('connect', 'Connect'),
      page('management', 'Management API'),
      page('embed', 'Embed in a product'),
    ],
  },
  {
    title: 'Operate',
    pages: [
      page('cli', 'Commands'),
      page('configuration', 'Configuration'),
      page('exchanges', 'Exchanges'),
      page('import', 'Import'),
      page('operations', 'Operation'),
      page('security', 'Security'),
      page('sql', 'Reading by SQL'),
      page('postgresql', 'PostgreSQL'),
      page('reliability', 'Reliability'),
      page('performance', 'Performance'),
      page('scale', 'Scale'),
      page('changelog', 'Changelog', 'CHANGELOG.md'),
    ],
  },
  {
    title: 'Change',
    pages: [
      page('contributing', 'Contributing', 'CONTRIBUTING.md'),
      page('architecture', 'Architecture'),
      page('decisions', 'Decisions'),
    ],
  },
];

/** Every page of the site. */
export const SITE_PAGES: readonly SitePage[] = PAGE_GROUPS.flatMap(({ pages }) => pages);
