/** The lines of help. */

const INDENTATION = /^ */;
/** A command of an example, which a line break would change. */
const COMMAND = /^ *\$ /;

/**
 * Returns help whose lines have at most `width` characters, if no word is longer. The lines of a paragraph are
 * joined first; an indented line is only broken.
 */
export function wrapHelp(text: string, width: number): string {
  return joinParagraphs(text.split('\n'))
    .flatMap((line) => (COMMAND.test(line) ? [line] : breakLine(line, width)))
    .join('\n');
}

function joinParagraphs(lines: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (isProse(line) && isProse(lines[index - 1] ?? '')) joined.push(`${joined.pop()} ${line}`);
    else joined.push(line);
  }
  return joined;
}

function isProse(line: string): boolean {
  return line !== '' && !line.startsWith(' ');
}

function breakLine(line: string, width: number): readonly string[] {
  if (line.length <= width) return [line];
  const [indentation] = INDENTATION.exec(line) ?? [''];
  const lines: string[] = [];
  let current = indentation;
  for (const word of line.trim().split(' ')) {
    const isFirst = current === indentation;
    const longer = isFirst ? current + word : `${current} ${word}`;
    if (longer.length <= width || isFirst) current = longer;
    else {
      lines.push(current);
      current = indentation + word;
    }
  }
  return [...lines, current];
}
