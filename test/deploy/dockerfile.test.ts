/**
 * Follows the Dockerfile in a copy of the Debian root that `TELLER_TEST_DEBIAN_ROOT` names: made by debootstrap
 * (bookworm), with Node 24 and npm in /usr/local, as the image has them. It needs root and the npm registry, so it does not run
 * without the variable.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const DEBIAN_ROOT = process.env['TELLER_TEST_DEBIAN_ROOT'];
const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const TIMEOUT_MS = 600_000;

/** A stage of the Dockerfile: a folder that is its root, and what its last lines have set. */
interface Stage {
  readonly root: string;
  folder: string;
  user: string;
  readonly env: Record<string, string>;
  readonly commands: Map<string, readonly string[]>;
}

describe.runIf(DEBIAN_ROOT)('the Dockerfile', () => {
  let scratch: string;
  let image: Stage;
  let service: ChildProcess | undefined;

  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), 'teller-image-'));
    image = build(readFileSync(join(CHECKOUT, 'Dockerfile'), 'utf8'), scratch);
    service = startIn(image, [...image.commands.get('ENTRYPOINT')!, 'serve', '--port', '8080']);
  }, TIMEOUT_MS);
  afterAll(async () => {
    if (service !== undefined) {
      const closed = once(service, 'close');
      process.kill(-service.pid!, 'SIGKILL');
      await closed;
    }
    rmSync(scratch, { recursive: true, force: true });
  });

  it('makes a service that the health check finds healthy', async () => {
    await once(service!.stdout!, 'data');
    const [program = '', ...args] = image.commands.get('HEALTHCHECK')!;
    const [code] = await once(startIn(image, [program, ...args]), 'close');
    expect(code).toBe(0);
  });

  it('runs as a user that can write only its data', async () => {
    const write = (path: string) =>
      once(startIn(image, ['sh', '-c', `echo x >>${path}`]), 'close').then(
        ([code]) => code as number,
      );
    expect(await write('/data/file')).toBe(0);
    expect(await write('/opt/wallet-teller/package.json')).not.toBe(0);
    expect(await write('/etc/passwd')).not.toBe(0);
  });
});

/** Carries out the lines of a Dockerfile; returns the last stage. */
function build(text: string, scratch: string): Stage {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const [word = '', ...rest] = line.split(' ');
    const argument = rest.join(' ');
    if (word === 'FROM') {
      stage = copyRoot(join(scratch, String(stages.size)));
      stages.set(rest[2] ?? 'last', stage);
    } else follow(stage!, stages, word, argument);
  }
  return stage!;
}

function copyRoot(root: string): Stage {
  execFileSync('cp', ['--archive', '--reflink=auto', DEBIAN_ROOT!, root]);
  return { root, folder: '/', user: '0', env: {}, commands: new Map() };
}

function follow(stage: Stage, stages: Map<string, Stage>, word: string, argument: string): void {
  switch (word) {
    case 'RUN':
      execFileSync('unshare', enter(stage, ['sh', '-c', argument]), {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: environmentOf(stage),
      });
      break;
    case 'COPY':
      copy(stage, stages, argument);
      break;
    case 'ENV':
      stage.env[argument.slice(0, argument.indexOf('='))] = argument.slice(
        argument.indexOf('=') + 1,
      );
      break;
    case 'WORKDIR':
      stage.folder = argument;
      mkdirSync(join(stage.root, argument), { recursive: true });
      break;
    case 'USER':
      stage.user = argument;
      break;
    case 'ENTRYPOINT':
    case 'CMD':
      stage.commands.set(word, JSON.parse(argument) as string[]);
      break;
    case 'HEALTHCHECK':
      stage.commands.set(word, JSON.parse(argument.slice(argument.indexOf('['))) as string[]);
      break;
    case 'VOLUME':
    case 'EXPOSE':
      break;
    default:
      throw new Error(`this test does not know ${word}`);
  }
}

function copy(stage: Stage, stages: Map<string, Stage>, argument: string): void {
  const [from, source, target] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(argument)!.slice(1);
  if (from !== undefined) {
    cpSync(join(stages.get(from)!.root, source!), join(stage.root, target!), {
      recursive: true,
      verbatimSymlinks: true,
    });
    return;
  }
  const ignored = readFileSync(join(CHECKOUT, '.dockerignore'), 'utf8').trim().split('\n');
  const exclusions = ignored.map((path) => `--exclude=./${path}`.replace('./**/', ''));
  const archive = execFileSync('tar', ['--create', ...exclusions, '--directory', CHECKOUT, '.'], {
    maxBuffer: 1024 ** 3,
  });
  execFileSync('tar', ['--extract', '--directory', join(stage.root, stage.folder)], {
    input: archive,
  });
}

/** The network of this machine may need another certificate authority, which the Debian root then has too. */
function environmentOf({ env }: Stage): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS } = process.env;
  return {
    NODE_EXTRA_CA_CERTS,
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    HOME: '/tmp',
    ...env,
  };
}

function startIn(stage: Stage, command: readonly string[]): ChildProcess {
  return spawn('unshare', enter(stage, command), {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environmentOf(stage),
    // A process group of its own, which can be killed as a whole.
    detached: true,
  });
}

/** Returns the arguments of `unshare` that run a command in a stage, with its own processes in /proc. */
function enter({ root, user, folder }: Stage, command: readonly string[]): string[] {
  const separate = ['--mount', '--pid', '--fork', `--mount-proc=${root}/proc`];
  return [
    ...separate,
    'chroot',
    `--userspec=${user}`,
    root,
    'env',
    `--chdir=${folder}`,
    ...command,
  ];
}
