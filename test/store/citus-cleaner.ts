/**
 * Drops the databases of a run of the tests when its standard input ends: that happens also if the tests
 * are killed. Arguments: the coordinator's address, and how the names of the databases begin.
 */
import { dropCitusDatabases } from './citus-cluster.ts';

const [coordinatorUrl = '', prefix = ''] = process.argv.slice(2);
process.stdin.resume().once('end', () => void dropCitusDatabases(coordinatorUrl, prefix));
