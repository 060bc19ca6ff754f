/**
 * One browser and one build of the pages for a run of the tests. They are created when the first test file
 * requests them, so a run without such a file does not create them.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';

import { launchBrowser } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port that answers with {@link ExplorerParts} as JSON. */
    readonly explorerPort: number;
  }
}

/** The address of the browser, and the folders of the built pages. */
export interface ExplorerParts {
  readonly browserUrl: string;
  readonly explorerFolder: string;
  readonly connectFolder: string;
}

interface Started {
  readonly browser: BrowserServer;
  readonly parts: ExplorerParts;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs before the tests; the returned function runs after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<Started> | undefined;
  const desk = createServer((socket) => {
    started ??= start();
    started.then(
      ({ parts }) => socket.end(JSON.stringify(parts)),
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
    if (started === undefined) return;
    const { browser, parts } = await started;
    await browser.close();
    for (const folder of [parts.explorerFolder, parts.connectFolder]) {
      rmSync(folder, { recursive: true });
    }
  };
}

async function start(): Promise<Started> {
  const [browser, explorerFolder, connectFolder] = await Promise.all([
    launchBrowser(),
    buildPage('explorer/vite.config.ts'),
    buildPage('explorer/connect/vite.config.ts'),
  ]);
  return { browser, parts: { browserUrl: browser.wsEndpoint(), explorerFolder, connectFolder } };
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
