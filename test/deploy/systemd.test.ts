/** The unit and the script that runs a command with the settings of the unit. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const unit = readFile('deploy/systemd/wallet-teller.service');
const script = readFile('deploy/systemd/teller');
const page = readFile('docs/operations.md');

/** Returns all values of a setting of the unit. */
function listValues(name: string): readonly string[] {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

it('runs a command with the variables, the user and the program of the unit', () => {
  const [program] = listValues('ExecStart')[0]!.split(' ');
  const expected = [
    ...listValues('Environment').map((value) => `--setenv=${value}`),
    ...listValues('EnvironmentFile').map((value) => `--property=EnvironmentFile=${value}`),
    ...listValues('User').map((value) => `--uid=${value}`),
    ...listValues('Group').map((value) => `--gid=${value}`),
    `${program} "$@"`,
  ];
  expect(expected).toHaveLength(6);
  expect(expected.filter((part) => !script.includes(part))).toEqual([]);
});

it('passes arguments as they are, and keeps a redirected standard error apart', () => {
  const options = script.slice(script.indexOf('exec systemd-run'), script.indexOf('"$@"'));
  for (const option of ['--expand-environment=no', '--pty', '--pipe']) {
    expect(options.split(/\s+/)).toContain(option);
  }
});

it('gains no privileges, has files for all connections, and writes no core dump with secrets', () => {
  expect(listValues('NoNewPrivileges')).toEqual(['yes']);
  // The service alone accepts thousands of connections; the default of systemd is 1024.
  expect(Number(listValues('LimitNOFILE')[0])).toBeGreaterThanOrEqual(65_536);
  expect(listValues('LimitCORE')).toEqual(['0']);
});

it('has the folders that docs/operations.md installs', () => {
  const [prefix] = /(?<=npm install --prefix )\S+/.exec(page)!;
  expect(listValues('ExecStart')[0]).toContain(`${prefix}/node_modules/.bin/teller `);
  for (const path of ['wallet-teller.service', 'teller']) {
    expect(page).toContain(`${prefix}/node_modules/wallet-teller/deploy/systemd/${path}`);
  }
});

it('runs a command before the first start of the unit, which has a folder then', () => {
  const [folder] = /(?<=--working-directory=)\S+/.exec(script)!;
  const install = page.slice(page.indexOf('## Install'), page.indexOf('systemctl enable'));
  const mode = listValues('StateDirectoryMode')[0];
  expect(install).toContain(
    `install --directory --owner=teller --group=teller --mode=${mode} ${folder}\n`,
  );
});

function readFile(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}
