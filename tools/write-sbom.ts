/** Prints what the package installs on this platform as CycloneDX: `npm run --silent sbom`. */
import { execFileSync } from 'node:child_process';

import { ROOT } from './files.ts';

/** https://cyclonedx.org/docs/1.5/json/, as far as this tool reads it. */
interface Sbom {
  components: readonly Component[];
  dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly 'bom-ref': string;
  readonly properties: readonly { readonly name: string; readonly value: string }[];
}

/** The property of a package that only development needs: `lib/utils/sbom-cyclonedx.js` of npm 11. */
const DEVELOPMENT = 'cdx:npm:package:development';

// With --omit=dev, which NODE_ENV=production implies, npm also omits packages that both the program and a development
// package need: its selector is `:not(.dev)` (`lib/commands/sbom.js` of npm 11).
const options = ['--include=dev', '--workspaces=false', '--sbom-format=cyclonedx'];
const sbom = JSON.parse(
  execFileSync('npm', ['sbom', ...options], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 }),
) as Sbom;
const omitted = new Set(
  sbom.components.filter(isForDevelopment).map((component) => component['bom-ref']),
);
const installed = {
  ...sbom,
  components: sbom.components.filter((component) => !omitted.has(component['bom-ref'])),
  dependencies: sbom.dependencies
    .filter(({ ref }) => !omitted.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => !omitted.has(on)) })),
};
process.stdout.write(`${JSON.stringify(installed, null, 2)}\n`);

function isForDevelopment({ properties }: Component): boolean {
  return properties.some(({ name, value }) => name === DEVELOPMENT && value === 'true');
}
