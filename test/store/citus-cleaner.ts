/**
 * Drops the databases of a run of the tests when its standard input ends, which also happens if the tests are
 * killed. Arguments: the coordinator's URL, and the prefix of the names of the databases.
 */
import { dropCitusDatabases } from './citus-cluster.ts';

const [coordinatorUrl = '', prefix = ''] = process.argv.slice(2);
process.stdin.resume().once('end', () => void dropCitusDatabases(coordinatorUrl, prefix));
