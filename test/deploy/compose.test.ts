/** The settings of compose.yaml that Compose itself does not check, and of the command that starts one container. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const text = readFile('compose.yaml');

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

it('rotates the logs of all services of wallet-teller', () => {
  expect(readBlock('x-teller')).toContain('  logging: { driver: local }\n');
  for (const name of ['migrate', 'service', 'sync']) {
    expect(readBlock(name)).toContain('    <<: *teller\n');
    expect(readBlock(name)).not.toContain('logging:');
  }
});

// An open request has 10 s, which is the time after which Docker kills a container by default.
it('gives a container the time to stop that the systemd unit has', () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(
    readFile('deploy/systemd/wallet-teller.service'),
  )!;
  for (const name of ['service', 'sync']) {
    expect(readBlock(name)).toContain(`    stop_grace_period: ${seconds}s\n`);
  }
  expect(readFile('docs/operations.md')).toMatch(
    new RegExp(`^docker run .*--stop-timeout ${seconds} `, 'm'),
  );
});

function readFile(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}
