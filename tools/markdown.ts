/** Writes the generated parts of Markdown pages. */

/**
 * Returns the page with another content between its marks `<!-- NAME: … -->` and `<!-- /NAME -->`.
 *
 * @throws {Error} if the page has no such marks.
 */
export function replaceMarked(page: string, name: string, content: string): string {
  const section = new RegExp(`(<!-- ${name}: [^>]*-->\\n)[\\s\\S]*(<!-- /${name} -->)`);
  if (!section.test(page)) throw new Error(`the page has no marks of ${name}`);
  return page.replace(section, (_section, start: string, end: string) =>
    [start, content, '', end].join('\n'),
  );
}

/** Returns a table. */
export function writeTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [titles, titles.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
