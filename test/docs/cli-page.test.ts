/** The examples of the help, which docs/cli.md shows, are valid command lines. */
import { expect, it } from 'vitest';

import { listCommands } from '../../tools/cli-page.ts';
import { findTellerCommands, parseTellerCommand } from './parse-command.ts';

function listExamples(help: string): readonly string[] {
  const lines = help.split('\n').filter((line) => line.startsWith('  $ '));
  return lines.flatMap((line) => findTellerCommands(line));
}

const commands = await listCommands();

it('has an example of every command', () => {
  const runnable = commands.filter(({ command }) => command.commands.length === 0);
  const without = runnable.filter(({ help }) => listExamples(help).length === 0);
  expect(without.map(({ name }) => name)).toEqual([]);
});

it.each(commands.flatMap(({ help }) => listExamples(help)))('%s is valid', async (example) => {
  await expect(parseTellerCommand(example)).resolves.toBeUndefined();
});
