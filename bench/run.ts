/**
 * The measurements, as ratios within one run: the server on one core, the load on another. Prints a table, or JSON
 * with `--json`; progress goes to standard error. `--only` selects parts, `--rows` the size of the largest wallet,
 * `--rounds` the repetitions of each load.
 */
import { Databases } from './databases.ts';
import { measureHttp } from './http.ts';
import { measureImports } from './import.ts';
import { measureListing } from './listing.ts';
import { measureLongResponses } from './long-responses.ts';
import { type Measurement, notMeasured, reportProgress } from './measurement.ts';
import { measureNoise } from './noise.ts';
import { type Options, type Part, readOptions } from './options.ts';
import { measurePeers } from './peers.ts';
import { measurePostgres } from './postgres.ts';
import { runTidily } from './processes.ts';
import { describeMachine, writeJson, writeTable } from './report.ts';
import { measureStoredHistories } from './stored-histories.ts';
import { measureSync } from './sync.ts';

type Measure = (databases: Databases, options: Options) => Promise<Measurement[]>;

const MEASURES: Readonly<Record<Part, Measure>> = {
  import: (databases, { rows }) => measureImports(databases, rows),
  size: (databases) => measureStoredHistories(databases),
  listing: (databases) => measureListing(databases),
  http: (databases, { rounds }) => measureHttp(databases, rounds),
  peers: (databases, { rounds }) => measurePeers(databases, rounds),
  postgres: (databases, { rounds }) => measurePostgres(databases, rounds),
  noise: (databases) => measureNoise(databases),
  sync: async (databases) => [
    ...(await measureSync(await databases.make('SQLite'))),
    ...(await measureLongResponses(await databases.make('SQLite'))),
  ],
};

const options = readOptions(process.argv.slice(2));

/** Runs a part; a failure does not stop the others. */
async function measure(part: Part, databases: Databases): Promise<Measurement[]> {
  try {
    return await MEASURES[part](databases, options);
  } catch (error) {
    process.exitCode = 1;
    reportProgress(error instanceof Error ? String(error.stack) : String(error));
    return [notMeasured(part, String(error))];
  }
}

await runTidily(async () => {
  const databases = new Databases(options.rows);
  const results: Measurement[] = [];
  for (const part of options.parts) {
    results.push(...(await measure(part, databases)));
  }
  const machine = describeMachine(await databases.readPostgresVersion());
  reportProgress('done');
  process.stdout.write(`${(options.json ? writeJson : writeTable)(machine, results)}\n`);
});
