import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/**
 * The folder of package.json: the checkout, whose sources run as they are, or the installed package, in
 * which this module is compiled and lies one folder deeper.
 */
export const PACKAGE_ROOT = findPackageRoot();

function findPackageRoot(): string {
  const manifest = findPackageJSON(import.meta.url);
  if (manifest === undefined) throw new Error('package.json of wallet-teller is missing');
  return dirname(manifest);
}
