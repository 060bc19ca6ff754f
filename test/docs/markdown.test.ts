import { expect, it } from 'vitest';

import { readAnchors, readBlocks, readCommands, readLinks } from './markdown.ts';

const PAGE = `# Title

A [link](one.md#part) and [\`code\`](two.md), ![picture](three.webp).

\`\`\`sh
first \\
  --option
second [not](a-link)
\`\`\`

## Title

\`\`\`json
{ "a": 1 }
\`\`\`
`;

it('reads blocks with language and line', () => {
  expect(readBlocks(PAGE)).toEqual([
    { language: 'sh', text: 'first \\\n  --option\nsecond [not](a-link)\n', line: 5 },
    { language: 'json', text: '{ "a": 1 }\n', line: 13 },
  ]);
});

it('reads a command that continues on the next line as one command', () => {
  expect(readCommands(PAGE)).toEqual(['first   --option', 'second [not](a-link)']);
});

it('reads links outside of code', () => {
  expect(readLinks(PAGE)).toEqual([
    { target: 'one.md#part', line: 3 },
    { target: 'two.md', line: 3 },
    { target: 'three.webp', line: 3 },
  ]);
});

it('numbers equal headings', () => {
  expect([...readAnchors(PAGE)]).toEqual(['title', 'title-1']);
});

it.each([
  ['Keys, and `code`', 'keys-and-code'],
  ['[Linked](page.md) words', 'linked-words'],
  ['wallet_not_found', 'wallet_not_found'],
])('names the heading %s %s', (heading, anchor) => {
  expect([...readAnchors(`## ${heading}\n`)]).toEqual([anchor]);
});
