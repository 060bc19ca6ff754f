/** Lines that fit into a terminal. */

const INDENTATION = /^ */;
/** A command of an example, which a line break would change. */
const COMMAND = /^ *(?:\$|curl|-H) /;

/**
 * Returns help whose lines have at most `width` characters, if no word is longer. The lines of a paragraph are
 * joined first; an indented line is only broken.
 */
export function wrapHelp(text: string, width: number): string {
  return joinParagraphs(text.split('\n'))
    .flatMap((line) => (COMMAND.test(line) ? [line] : breakLine(line, width)))
    .join('\n');
}

/** A command in a message: in quotation marks, or after a colon at the end. */
const COMMAND_IN_MESSAGE = /"teller [^"]*"|(?<=: )teller .*$/g;
/** It joins the words of a command while a line is broken. */
const NO_BREAK = '\u00A0';

/** Returns a message whose lines have at most `width` characters, unless a word or a command is longer. */
export function wrapMessage(text: string, width: number | undefined): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (COMMAND.test(line)) return [line];
      const joined = line.replace(COMMAND_IN_MESSAGE, (command) =>
        command.replaceAll(' ', NO_BREAK),
      );
      return breakLine(joined, width ?? Infinity);
    })
    .join('\n')
    .replaceAll(NO_BREAK, ' ');
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

/** Breaks a line between words. @param indent the indentation of the further lines, by default that of the line. */
export function breakLine(line: string, width: number, indent?: number): readonly string[] {
  if (line.length <= width) return [line];
  const [first] = INDENTATION.exec(line) ?? [''];
  const indentation = ' '.repeat(indent ?? first.length);
  const lines: string[] = [];
  let current = first;
  for (const word of line.trim().split(' ')) {
    const isFirst = current === first || current === indentation;
    const longer = isFirst ? current + word : `${current} ${word}`;
    if (longer.length <= width || isFirst) current = longer;
    else {
      lines.push(current);
      current = indentation + word;
    }
  }
  return [...lines, current];
}
