/** The recipes of CONTRIBUTING.md name code and scripts that exist; `links.test.ts` checks its files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

it('names things that are in the files in which it says they are', () => {
  const named = [...PAGE.matchAll(/`(\w+)`\s+(?:in|of)\s+`([\w./-]+\.ts)`/g)];
  expect(named).not.toEqual([]);
  for (const [, name = '', path = ''] of named) {
    const source = readFileSync(join(ROOT, path), 'utf8');
    expect({ path, has: name, is: source.includes(name) }).toMatchObject({ is: true });
  }
});

it('names scripts of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const names = [...PAGE.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g)].map(
    ([, name = '']) => name,
  );
  expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
});
