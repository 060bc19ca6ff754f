/** The pages of the site of `npm run site`, in the order of its navigation. */
import { basename, dirname, posix } from 'node:path';

/** The titles of the navigation, by group and Markdown file. */
const TITLES = {
  Start: {
    'README.md': 'Overview',
    'docs/quick-start.md': 'Quick start',
    'docs/embed.md': 'Embed in a product',
  },
  'How to': {
    'docs/api.md': 'Read by HTTP',
    'docs/sql.md': 'Read by SQL',
    'docs/webhooks.md': 'Receive webhooks',
    'docs/import.md': 'Import older history',
    'docs/management.md': 'Manage by HTTP',
    'docs/connect.md': 'Connect customers',
    'docs/operations.md': 'Operate a server',
    'docs/postgresql.md': 'PostgreSQL and Citus',
    'examples/README.md': 'Examples',
    'CONTRIBUTING.md': 'Contribute',
  },
  Reference: {
    'docs/cli.md': 'Commands',
    'docs/configuration.md': 'Configuration',
    'docs/errors.md': 'Errors',
    'docs/limits.md': 'Limits',
    'docs/exchanges.md': 'Exchanges',
    'client/README.md': 'TypeScript client',
    'docs/explorer.md': 'Explorer',
    'CHANGELOG.md': 'Changelog',
  },
  Explanation: {
    'docs/concepts.md': 'Concepts',
    'docs/comparison.md': 'Comparison',
    'docs/security.md': 'Security',
    'docs/reliability.md': 'Reliability',
    'docs/performance.md': 'Performance',
    'docs/scale.md': 'Scale',
    'docs/architecture.md': 'Architecture',
    'docs/decisions.md': 'Decisions',
  },
};

/** A page of the site. */
export interface SitePage {
  /** The name in the address, without `.html`. */
  readonly name: string;
  /** The Markdown file, from the root of the repository. */
  readonly path: string;
  readonly title: string;
}

/** The pages under each title of the navigation. */
export const PAGE_GROUPS = Object.entries(TITLES).map(([group, titles]) => ({
  title: group,
  pages: Object.entries(titles).map(([path, title]): SitePage => ({
    name: chooseName(path),
    path,
    title,
  })),
}));

/** Every page of the site. */
export const SITE_PAGES: readonly SitePage[] = PAGE_GROUPS.flatMap(({ pages }) => pages);

/** Returns the name of a file, or of the folder that a README describes. */
function chooseName(path: string): string {
  if (path === 'README.md') return 'index';
  return basename(path.replace('/README', ''), '.md').toLowerCase();
}

const CODE_OR_LINK = /(```[\s\S]*?```|`[^`\n]*`)|(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

/** Returns a page with the links of the site; a link to another file of the repository becomes text. */
export function writePageText(page: SitePage, text: string): string {
  return text.replaceAll(
    CODE_OR_LINK,
    (_all: string, code: string | undefined, image: string, label: string, target: string) => {
      if (code !== undefined) return code;
      const changed = changeTarget(page, target);
      return changed === undefined ? label : `${image}[${label}](${changed})`;
    },
  );
}

/** Returns the target of a link on the site; a file that is not part of the site has none. */
function changeTarget(page: SitePage, target: string): string | undefined {
  if (/^(?:https?:|#)/.test(target)) return target;
  const [file = '', anchor] = posix.join(dirname(page.path), target).split('#');
  if (file.startsWith('docs/images/')) return `./${file.slice('docs/'.length)}`;
  const linked = SITE_PAGES.find(({ path }) => path === file);
  return linked && `./${linked.name}.md${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Returns the first sentence of a page, which says whom it is for. */
export function readFirstSentence(text: string): string {
  const [, paragraph = ''] = /^# .+\n+([^#\n](?:.+\n)+)/m.exec(`${text}\n`) ?? [];
  const plain = paragraph.replaceAll(/\s+/g, ' ').replaceAll('**', '').trim();
  return /^.+?[.](?= |$)/.exec(plain)?.[0] ?? plain;
}

/** Returns `llms.txt`, which lists the pages for programs (llmstxt.org). @param readText returns the Markdown of a page. */
export function writeIndex(readText: (page: SitePage) => string): string {
  const groups = PAGE_GROUPS.map(({ title, pages }) => {
    const lines = pages.map((page) => {
      const sentence = readFirstSentence(readText(page));
      return `- [${page.title}](${page.name}.md): ${sentence}`;
    });
    return [`## ${title}`, '', ...lines].join('\n');
  });
  const [summary = ''] = SITE_PAGES.slice(0, 1).map((page) => readFirstSentence(readText(page)));
  return `${['# wallet-teller', `> ${summary}`, ...groups].join('\n\n')}\n`;
}
