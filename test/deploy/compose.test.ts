/** The settings of compose.yaml that Compose itself does not check. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const text = readFileSync(new URL('../../compose.yaml', import.meta.url), 'utf8');

/** Returns the lines of a service, or of the settings that services share. */
function readBlock(name: string): string {
  return new RegExp(`^ *${name}:.*\n((?: {2,}\\S.*\n)+)`, 'm').exec(text)![1]!;
}

// Compose builds services in parallel, and Docker refuses the second image of one name with "already exists".
it('builds the image once, for the service that the others wait for', () => {
  expect(text.match(/\bbuild:/g)).toHaveLength(1);
  expect(readBlock('migrate')).toContain('    build: .\n');
});

it.each(['service', 'sync'])('does not search a registry for the image of %s', (name) => {
  const block = readBlock(name);
  expect(block).toContain('    <<: *teller\n    pull_policy: never\n');
  expect(block).toContain('migrate: { condition: service_completed_successfully }');
});
