import { lookUp } from '../exchanges/mapping/look-up.ts';

/** Explanations by the system's code of the error. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist: check its path',
  EISDIR: 'the file is a folder: add the name of a file in it',
  EACCES:
    'this user has no permission to read the file: change the owner or mode of the file or its folder',
};

/** Returns why a file cannot be read, without its path; `undefined` if the error has another cause. */
export function explainFileProblem(error: unknown): string | undefined {
  return lookUp(PROBLEMS, (error as NodeJS.ErrnoException).code ?? null);
}
