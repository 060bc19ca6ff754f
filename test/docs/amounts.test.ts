/** Pages agree about the JSON type of amounts. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const readPage = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');

it.each(['README.md', 'docs/api.md', 'docs/concepts.md', 'client/README.md'])(
  '%s says that a response has amounts as JSON numbers',
  (path) => {
    expect(readPage(path)).toMatch(/JSON numbers?/);
    expect(readPage(path)).not.toMatch(/text from the exchange to the response/);
  },
);

it.each(['README.md', 'docs/api.md'])('%s says that limits of withdrawals are text', (path) => {
  expect(readPage(path)).toContain('`minWithdrawal` and `maxWithdrawal` are text');
});
