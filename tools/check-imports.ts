/** Fails if a file has an import that `import-rules.ts` does not allow. Usage: node tools/check-imports.ts */
import { dirname, posix } from 'node:path';

import { isProgram, readFiles, report } from './files.ts';
import { IMPORT_RULES, type ImportRule } from './import-rules.ts';

const CHECKED = '{src,client,explorer/src,explorer/connect/src,simulator}/**/*.{ts,tsx}';
/** The specifiers of `import … from`, `export … from`, `import '…'` and `import('…')`. */
const SPECIFIER = /(?:^(?:import|export)\b[^'";]*?\bfrom\s+|^import\s+|\bimport\()'([^']+)'/gm;

/** Returns the imports of a file that no rule allows, as specifiers. @param path relative to the repository. */
export function findForbiddenImports(path: string, text: string): readonly string[] {
  const [folder, rule] = Object.entries(IMPORT_RULES).find(([each]) => matches(path, each)) ?? [];
  return [...text.matchAll(SPECIFIER)]
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => {
      if (folder === undefined || rule === undefined) return true;
      const own = path.split('/', folder.split('/').length - 1).join('/');
      return !isAllowed(rule, specifier, posix.join(dirname(path), specifier), `${own}/`);
    });
}

/** @param own the folder of the rule that contains the file. */
function isAllowed(rule: ImportRule, specifier: string, path: string, own: string): boolean {
  const { files = '', packages = '' } = rule;
  if (specifier.startsWith('.')) {
    return [own, ...files.split(' ')].some((pattern) => matches(path, pattern));
  }
  return packages
    .split(' ')
    .some((name) => matches(specifier, name) || matches(specifier, `${name}/`));
}

/** A pattern with `/` at its end matches all files in the folder. */
function matches(path: string, pattern: string): boolean {
  return posix.matchesGlob(path, pattern.endsWith('/') ? `${pattern}**/*` : pattern);
}

if (isProgram(import.meta.filename)) {
  report(
    readFiles(CHECKED, ['**/*.test.*']).flatMap(({ path, text }) =>
      findForbiddenImports(path, text).map(
        (specifier) => `${path}: tools/import-rules.ts does not allow to import ${specifier}`,
      ),
    ),
  );
}
