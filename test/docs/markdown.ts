/** Reads the parts of a Markdown page that tests check. */
import GithubSlugger from 'github-slugger';
import { marked, type Token, type Tokens } from 'marked';

/** A fenced block of code. */
export interface CodeBlock {
  /** The word after the fence; empty if there is none. */
  readonly language: string;
  readonly text: string;
  /** The line of the fence, from 1. */
  readonly line: number;
}

/** A link or picture. */
export interface PageLink {
  readonly target: string;
  readonly line: number;
}

/** Returns the fenced blocks of code, in the order of the page. */
export function readBlocks(page: string): readonly CodeBlock[] {
  return readTokens(page)
    .filter(({ token }) => token.type === 'code' && token['codeBlockStyle'] !== 'indented')
    .map(({ token, line }) => {
      const { lang: language = '', text } = token as Tokens.Code;
      return { language, text: `${text}\n`, line };
    });
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

/** Returns the links and pictures, without addresses that are links because of their form. */
export function readLinks(page: string): readonly PageLink[] {
  return readTokens(page)
    .filter(({ token }) => ['link', 'image'].includes(token.type) && /^!?\[/.test(token.raw))
    .map(({ token, line }) => ({ target: (token as Tokens.Link | Tokens.Image).href, line }));
}

/** Returns the anchors of the headings, as GitHub and the site name them. */
export function readAnchors(page: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const headings = readTokens(page).filter(({ token }) => token.type === 'heading');
  return new Set(headings.map(({ token }) => slugger.slug(textOf(token))));
}

/** A part of a page, and the line where it begins. */
interface PlacedToken {
  readonly token: Token;
  readonly line: number;
}

/** Returns all parts of the page, those within other parts after them. */
function readTokens(page: string): readonly PlacedToken[] {
  const placed: PlacedToken[] = [];
  let before = '';
  for (const block of marked.lexer(page)) {
    void marked.walkTokens([block], (token) => {
      const inBlock = Math.max(0, block.raw.indexOf(token.raw));
      const line = (before + block.raw.slice(0, inBlock)).split('\n').length;
      placed.push({ token, line });
    });
    before += block.raw;
  }
  return placed;
}

/** Returns the text of a part without its markup. */
function textOf(token: Token): string {
  const parts = 'tokens' in token ? token.tokens : undefined;
  if (parts !== undefined) return parts.map(textOf).join('');
  return 'text' in token ? String(token.text) : token.raw;
}
