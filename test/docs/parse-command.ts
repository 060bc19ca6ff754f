import type { Command } from 'commander';

import { listCommands } from '../../tools/cli-page.ts';

/** Returns the command lines of `teller` in a shell command, without pipes, redirections and comments. */
export function findTellerCommands(command: string): readonly string[] {
  const found = command.matchAll(/(?:^|[\s(/])(teller (?!\S*\.)[^|<>()#]*)/g);
  return [...found].map(([, line = '']) => line.trim());
}

/** Parses a command line of `teller` without running it. @throws {CommanderError} if it is invalid. */
export async function parseTellerCommand(line: string): Promise<void> {
  const [first] = await listCommands();
  const program = first!.command.parent!;
  disableActions(program);
  const words = line.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? [];
  const args = words.slice(1).map((word) => word.replaceAll(/["']/g, ''));
  await program.parseAsync(args, { from: 'user' });
}

function disableActions(command: Command): void {
  command.action(() => undefined);
  for (const child of command.commands) disableActions(child);
}
