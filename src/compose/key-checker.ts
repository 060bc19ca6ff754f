/**
 * Checks keys for a process without the exchange library: in a child process, which is started for the first key and
 * ends when it was idle. The child has neither the master key nor the database.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, extname, join } from 'node:path';

import type { ConnectStep } from '../domain/connect.ts';
import type { ExchangeCredentials } from '../domain/sealed-credentials.ts';
import {
  ExchangeError,
  type ExchangeErrorCode,
  type KeyPermissions,
} from '../exchanges/exchange.ts';
import { FairTurns } from '../manage/fair-turns.ts';
import type { CheckKey, KeyCheck } from '../manage/key-check.ts';

/** A key to check, for the child process. */
export interface KeyCheckRequest {
  readonly id: number;
  readonly exchange: string;
  readonly credentials: ExchangeCredentials;
}

/** An error of an exchange between processes. */
interface SentError {
  readonly code: ExchangeErrorCode;
  readonly message: string;
}

/** A step of a check, from the child process. */
export interface KeyCheckStep {
  readonly id: number;
  readonly step: ConnectStep;
}

/** The result of a check, from the child process. */
export interface KeyCheckResponse {
  readonly id: number;
  readonly permissions?: KeyPermissions | undefined;
  readonly permissionsError?: SentError | undefined;
  readonly error?: SentError | undefined;
}

/** The checks that run at the same time, and that wait. An exchange that does not respond keeps each for seconds. */
const TURN_LIMITS = {
  runningMax: 16,
  runningOfGroupMax: 8,
  waitingMax: 256,
  waitingOfGroupMax: 64,
};
/** Longer than the timeout of the check itself and the start of the child together. */
const CHECK_MS_MAX = 20_000;
const IDLE_MS_MAX = 60_000;
/** The settings that the child needs, of those of the service and of PostgreSQL; the others have secrets. */
const NEEDED = /^TELLER_EXCHANGE_|^(?!TELLER_|PG)/;

interface RunningCheck {
  readonly end: (response: KeyCheckResponse) => void;
  readonly onStep: (step: ConnectStep) => void;
}

/** The parts of the process of a checker. */
export interface KeyCheckerOptions {
  /** The module that starts `teller`; the module of the child is in the same folder. */
  readonly mainPath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
}

/** Checks keys in a child process. */
export class KeyChecker {
  readonly #options: KeyCheckerOptions;
  readonly #running = new Map<number, RunningCheck>();
  readonly #turns = new FairTurns(TURN_LIMITS);
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(options: KeyCheckerOptions) {
    this.#options = options;
  }

  /** Checks a key. @throws {ManageError} `overloaded` if too many keys wait. */
  readonly check: CheckKey = async (exchange, credentials, { projectId = '', onStep } = {}) => {
    try {
      return await this.#turns.run(projectId, () => this.#run(exchange, credentials, onStep));
    } finally {
      if (this.#turns.isIdle) this.#endWhenIdle();
    }
  };

  /** Ends the child process. */
  close(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
  }

  async #run(
    exchange: string,
    credentials: ExchangeCredentials,
    onStep: (step: ConnectStep) => void = () => undefined,
  ): Promise<KeyCheck> {
    this.#lastId += 1;
    const id = this.#lastId;
    try {
      return toKeyCheck(await this.#ask({ id, exchange, credentials }, onStep));
    } finally {
      this.#running.delete(id);
    }
  }

  #ask(request: KeyCheckRequest, onStep: (step: ConnectStep) => void): Promise<KeyCheckResponse> {
    clearTimeout(this.#idle);
    return new Promise((resolve) => {
      const fail = (message: string): void =>
        resolve({ id: request.id, error: { code: 'exchange_unavailable', message } });
      const timeout = setTimeout(() => {
        fail('the check did not end in time');
        // A check limits its own time, so the process is blocked, and would not answer the next check either.
        child.kill('SIGKILL');
      }, CHECK_MS_MAX);
      const end = (response: KeyCheckResponse): void => {
        clearTimeout(timeout);
        resolve(response);
      };
      this.#running.set(request.id, { end, onStep });
      const child = (this.#child ??= this.#start());
      child.send(request, (error) => {
        if (error !== null) fail('the check could not be started');
      });
    });
  }

  #start(): ChildProcess {
    const { mainPath, env, workingFolder } = this.#options;
    const needed = Object.entries(env).filter(([name]) => NEEDED.test(name));
    const module = join(dirname(mainPath), `key-check-process${extname(mainPath)}`);
    const child = spawn(process.execPath, [...process.execArgv, module], {
      cwd: workingFolder,
      env: Object.fromEntries(needed),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (message: KeyCheckStep | KeyCheckResponse) => {
      const check = this.#running.get(message.id);
      if ('step' in message) check?.onStep(message.step);
      else check?.end(message);
    });
    const end = (): void => {
      // A child that was idle may end while another one checks keys.
      if (this.#child !== child) return;
      this.#child = undefined;
      const error = { code: 'exchange_unavailable', message: 'the check was interrupted' } as const;
      for (const [id, check] of this.#running) check.end({ id, error });
    };
    child.once('exit', end);
    child.once('error', end);
    return child;
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      const child = this.#child;
      this.#child = undefined;
      if (child?.connected === true) child.disconnect();
    }, IDLE_MS_MAX).unref();
  }
}

function toKeyCheck({ permissions, permissionsError, error }: KeyCheckResponse): KeyCheck {
  return {
    permissions,
    permissionsError:
      permissionsError && new ExchangeError(permissionsError.code, permissionsError.message),
    error: error && new ExchangeError(error.code, error.message),
  };
}
