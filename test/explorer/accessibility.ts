import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Result, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { WIDTHS } from './explorer-harness.ts';

/** The minified axe: half of the time of a short check is the transfer of its source. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** The rules of axe that compare colours. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Fails if axe finds an error in the current page, in either colour scheme.
 *
 * @param selector of the part that is checked; the whole page by default.
 */
export async function expectAccessible(page: Page, selector = 'html'): Promise<void> {
  // Playwright's own evaluation of such a long script takes a third longer.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  await session.detach();
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await findViolations(page, selector)).toEqual([]);
  // The colour schemes differ only in colours.
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(page, selector, { runOnly: COLOR_RULES })).toEqual([]);
}

/** Fails if an element of the page exceeds its window at any of the widths, so that it is cut or has to be scrolled to. */
export async function expectToFit(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  for (const width of new Set([size.width, ...WIDTHS])) {
    await page.setViewportSize({ ...size, width });
    // A chart follows the width in its next frame.
    await expect.poll(() => findCut(page), { message: `${width} pixels wide` }).toEqual([]);
  }
  await page.setViewportSize(size);
}

async function findCut(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth)
      .map((element) => element.outerHTML.slice(0, 200))
  `);
}

async function findViolations(
  page: Page,
  selector: string,
  rules: RunOptions = {},
): Promise<string[]> {
  // Without the results of rules that an element satisfies, a check takes half the time.
  const options: RunOptions = { resultTypes: ['violations'], ...rules };
  const run = `axe.run(${JSON.stringify(selector)}, ${JSON.stringify(options)})`;
  const violations = await page.evaluate<Result[]>(`${run}.then(({ violations }) => violations)`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
