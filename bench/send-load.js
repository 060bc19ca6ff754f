/** One load by autocannon. Reads its options from standard input, and prints its result; both are JSON. */
import { json } from 'node:stream/consumers';

import autocannon from 'autocannon';

const { neverSleeps, ...options } = await json(process.stdin);
let isRunning = true;
/**
 * Keeps the event loop awake. The sender of a response pays for waking its receiver, 25 µs on a virtual machine. A bare
 * server keeps its load busy and would not pay, a slower server would.
 */
function turn() {
  if (isRunning) setImmediate(turn);
}
if (neverSleeps) turn();
const result = await autocannon(options);
isRunning = false;
process.stdout.write(JSON.stringify(result));
