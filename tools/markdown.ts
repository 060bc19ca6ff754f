/** Reads the parts of a Markdown page that tests and tools check: code blocks, links and headings. */

/** A fenced block of code. */
export interface CodeBlock {
  /** The word after the fence; empty if there is none. */
  readonly language: string;
  readonly text: string;
  /** The line of the fence, from 1. */
  readonly line: number;
}

/** A link or picture whose target is not in a code block. */
export interface PageLink {
  readonly target: string;
  readonly line: number;
}

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm;
const INLINE_CODE = /`[^`\n]*`/g;
const LINK = /\]\(([^()\s]+)\)/g;
const HEADING = /^#{1,6} (.+)$/gm;

/** Returns the fenced blocks of code, in the order of the page. */
export function readBlocks(page: string): readonly CodeBlock[] {
  return [...page.matchAll(FENCE)].map(({ 1: language = '', 2: text = '', index }) => ({
    language,
    text,
    line: countLines(page.slice(0, index)),
  }));
}

/**
 * Returns the commands of the blocks in the language `sh`. A command that continues on the next line is one
 * command.
 */
export function readCommands(page: string): readonly string[] {
  return readBlocks(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.replaceAll('\\\n', '').trim().split('\n'));
}

/** Returns the links and pictures. */
export function readLinks(page: string): readonly PageLink[] {
  const prose = blankCode(page);
  return [...prose.matchAll(LINK)].map(({ 1: target = '', index }) => ({
    target,
    line: countLines(prose.slice(0, index)),
  }));
}

/** Returns the page with other targets of its links. `change` returns undefined to remove the link. */
export function changeLinks(page: string, change: (target: string) => string | undefined): string {
  return splitAtFences(page)
    .map((part) =>
      part.startsWith('```')
        ? part
        : part.replaceAll(
            /(!?)\[((?:`[^`]*`|[^[\]`])*)\]\(([^()\s]+)\)/g,
            (_link, mark: string, text: string, target: string) => {
              const changed = change(target);
              return changed === undefined ? text : `${mark}[${text}](${changed})`;
            },
          ),
    )
    .join('');
}

/** Returns the anchors of the headings, as GitHub and the site name them. */
export function readAnchors(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of blankFences(page).matchAll(HEADING)) {
    const anchor = toAnchor(heading);
    for (let number = 0; ; number += 1) {
      const unique = number === 0 ? anchor : `${anchor}-${number}`;
      if (anchors.has(unique)) continue;
      anchors.add(unique);
      break;
    }
  }
  return anchors;
}

/** Returns the anchor of a heading: GitHub removes punctuation and replaces each space. */
export function toAnchor(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function splitAtFences(page: string): readonly string[] {
  return page.split(/(^```\w*\n[\s\S]*?^```$)/m);
}

function blankFences(page: string): string {
  return page.replaceAll(FENCE, keepLines);
}

function blankCode(page: string): string {
  return blankFences(page).replaceAll(INLINE_CODE, keepLines);
}

function keepLines(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}

function countLines(text: string): number {
  return text.split('\n').length;
}
