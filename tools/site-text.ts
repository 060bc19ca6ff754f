/** The text of the site for programs: each page as Markdown, and `llms.txt`, which lists them (llmstxt.org). */
import { changeTarget, PAGE_GROUPS, type SitePage } from './site-pages.ts';

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

/** Returns the first sentence of a page, which says whom it is for. */
export function readFirstSentence(text: string): string {
  const [, paragraph = ''] = /^# .+\n+([^#\n](?:.+\n)+)/m.exec(`${text}\n`) ?? [];
  const plain = paragraph.replaceAll(/\s+/g, ' ').replaceAll('**', '').trim();
  return /^.+?[.](?= |$)/.exec(plain)?.[0] ?? plain;
}

/** Returns `llms.txt`. @param readText returns the Markdown of a page. */
export function writeIndex(readText: (page: SitePage) => string): string {
  const groups = PAGE_GROUPS.map(({ title, pages }) => {
    const lines = pages.map((page) => {
      const sentence = readFirstSentence(readText(page));
      return `- [${page.title}](${page.name}.md): ${sentence}`;
    });
    return [`## ${title}`, '', ...lines].join('\n');
  });
  const [overview] = PAGE_GROUPS.flatMap(({ pages }) => pages);
  const summary = overview === undefined ? '' : readFirstSentence(readText(overview));
  return `${['# wallet-teller', `> ${summary}`, ...groups].join('\n\n')}\n`;
}
