/** Failures of commands: an exit code, a code for programs and a sentence for people. */
import { CommanderError } from 'commander';

import { ConfigError } from '../config/read-config.ts';
import { ProblemError } from '../domain/problem.ts';
import { ManageError, type ManageErrorCode } from '../manage/errors.ts';
import { RecordNotFoundError } from '../store/errors.ts';
import { makePrintable } from './table.ts';

/** The exit codes of every command. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** Thrown if the command line is invalid. */
export class UsageError extends Error {
  readonly code = 'wrong_usage';

  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Facts about a failure for programs, which `--json` prints next to its code and message. */
export type FailureDetails = Readonly<Record<string, unknown>>;

/** Thrown if a command fails. */
export class CommandError extends Error {
  readonly code: string;
  readonly details: FailureDetails;

  constructor(code: string, message: string, details: FailureDetails = {}) {
    super(message);
    this.name = 'CommandError';
    this.code = code;
    this.details = details;
  }
}

/** Thrown if a command fails although it has a result, which `--json` prints in the same value as the error. */
export class IncompleteError extends CommandError {
  readonly result: object;

  constructor(code: string, message: string, result: object) {
    super(code, message);
    this.name = 'IncompleteError';
    this.result = result;
  }
}

/** Thrown if a command fails after it has begun to print a JSON value, to whose end it has added the error. */
export class ReportedError extends Error {
  constructor(cause: unknown) {
    super('the command failed', { cause });
    this.name = 'ReportedError';
  }
}

/** A failure in the form in which it is printed. */
export interface Failure {
  readonly exitCode: number;
  readonly code: string;
  readonly message: string;
  readonly details?: FailureDetails;
}

/** Returns the printed form of an error; the message contains no stack. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof CommanderError && error.code === 'commander.help') {
    return { exitCode: EXIT.usage, code: 'wrong_usage', message: 'which command?' };
  }
  if (error instanceof CommanderError) {
    return { exitCode: EXIT.usage, code: 'wrong_usage', message: cleanUsageMessage(error) };
  }
  if (error instanceof UsageError || error instanceof ConfigError) {
    return { exitCode: EXIT.usage, code: error.code, message: error.message };
  }
  if (error instanceof ProblemError && error.parameterErrors.length > 0) {
    const message = error.parameterErrors
      .map((parameter) => `--${parameter.parameter} ${parameter.message}`)
      .join('; ');
    return { exitCode: EXIT.usage, code: error.code, message };
  }
  const described = describeError(error);
  if (error instanceof RecordNotFoundError) described.message += adviseList(error.kind);
  if (error instanceof ManageError) described.message += ADVICE.get(error.code) ?? '';
  const details =
    error instanceof CommandError || error instanceof ManageError ? error.details : {};
  return { exitCode: EXIT.failed, ...described, details };
}

/** What the user of a command can do about a refusal, by its code. */
const ADVICE: ReadonlyMap<ManageErrorCode, string> = new Map([
  ['credentials_rejected', ', or use --unchecked to store it anyway'],
  ['credentials_too_powerful', ', or use --allow-withdraw-permission'],
  ['wallet_imports_only', '; a wallet with a key is added by: teller wallet add'],
  ['webhook_changed', '; repeat the command'],
]);

/** Returns the error that `--json` prints. */
export function printedError({ code, message, details }: Failure): object {
  return { code, message, ...details };
}

/** The commands that list the records of a kind. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ['organization', 'teller org list'],
  ['project', 'teller project list'],
  ['API key', 'teller key list'],
  ['management key', 'teller manage-key list'],
  ['wallet', 'teller wallet list'],
  ['import to undo', 'teller import list'],
  ['webhook', 'teller webhook list'],
]);

function adviseList(kind: string): string {
  const command = LISTS.get(kind);
  return command === undefined ? '' : `; "${command}" lists what there is`;
}

const CAUSE_LENGTH_MAX = 500;
/** Matches tokens that may be a key or a signature in a library's message. */
const LONG_TOKEN = /[\w+/=-]{24,}/g;

/** Returns name and message of an unexpected error, without tokens that may be secrets. */
export function describeCause(error: unknown, withStack: boolean): string {
  if (!(error instanceof Error)) return 'a value was thrown that is not an error';
  const [line = ''] = error.message.split('\n');
  const cause = `${error.name}: ${makePrintable(line.replace(LONG_TOKEN, '…')).slice(0, CAUSE_LENGTH_MAX)}`;
  if (!withStack) return cause;
  return [cause, describeFrames(error)].join('\n');
}

/** Returns the stack of an error without its first lines, which repeat the message. */
export function describeFrames(error: Error): string {
  const lines = (error.stack ?? '').replace(error.message, '').split('\n');
  return lines.filter((text) => text.startsWith('    at ')).join('\n');
}

function describeError(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: 'internal', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'internal';
  // A library's message may contain a dump after its first line. Messages of wallet-teller are shown in full.
  const [line = error.name] =
    error instanceof CommandError || error instanceof ManageError
      ? [error.message]
      : error.message.split('\n');
  return { code: /^[A-Z]/.test(code) ? code.toLowerCase() : code, message: line };
}

/**
 * Removes values of unknown options from the parser's message, because a secret may have been typed as an option by mistake.
 * The message does not contain surplus arguments.
 */
function cleanUsageMessage(error: CommanderError): string {
  const message = error.message
    .replace(/^error: /, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
  if (error.code === 'commander.unknownOption') {
    return message.replace(/(?<=unknown option '[^'=]*)=.*'/, "'");
  }
  return message;
}
