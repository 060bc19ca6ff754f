import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
/** The data of `npm run dev`. Tests use another folder. */
export const DEV_FOLDER = process.env['TELLER_DEV_FOLDER'] ?? `${ROOT}/.dev`;
