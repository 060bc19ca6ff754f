import type { Command } from 'commander';

import { example } from '../example.ts';
import { readPort } from '../option-values.ts';
import type { Runtime } from '../runtime.ts';

/** Adds `teller demo`. */
export function addDemoCommand(program: Command, runtime: Runtime): void {
  program
    .command('demo')
    .description('run the service with a simulated exchange and a sample wallet')
    .option('--port <port>', 'the port (default: 8080 or the next free one)', readPort)
    .option('--manage-port <port>', 'also serve the management API, on this port', readPort)
    .addHelpText(
      'after',
      '\nIt uses SQLite. Without --database, all data is deleted when the demo ends. With it, other commands on that' +
        '\ndatabase call the real exchanges, unless they have the variable TELLER_EXCHANGE_PROXY_URL, which the demo prints.',
    )
    .addHelpText('after', example('teller demo'))
    .action(async (options: { port?: number; managePort?: number }, command: Command) => {
      // Only this command loads the simulator.
      const { runDemo } = await import('../demo/run-demo.ts');
      await runDemo(runtime, command.optsWithGlobals(), options);
    });
}
