/** Fails if a file has an import that `import-rules.ts` does not allow. Usage: node tools/check-imports.ts */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

import { IMPORT_RULES, type ImportRule } from './import-rules.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CHECKED = ['src', 'client', 'explorer/src', 'explorer/connect/src', 'simulator'];
const SKIPPED = ['**/node_modules', '**/dist', '**/*.test.*'];
/** The specifiers of `import … from`, `export … from`, `import '…'` and `import('…')`. */
const SPECIFIER = /(?:^(?:import|export)\b[^'";]*?\bfrom\s+|^import\s+|\bimport\()'([^']+)'/gm;

/** Returns the imports of a file that no rule allows, as specifiers. @param path relative to the repository. */
export function findForbiddenImports(path: string, text: string): readonly string[] {
  const rule = IMPORT_RULES.find(({ folder }) => startsWith(path, folder));
  return [...text.matchAll(SPECIFIER)]
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => rule === undefined || !isAllowed(rule, path, specifier));
}

function isAllowed(
  { folder, files, packages = [] }: ImportRule,
  path: string,
  specifier: string,
): boolean {
  if (!specifier.startsWith('.')) {
    return packages.some((name) => startsWith(`${specifier}/`, `${name}/`));
  }
  const imported = posix.join(dirname(path), specifier);
  const [own = ''] = toExpression(folder).exec(path) ?? [];
  return imported.startsWith(own) || files.some((allowed) => startsWith(imported, allowed));
}

function startsWith(path: string, pattern: string): boolean {
  return toExpression(pattern).test(path);
}

/**
 * Returns an expression for a name: with `/` at its end, it matches all files in the folder; otherwise, only
 * the name itself.
 */
function toExpression(pattern: string): RegExp {
  const names = pattern.split('*').map((text) => text.replaceAll('.', String.raw`\.`));
  return new RegExp(`^${names.join('[^/]*')}${pattern.endsWith('/') ? '' : '$'}`);
}

function main(): void {
  let count = 0;
  for (const folder of CHECKED) {
    for (const path of globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT, exclude: SKIPPED })) {
      for (const specifier of findForbiddenImports(path, readFileSync(join(ROOT, path), 'utf8'))) {
        process.stderr.write(`${path}: may not import ${specifier}\n`);
        count += 1;
      }
    }
  }
  if (count === 0) return;
  process.stderr.write(`${count} imports that tools/import-rules.ts does not allow\n`);
  process.exitCode = 1;
}

if (import.meta.main) main();
