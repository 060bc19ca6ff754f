import type { Command } from 'commander';

import { distributeDatabase, openStore } from '../../compose/open-store.ts';
import type { MigrationState } from '../../store/store.ts';
import { example } from '../example.ts';
import { UsageError } from '../failure.ts';
import { ProgressMeter } from '../progress.ts';
import { printResult, startSession, type Runtime, type Session } from '../runtime.ts';

/** Adds `teller migrate`. */
export function addMigrateCommand(program: Command, runtime: Runtime): void {
  program
    .command('migrate')
    .description('migrate the schema of the database to this version')
    .option('--distribute', 'also distribute the wallets over the nodes of a Citus cluster')
    .addHelpText('after', example('teller migrate --database postgres://teller@localhost/teller'))
    .action(async (options: { distribute?: true }, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const { database } = session.config;
      if (options.distribute !== true) {
        const applied = await migrate(session);
        printResult(session, { applied }, describeApplied(applied));
        return;
      }
      if (database.kind !== 'postgres') {
        throw new UsageError(
          '--distribute needs PostgreSQL with Citus; select the database with --database',
        );
      }
      const applied = await migrate(session);
      const distributed = await distributeDatabase(database);
      const text = distributed.join(', ') || 'nothing, all tables are already distributed';
      const lines = [describeApplied(applied), `Distributed: ${text}`];
      printResult(session, { applied, distributed }, lines.join('\n'));
    });
}

type AppliedMigration = Pick<MigrationState, 'version' | 'name'>;

async function migrate(session: Session): Promise<readonly AppliedMigration[]> {
  const store = await openStore(session.config, { create: true });
  const meter = new ProgressMeter(session);
  try {
    return (await store.migrate(meter.update)).map(({ version, name }) => ({ version, name }));
  } finally {
    meter.clear();
    await store.close();
  }
}

function describeApplied(applied: readonly AppliedMigration[]): string {
  const lines = applied.map(({ version, name }) => `Applied ${version} ${name}`);
  return lines.join('\n') || 'The schema is up to date.';
}
