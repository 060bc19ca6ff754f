/** The examples of the help, which docs/cli.md shows, are valid command lines. */
import type { Command } from 'commander';
import { expect, it } from 'vitest';

import { listCommands } from '../../tools/cli-page.ts';

/** Returns the command lines of `teller` in the examples of a help text. */
function listExamples(help: string): readonly string[] {
  const lines = help.split('\n').filter((line) => line.startsWith('  $ '));
  return lines.flatMap((line) => /(?:^ {2}\$ |\| |[$<]\()(teller [^|<>)]*)/.exec(line)?.[1] ?? []);
}

/** Makes a program parse command lines without running them. */
function disableActions(command: Command): void {
  command.action(() => undefined);
  for (const child of command.commands) disableActions(child);
}

const examples = (await listCommands()).flatMap(({ help }) => listExamples(help));

it('has an example of every command that can run', async () => {
  const commands = (await listCommands()).filter(({ command }) => command.commands.length === 0);
  const without = commands.filter(({ help }) => listExamples(help).length === 0);
  expect(without.map(({ name }) => name)).toEqual([]);
});

it.each(examples)('%s is a valid command line', async (example) => {
  const [first] = await listCommands();
  const program = first!.command.parent!;
  disableActions(program);
  const words = example.match(/"[^"]*"|\S+/g) ?? [];
  const args = words.slice(1).map((word) => word.replaceAll('"', ''));
  await expect(program.parseAsync(args, { from: 'user' })).resolves.toBe(program);
});
