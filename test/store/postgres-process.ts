/** A PostgreSQL for tests in a separate process that ends with this one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SUPERVISOR = fileURLToPath(new URL('postgres-supervisor.ts', import.meta.url));

/** A server that runs until it is closed or this process exits. */
export class PostgresProcess {
  readonly #child: ChildProcess;
  readonly #lines: Interface;

  private constructor(child: ChildProcess, lines: Interface) {
    this.#child = child;
    this.#lines = lines;
  }

  /** Starts a server, and returns it with a superuser's URL. */
  static async start(): Promise<{ readonly server: PostgresProcess; readonly url: string }> {
    const child = spawn(process.execPath, [SUPERVISOR], {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    });
    const lines = createInterface({ input: child.stdout });
    const server = new PostgresProcess(child, lines);
    return { server, url: await server.#nextLine() };
  }

  /** Stops the server like a failure or like an operator, or restarts it. */
  async command(command: 'stop' | 'shut-down' | 'start'): Promise<void> {
    const answer = this.#nextLine();
    this.#child.stdin?.write(`${command}\n`);
    await answer;
  }

  async close(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.stdin?.end();
    await exited;
  }

  async #nextLine(): Promise<string> {
    const ended = once(this.#child, 'exit').then(() => {
      throw new Error('the PostgreSQL of the tests did not start');
    });
    const [line] = (await Promise.race([once(this.#lines, 'line'), ended])) as [string];
    return line;
  }
}
