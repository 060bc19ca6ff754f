/**
 * Makes the folders of a new certified exchange from those of an existing one, and registers it:
 * `npm run new:exchange -- NAME`. The copy is a start: its tests pass, and each of its files says that it still describes
 * the other exchange. `test/exchanges/registration.test.ts` fails until these lines are gone.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { COPY_MARK } from './copy-mark.ts';

const HELP = `Usage: npm run new:exchange -- NAME [--like PATTERN]

Makes src/exchanges/NAME and simulator/NAME from those of a certified exchange, and registers them.

  NAME              the exchange's id in ccxt
  --like <pattern>  the certified exchange to copy (default: bitvavo, the shortest)
`;
/** What is registered by a line for each exchange. */
const TABLES = [
  'src/exchanges/catalogue.ts',
  'src/exchanges/connect-exchanges.ts',
  'simulator/catalogue.ts',
];
/** What describes a best-effort exchange. */
const BEST_EFFORT = [
  'src/exchanges/best-effort/traits/NAME.ts, and its line in traits.ts',
  'test/best-effort/samples/NAME.ts',
];
const FOLDERS = ['src/exchanges', 'simulator'];
const NAME = /^[a-z][a-z0-9]*$/;

const { values, positionals } = parseArgs({
  options: { like: { type: 'string', default: 'bitvavo' }, help: { type: 'boolean' } },
  allowPositionals: true,
});
const [name = ''] = positionals;
if (values.help === true || positionals.length !== 1) process.stdout.write(HELP);
else run();

function run(): void {
  try {
    makeExchange(join(import.meta.dirname, '..'), name, values.like);
  } catch (error) {
    process.stderr.write(
      `new:exchange: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}

function makeExchange(root: string, exchange: string, pattern: string): void {
  requireNames(root, exchange, pattern);
  const rename = renameTo(exchange, pattern);
  const made = FOLDERS.flatMap((folder) => copyFolder(root, folder, { exchange, pattern, rename }));
  for (const table of TABLES) addLines(join(root, table), pattern, rename);
  process.stdout.write(`${describe(exchange, pattern, made)}\n`);
}

/** @throws {Error} if the exchange cannot be made. */
function requireNames(root: string, exchange: string, pattern: string): void {
  const folder = (each: string): string => join(root, 'src/exchanges', each);
  if (!NAME.test(exchange)) throw new Error(`${exchange} is no id of ccxt: a-z and digits`);
  if (existsSync(folder(exchange))) throw new Error(`${folder(exchange)} exists already`);
  if (!existsSync(join(folder(pattern), 'profile.ts'))) {
    throw new Error(`--like ${pattern}: no certified exchange has this name`);
  }
  const list = readFileSync(join(root, 'src/exchanges/best-effort/exchanges.json'), 'utf8');
  if (!list.includes(`"${exchange}"`)) throw new Error(`ccxt has no exchange ${exchange}`);
}

/** Returns the function that replaces a name in each of its forms: `okx`, `Okx` and `OKX`. */
function renameTo(exchange: string, pattern: string): (text: string) => string {
  const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  return (text) =>
    text
      .replaceAll(pattern, exchange)
      .replaceAll(capitalize(pattern), capitalize(exchange))
      .replaceAll(pattern.toUpperCase(), exchange.toUpperCase());
}

interface Copy {
  readonly exchange: string;
  readonly pattern: string;
  readonly rename: (text: string) => string;
}

/** Copies the files of the pattern in a folder. Returns their paths. */
function copyFolder(root: string, folder: string, copy: Copy): readonly string[] {
  const from = join(folder, copy.pattern);
  const files = globSync(['**/*.ts', 'MAPPINGS.md'], { cwd: join(root, from) }).toSorted();
  return files.map((file) => {
    const path = join(folder, copy.exchange, copy.rename(file));
    const text = copy.rename(readFileSync(join(root, from, file), 'utf8'));
    const mark = `${COPY_MARK} ${copy.pattern}.`;
    const comment = file.endsWith('.md') ? `<!-- ${mark} -->` : `// ${mark}`;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n${comment}\n`, { flag: 'wx' });
    return path;
  });
}

/** Repeats each line of the pattern for the new exchange. */
function addLines(path: string, pattern: string, rename: (text: string) => string): void {
  const lines = readFileSync(path, 'utf8').split('\n');
  const added = lines.flatMap((line) =>
    line.toLowerCase().includes(pattern) ? [line, rename(line)] : [line],
  );
  writeFileSync(path, added.join('\n'));
}

function describe(exchange: string, pattern: string, made: readonly string[]): string {
  return [
    `Made ${made.length} files from those of ${pattern}, and registered ${exchange}:`,
    ...made.map((path) => `  ${path}`),
    '',
    `Every file still describes ${pattern}. In this order:`,
    `1. profile.ts: the facts, the sources and the endpoints of ${exchange}, each with its source.`,
    '2. account.ts: its requests; then transactions.ts, ledger.ts, balances.ts and statuses.ts with their tests.',
    '   MAPPINGS.md: each field and status that they map, with its source, and what you rejected.',
    `   ccxt's names of the endpoints: node_modules/ccxt/js/src/abstract/${exchange}.d.ts`,
    `3. simulator/${exchange}: its wire format.`,
    '4. Remove the last line of each file that is right. The test of the registration lists the others.',
    '5. npm run exchanges; npm run docs; npm run format',
    '   Then delete what describes it as a best-effort exchange:',
    ...BEST_EFFORT.map((path) => `     ${path.replace('NAME', exchange)}`),
    `6. npm run test:file -- test/exchanges test/sync test/faults -t ${exchange}`,
  ].join('\n');
}
