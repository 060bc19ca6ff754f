import type { Result } from 'axe-core';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Fails if axe finds an error in the current page, in either colour scheme.
 *
 * @param selector of the part that is checked; the whole page by default.
 */
export async function expectAccessible(page: Page, selector = 'html'): Promise<void> {
  await page.evaluate(axe.source);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await findViolations(page, selector)]).toEqual([colorScheme, []]);
  }
}

/** Fails if an element of the page exceeds its window, so that it is cut or has to be scrolled to. */
export async function expectToFit(page: Page): Promise<void> {
  const cut = await page.evaluate<string[]>(`
    [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth)
      .map((element) => element.outerHTML.slice(0, 200))
  `);
  expect(cut).toEqual([]);
}

async function findViolations(page: Page, selector: string): Promise<string[]> {
  // Without the results of rules that an element satisfies, a check takes half the time.
  const run = `axe.run(${JSON.stringify(selector)}, { resultTypes: ['violations'] })`;
  const violations = await page.evaluate<Result[]>(`${run}.then(({ violations }) => violations)`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
