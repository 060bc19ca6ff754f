/** Runs one command line in this process. */
import { randomBytes } from 'node:crypto';
import { CommanderError, type Command } from 'commander';

import { showsStacks } from '../config/read-config.ts';
import {
  describeFailure,
  describeFrames,
  EXIT,
  IncompleteError,
  printedError,
  ReportedError,
} from './failure.ts';
import { createProgramFor, hasCommand } from './program.ts';
import { note, type Runtime } from './runtime.ts';
import { assumeWidth, ignoreErrorsOfStandardError, openStandardOutput } from './standard-output.ts';

/**
 * Runs the command line of this process and sets its exit code.
 *
 * @param mainPath the main module of this process.
 */
export async function runProcess(mainPath: string): Promise<void> {
  ignoreErrorsOfStandardError();
  const runtime: Runtime = {
    mainPath,
    env: process.env,
    workingFolder: process.cwd(),
    stdin: process.stdin,
    stdout: openStandardOutput(),
    stderr: assumeWidth(process.stderr),
    now: Date.now,
    randomBytes,
  };
  const exitCode = await runCommandLine(runtime, process.argv.slice(2));
  // A command that succeeds may have set the exit code itself.
  if (exitCode !== EXIT.done) process.exitCode = exitCode;
  // The channel to a parent process (see SupervisedChild) would prevent the exit of this process.
  process.channel?.unref();
}

/** Runs a command line, reports a failure and returns the exit code. */
export async function runCommandLine(runtime: Runtime, words: readonly string[]): Promise<number> {
  const argv = withHelpOption(words);
  const help: string[] = [];
  const program = await createProgramFor(runtime, argv, (text) => void help.push(text));
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode !== EXIT.done) {
      return reportFailure(runtime, program, argv, error);
    }
    showHelp(runtime, error, argv, help.join(''));
  }
  return EXIT.done;
}

/** Returns `org create --help` for `help org create`, of which commander reads only the first word after `help`. */
function withHelpOption(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !word.startsWith('-'));
  if (words[at] !== 'help') return words;
  const named = words.toSpliced(at, 1);
  const name = named[at] ?? '-';
  // With --help, the parser shows the help of the whole program for an unknown command.
  return name.startsWith('-') || hasCommand(name) ? [...named, '--help'] : named;
}

/** Prints the requested help or version. */
function showHelp(
  runtime: Runtime,
  { code }: CommanderError,
  argv: readonly string[],
  text: string,
): void {
  if (!argv.includes('--json')) {
    runtime.stdout.write(text);
    return;
  }
  const name = code === 'commander.version' ? 'version' : 'help';
  runtime.stdout.write(`${JSON.stringify({ [name]: text.trim() })}\n`);
}

/** Shows a failure and returns the exit code. */
function reportFailure(
  runtime: Runtime,
  program: Command,
  argv: readonly string[],
  thrown: unknown,
): number {
  const isReported = thrown instanceof ReportedError;
  const error = isReported ? thrown.cause : thrown;
  const failure = describeFailure(error);
  // The parser may have stopped before --json.
  if (argv.includes('--json') && !isReported) {
    const result = error instanceof IncompleteError ? error.result : {};
    runtime.stdout.write(`${JSON.stringify({ ...result, error: printedError(failure) })}\n`);
  }
  note(runtime, `teller: ${failure.message}`);
  if (failure.exitCode === EXIT.usage) {
    note(runtime, `See: ${[program.name(), ...commandWords(program, argv), '--help'].join(' ')}`);
  }
  if (showsStacks(runtime.env) && error instanceof Error) {
    // The message is omitted, because it may contain a secret argument.
    note(runtime, describeFrames(error));
  }
  return failure.exitCode;
}

/** Returns the words of the command line that name commands, e.g. `key create`. */
function commandWords(program: Command, argv: readonly string[]): string[] {
  const words: string[] = [];
  let command = program;
  for (const word of argv) {
    const next = command.commands.find((candidate) => candidate.name() === word);
    if (next === undefined) continue;
    words.push(word);
    command = next;
  }
  return words;
}
