/** The blocks of code of every page are at least well-formed; other tests run most of them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { readBlocks, readCommands } from './markdown.ts';
import { SITE_PAGES } from '../../tools/site-pages.ts';
import { findTellerCommands, parseTellerCommand } from './parse-command.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = SITE_PAGES.map(({ path }) => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8'),
}));

/** Reads blocks, and writes those that are no module. One process for all of them: its start takes longer than the parser. */
const LIST_MALFORMED = `
  const { SourceTextModule } = require('node:vm');
  const problems = JSON.parse(require('node:fs').readFileSync(0, 'utf8')).flatMap((block) => {
    try {
      new SourceTextModule(block.text);
      return [];
    } catch (error) {
      return [block.place + ': ' + error.message];
    }
  });
  process.stdout.write(JSON.stringify(problems));
`;

/** Returns the blocks of a language, each with its place. */
function listBlocks(
  language: string,
): readonly { readonly place: string; readonly text: string }[] {
  return PAGES.flatMap(({ path, text: page }) =>
    readBlocks(page)
      .filter((block) => block.language === language)
      .map(({ line, text }) => ({ place: `${path}:${line}`, text })),
  );
}

const commands = PAGES.flatMap(({ path, text }) =>
  readCommands(text)
    .flatMap((command) => findTellerCommands(command))
    .map((line) => ({ path, line })),
);

it.each(commands)('$path: $line is valid', async ({ line }) => {
  await expect(parseTellerCommand(line)).resolves.toBeUndefined();
});

it('finds the commands of the pages, and an invalid option', async () => {
  expect(new Set(commands.map(({ path }) => path)).size).toBeGreaterThan(4);
  await expect(parseTellerCommand('teller serve --prot 1')).rejects.toThrow('--prot');
});

it('runs an example with bin/node, because another Node may be too old for it', () => {
  const programs = PAGES.flatMap(({ text }) => readCommands(text)).flatMap(
    (command) => command.match(/\S*node examples\/\S+/g) ?? [],
  );
  expect(programs).toEqual(['bin/node examples/connect/server.js']);
});

// The package is compiled by development dependencies.
it.each(['README.md', 'docs/operations.md'])('%s packs the program after npm ci', (path) => {
  const page = readFileSync(join(ROOT, path), 'utf8');
  const packing = page.match(/.{10}\bnpm pack\b/g);
  expect(packing?.filter((text) => !text.startsWith('npm ci && '))).toEqual([]);
});

it.each(listBlocks('json'))('$place is JSON, without its ellipses', ({ text }) => {
  expect(() => JSON.parse(text.replaceAll(/, …/g, '')) as unknown).not.toThrow();
});

it('every js block is JavaScript', () => {
  const options = ['--experimental-vm-modules', '--no-warnings', '--eval', LIST_MALFORMED];
  const input = JSON.stringify(listBlocks('js'));
  const { stdout } = spawnSync(process.execPath, options, { input, encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual([]);
});

it.each(PAGES)('$path names only scripts of package.json', ({ text }) => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = [...text.matchAll(/(?<!exec )npm run (?:-\S+ )?([\w:]+)/g)].map(([, name]) => name);
  expect(named.filter((name = '') => !Object.hasOwn(scripts, name))).toEqual([]);
});
