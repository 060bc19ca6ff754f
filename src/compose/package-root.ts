import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/**
 * The folder of package.json: of the checkout, where the sources run directly, or of the installed package,
 * where this compiled module is one folder deeper.
 */
export const PACKAGE_ROOT = findPackageRoot();

function findPackageRoot(): string {
  const manifest = findPackageJSON(import.meta.url);
  if (manifest === undefined) throw new Error('package.json of wallet-teller is missing');
  return dirname(manifest);
}
