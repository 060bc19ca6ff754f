import { readdirSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

const FOLDER = new URL('./', import.meta.url);

it('every prepared statement has its own name', () => {
  const sources = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'));
  const text = sources.map((file) => readFileSync(new URL(file, FOLDER), 'utf8')).join('\n');
  const names = Array.from(text.matchAll(/^\s*name: '(\w+)',$/gm), ([, name]) => name);
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
