/** The changes since the last release, one Markdown file each: see `.changes/README.md`. Pure functions. */

/** Files that name the version, other than manifests and the changelog. */
export const FILES_WITH_VERSION = [
  'README.md',
  'client/README.md',
  'compose.yaml',
  'docs/operations.md',
  'src/http/openapi/document.ts',
];

/**
 * Returns the text of such a file with a new version of this package: where the name of a package or an image precedes it,
 * and in the OpenAPI document. Other numbers, such as the version of a format, may be equal to it.
 */
export function replaceVersion(text: string, current: string, version: string): string {
  const own = /(?<=wallet-teller(?:-client)?[-:]|\bversion: ')\d+\.\d+\.\d+/g;
  return text.replace(own, (found) => (found === current ? version : found));
}

/** How a change increases the version, from the smallest to the largest. */
const BUMPS = ['patch', 'minor', 'major'] as const;
type Bump = (typeof BUMPS)[number];

/** A change since the last release. */
export interface Change {
  readonly bump: Bump;
  /** Markdown, for users and operators. */
  readonly text: string;
}

const FORM = /^(?<bump>[a-z]+)\n\n(?<text>\S[^]*)$/;

/**
 * Parses a file of `.changes/`: the bump, an empty line, and the text.
 *
 * @throws {Error} if it has another form.
 */
export function parseChange(name: string, file: string): Change {
  const { bump, text = '' } = FORM.exec(file)?.groups ?? {};
  const known = BUMPS.find((each) => each === bump);
  if (known !== undefined) return { bump: known, text: text.trim() };
  throw new Error(
    `${name}: the first line has to be ${BUMPS.join(', ')}; an empty line and the text follow`,
  );
}

/** Returns the version after these changes. Before 1.0.0, a `major` change increases the second number. */
export function nextVersion(version: string, changes: readonly Change[]): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const largest = Math.max(...changes.map(({ bump }) => BUMPS.indexOf(bump)));
  const bump = BUMPS[major === 0 ? Math.min(largest, 1) : largest];
  if (bump === 'major') return `${major + 1}.0.0`;
  return bump === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** A version with its changes. */
export interface Release {
  readonly version: string;
  /** `2026-11-25`. */
  readonly date: string;
  readonly changes: readonly Change[];
}

/** Returns the changelog with the release as its first section. An unreleased section of the version becomes it. */
export function addRelease(changelog: string, { version, date, changes }: Release): string {
  const list = changes.map(({ text }) => `- ${text.replaceAll('\n', '\n  ')}\n`).join('');
  const heading = `## ${version} (${date})`;
  const unreleased = `## ${version} (unreleased)`;
  if (changelog.includes(unreleased)) {
    const notes = readNotes(changelog, version);
    return changelog.replace(unreleased, heading).replace(notes, () => notes + list);
  }
  const first = changelog.search(/^## /m);
  return `${changelog.slice(0, first)}${heading}\n\n${list}\n${changelog.slice(first)}`;
}

/** Returns the section of a version without its heading. @throws {Error} if there is none. */
export function readNotes(changelog: string, version: string): string {
  const section = changelog.split(/^(?=## )/m).find((text) => text.startsWith(`## ${version} (`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section ${version}`);
  return `${section.slice(section.indexOf('\n')).trim()}\n`;
}
