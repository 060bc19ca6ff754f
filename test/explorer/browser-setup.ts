/**
 * One browser and one build of each page for a run of the tests. Each is created when the first test file requests it, so a
 * run creates only what its files use.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';

import { launchBrowser } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port that reads the name of a part, and answers with its place. */
    readonly explorerPort: number;
  }
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The pages, with the settings of their builds. */
const PAGES = {
  explorer: 'explorer/vite.config.ts',
  connect: 'explorer/connect/vite.config.ts',
} as const;

type PageName = keyof typeof PAGES;

/** The browser, whose place is an address, or a page, whose place is the folder of its build. */
export type ExplorerPart = 'browser' | PageName;

/** Runs before the tests; the returned function runs after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let browser: Promise<BrowserServer> | undefined;
  const folders = new Map<PageName, Promise<string>>();
  const locate = async (part: ExplorerPart): Promise<string> => {
    if (part === 'browser') return (await (browser ??= launchBrowser())).wsEndpoint();
    const folder = folders.get(part) ?? buildPage(PAGES[part]);
    folders.set(part, folder);
    return folder;
  };
  const desk = createServer({ allowHalfOpen: true }, (socket) => {
    text(socket)
      .then((part) => locate(part as ExplorerPart))
      .then(
        (place) => socket.end(place),
        (error: unknown) => socket.destroy(error as Error),
      );
  });
  await new Promise<void>((resolve) => {
    desk.listen(0, '127.0.0.1', resolve);
  });
  desk.unref();
  project.provide('explorerPort', (desk.address() as AddressInfo).port);
  return async () => {
    desk.close();
    await (await browser)?.close();
    for (const folder of folders.values()) rmSync(await folder, { recursive: true });
  };
}

/** Builds a page from the current sources, in a folder separate from the checkout's own build. */
async function buildPage(config: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'teller-explorer-'));
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const { NODE_ENV: _ofTests, ...env } = process.env;
  const options = ['--config', join(ROOT, config), '--outDir', folder];
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', ...options, '--emptyOutDir', '--logLevel', 'error'],
    { env },
  );
  return folder;
}
