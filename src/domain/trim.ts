/**
 * Returns the text without these characters at its ends. The time of a pattern like `/^ +| +$/g` grows with
 * the square of the length of a run of spaces within the text.
 *
 * @param characters of one UTF-16 unit each.
 */
export function trimCharacters(text: string, characters: string): string {
  const trimmed = trimEndCharacters(text, characters);
  let start = 0;
  while (start < trimmed.length && characters.includes(trimmed.charAt(start))) start += 1;
  return trimmed.slice(start);
}

/** Returns the text without these characters at its end. */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
