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
import { ManageError } from '../manage/errors.ts';
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

/** Maximum checks that run at the same time, and that wait for one of them. */
const RUNNING_MAX = 16;
const WAITING_MAX = 256;
/** Longer than the timeout of the check itself and the start of the child together. */
const CHECK_MS_MAX = 20_000;
const IDLE_MS_MAX = 60_000;
/** The child does not need these. */
const WITHHELD = ['TELLER_MASTER_KEY', 'TELLER_MASTER_KEY_FILE', 'TELLER_DATABASE_URL'];

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
  readonly #waiting: (() => void)[] = [];
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #turns = 0;
  #lastId = 0;

  constructor(options: KeyCheckerOptions) {
    this.#options = options;
  }

  /** Checks a key. @throws {ManageError} `overloaded` if too many keys wait. */
  readonly check: CheckKey = async (exchange, credentials, onStep = () => undefined) => {
    await this.#takeTurn();
    this.#lastId += 1;
    const id = this.#lastId;
    try {
      return toKeyCheck(await this.#ask({ id, exchange, credentials }, onStep));
    } finally {
      this.#running.delete(id);
      this.#endTurn();
    }
  };

  /** Ends the child process. */
  close(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
  }

  async #takeTurn(): Promise<void> {
    if (this.#turns < RUNNING_MAX) {
      this.#turns += 1;
      return;
    }
    if (this.#waiting.length >= WAITING_MAX) {
      throw new ManageError('overloaded', 'too many keys are being checked; repeat the request');
    }
    await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }

  /** Passes the turn on, so that a request that arrives meanwhile does not take it. */
  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    this.#turns -= 1;
    if (this.#turns === 0) this.#endWhenIdle();
  }

  #ask(request: KeyCheckRequest, onStep: (step: ConnectStep) => void): Promise<KeyCheckResponse> {
    clearTimeout(this.#idle);
    return new Promise((resolve) => {
      const fail = (message: string): void =>
        resolve({ id: request.id, error: { code: 'exchange_unavailable', message } });
      const timeout = setTimeout(() => fail('the check did not end in time'), CHECK_MS_MAX);
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
    const withheld = Object.fromEntries(WITHHELD.map((name) => [name, undefined]));
    const module = join(dirname(mainPath), `key-check-process${extname(mainPath)}`);
    const child = spawn(process.execPath, [...process.execArgv, module], {
      cwd: workingFolder,
      env: { ...env, ...withheld },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (message: KeyCheckStep | KeyCheckResponse) => {
      const check = this.#running.get(message.id);
      if ('step' in message) check?.onStep(message.step);
      else check?.end(message);
    });
    const end = (): void => {
      if (this.#child === child) this.#child = undefined;
      const error = { code: 'exchange_unavailable', message: 'the check was interrupted' } as const;
      for (const [id, check] of this.#running) check.end({ id, error });
    };
    child.once('exit', end);
    child.once('error', end);
    return child;
  }

  #endWhenIdle(): void {
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
