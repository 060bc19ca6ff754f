/** The browser of the tests: the Chromium that npm installs, with its libraries and fonts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type BrowserServer, chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGE = '@sparticuz/chromium';
const CACHE = join(ROOT, 'node_modules/.cache');

/**
 * The arguments of the browser. The package's own arguments disable web security. Root cannot use the
 * sandbox.
 */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--disable-component-update',
  '--process-per-site',
  // Few processes for the pages of all test files: without these two, Chromium starts 241 of them instead of 32, and takes 285
  // and 303 s of processor time for all tests of the explorer instead of 232 and 258.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=2',
];

/** Starts the browser to which test files connect: the one of `TELLER_TEST_CHROMIUM`, or npm's for Linux. */
export async function launchBrowser(): Promise<BrowserServer> {
  const installed = process.env['TELLER_TEST_CHROMIUM'];
  if (installed !== undefined) {
    return chromium.launchServer({ executablePath: installed, args: ARGUMENTS });
  }
  const folder = await unpackBrowser();
  return chromium.launchServer({
    executablePath: join(folder, 'chromium'),
    args: ARGUMENTS,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  });
}

/** Unpacks the browser once for this checkout: it takes some seconds. */
async function unpackBrowser(): Promise<string> {
  const manifest = readFileSync(join(ROOT, 'node_modules', PACKAGE, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = join(CACHE, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const staging = mkdtempSync(join(CACHE, 'chromium-staging-'));
  try {
    await unpackInto(staging);
    writeFileSync(join(staging, 'fonts', 'fonts.conf'), writeFontSettings(folder));
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    // Another run was faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/**
 * Writes the settings of fonts: the package's own settings name folders of AWS, and a browser without a font
 * exits.
 */
function writeFontSettings(folder: string): string {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`;
}

/**
 * Unpacks the browser in a separate process: the package unpacks into the temporary folder of its process,
 * with libraries only if it detects AWS.
 */
async function unpackInto(folder: string): Promise<void> {
  const script = `await (await import('${PACKAGE}')).default.executablePath()`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`Chromium was not unpacked: exit code ${code}`);
}
