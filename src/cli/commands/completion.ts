import { Argument, type Command } from 'commander';

import { EXCHANGE_CATALOGUE } from '../../exchanges/catalogue.ts';
import { SHELLS, type Shell, writeCompletion } from '../completion.ts';
import { example } from '../example.ts';
import type { Runtime } from '../runtime.ts';

const EXPLANATION = `
Add one of these lines to the start-up file of the shell:
  bash  source <(teller completion bash)
  zsh   source <(teller completion zsh)
  fish  teller completion fish | source`;

/** Adds `teller completion`. @param createWhole returns the program with all of its commands. */
export function addCompletionCommand(
  program: Command,
  runtime: Runtime,
  createWhole: () => Promise<Command>,
): void {
  program
    .command('completion')
    .description('print the script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', EXPLANATION)
    .addHelpText('after', example('source <(teller completion bash)'))
    .action(async (shell: Shell, _options: unknown, command: Command) => {
      const exchanges = EXCHANGE_CATALOGUE.map(({ name }) => name);
      const script = writeCompletion(await createWhole(), shell, exchanges);
      const { json } = command.optsWithGlobals();
      runtime.stdout.write(json === true ? `${JSON.stringify({ script })}\n` : script);
    });
}
