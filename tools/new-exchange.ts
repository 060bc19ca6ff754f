/**
 * Makes the folders of a new certified exchange from those of an existing one, and registers it:
 * `npm run new:exchange -- NAME`. The copy is a start: its tests pass, and each of its files says that it still describes
 * the other exchange. `test/exchanges/registration.test.ts` fails until these lines are gone.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { Command } from 'commander';

import { COPY_MARK } from './copy-mark.ts';
import { ROOT } from './files.ts';

/** What is registered by a line for each exchange. */
const TABLES = [
  'src/exchanges/catalogue.ts',
  'src/exchanges/connect-exchanges.ts',
  'simulator/catalogue.ts',
];
const FOLDERS = ['src/exchanges', 'simulator'];
const NAME = /^[a-z][a-z0-9]*$/;

new Command('npm run new:exchange --')
  .description(
    'Makes src/exchanges/NAME and simulator/NAME from those of a certified exchange, and registers them.',
  )
  .argument('<name>', "the exchange's id in ccxt")
  .option('--like <pattern>', 'the certified exchange to copy', 'bitvavo')
  .action((name: string, { like }: { readonly like: string }, command: Command) => {
    const problem = findProblem(name, like);
    if (problem !== undefined) command.error(`new:exchange: ${problem}`);
    const made = FOLDERS.flatMap((folder) => copyFolder(folder, name, like));
    for (const table of TABLES) addLines(join(ROOT, table), name, like);
    process.stdout.write(`${describe(name, like, made)}\n`);
  })
  .parse();

/** Returns why the exchange cannot be made. */
function findProblem(exchange: string, pattern: string): string | undefined {
  if (!NAME.test(exchange)) return `${exchange} is no id of ccxt: a-z and digits`;
  const folder = join(ROOT, 'src/exchanges');
  if (existsSync(join(folder, exchange))) return `${join(folder, exchange)} exists already`;
  if (!existsSync(join(folder, pattern, 'profile.ts'))) {
    return `--like ${pattern}: no certified exchange has this name`;
  }
  const list = readFileSync(join(folder, 'best-effort/exchanges.json'), 'utf8');
  return list.includes(`"${exchange}"`) ? undefined : `ccxt has no exchange ${exchange}`;
}

/** Replaces a name in each of its forms: `okx`, `Okx` and `OKX`. */
function rename(text: string, exchange: string, pattern: string): string {
  const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  return text
    .replaceAll(pattern, exchange)
    .replaceAll(capitalize(pattern), capitalize(exchange))
    .replaceAll(pattern.toUpperCase(), exchange.toUpperCase());
}

/** Copies the files of the pattern in a folder. Returns their paths. */
function copyFolder(folder: string, exchange: string, pattern: string): readonly string[] {
  const from = join(ROOT, folder, pattern);
  const files = globSync(['**/*.ts', 'MAPPINGS.md'], { cwd: from }).toSorted();
  return files.map((file) => {
    const path = join(folder, exchange, rename(file, exchange, pattern));
    const text = rename(readFileSync(join(from, file), 'utf8'), exchange, pattern);
    const mark = `${COPY_MARK} ${pattern}.`;
    const comment = file.endsWith('.md') ? `<!-- ${mark} -->` : `// ${mark}`;
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), `${text}\n${comment}\n`, { flag: 'wx' });
    return path;
  });
}

/** Repeats each line of the pattern for the new exchange. */
function addLines(path: string, exchange: string, pattern: string): void {
  const text = readFileSync(path, 'utf8');
  const lines = new RegExp(`^.*${pattern}.*\\n`, 'gim');
  const added = text.replaceAll(lines, (line) => line + rename(line, exchange, pattern));
  writeFileSync(path, added);
}

function describe(exchange: string, pattern: string, made: readonly string[]): string {
  return `Made ${made.length} files from those of ${pattern}, and registered ${exchange}:
${made.map((path) => `  ${path}\n`).join('')}
Every file still describes ${pattern}. CONTRIBUTING.md says what to do next: "A new exchange", from step 1.`;
}
