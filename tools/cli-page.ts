/** Writes the page of commands from the help of the program. */
import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';

import { createProgram } from '../src/cli/program.ts';
import type { Runtime } from '../src/cli/runtime.ts';
import { writeTable } from './markdown.ts';

/** Characters of a line of help, so that it fits the site. */
const HELP_WIDTH = 80;

/** Returns a table of the commands, and a section for each. */
export async function writeCommands(): Promise<string> {
  const named = (await listCommands()).filter(({ command }) => canRun(command));
  const table = writeTable(
    ['command', 'does'],
    named.map(({ name, command }) => [
      `[${name}](#${name.replaceAll(' ', '-')})`,
      command.description(),
    ]),
  );
  const sections = named.map(({ name, help }) => `## ${name}\n\n\`\`\`text\n${help}\n\`\`\``);
  return [table, ...sections].join('\n\n');
}

/** Returns false for a command that only groups others. */
function canRun({ commands, registeredArguments }: Command): boolean {
  return commands.length === 0 || registeredArguments.length > 0;
}

/** A command with its name after `teller`. */
export interface ListedCommand {
  readonly name: string;
  readonly command: Command;
  /** The output of `--help`, without the options of every command. */
  readonly help: string;
}

/** Returns all commands and groups of commands, in the order of the help. */
export async function listCommands(): Promise<readonly ListedCommand[]> {
  let text = '';
  const program = await createProgram(DOCUMENTED_RUNTIME, [], (part) => {
    text += part;
  });
  const listed: ListedCommand[] = [];
  const visit = (command: Command, words: readonly string[]): void => {
    text = '';
    command.configureHelp({ showGlobalOptions: false }).outputHelp();
    const help = text.replaceAll(/\n{3,}/g, '\n\n').trim();
    listed.push({ name: words.join(' '), command, help });
    for (const child of command.commands) visit(child, [...words, child.name()]);
  };
  for (const command of program.commands) visit(command, [command.name()]);
  return listed;
}

/** The process of the documented program; help uses only the width. */
const DOCUMENTED_RUNTIME: Runtime = {
  mainPath: '',
  env: {},
  workingFolder: '/',
  stdin: process.stdin,
  stdout: { columns: HELP_WIDTH, write: () => true },
  stderr: { write: () => true },
  now: Date.now,
  randomBytes,
};
