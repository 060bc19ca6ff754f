import type { Plugin } from 'vite';

const FILE = 'uPlot.esm.js';
const OF_BROWSER = "domEnv ? nav.language : 'en-US'";

/**
 * Replaces the browser's language in uPlot with a fixed one. When uPlot is loaded, it creates a number format,
 * which the page does not use. This throws if the browser's language is not a valid language tag: Chromium
 * reports `en-US@posix` with `LANG=C`.
 */
export function fixUplotLanguage(): Plugin {
  return {
    name: 'uplot-language',
    transform(code, id) {
      if (!id.endsWith(FILE)) return undefined;
      if (!code.includes(OF_BROWSER)) throw new Error(`${FILE} has another number format`);
      return { code: code.replace(OF_BROWSER, "'en-US'"), map: null };
    },
  };
}
