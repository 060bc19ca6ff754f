import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { LogDestination } from './log-destination.ts';

const LINE = `${'l'.repeat(99)}\n`;
const LIMITS = { batchBytes: 1000, writeBytesMax: 1000, bufferBytesMax: 10_000, flushMs: 60_000 };

let folder = '';
let pipe = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'teller-log-'));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
});
afterEach(() => {
  closeSync(pipe);
  rmSync(folder, { recursive: true });
});

/** Returns what the pipe has. */
function readPipe(): string {
  const buffer = Buffer.alloc(1_000_000);
  return buffer.toString('utf8', 0, readSync(pipe, buffer));
}

it('lines beyond the limit of the buffer are dropped, and the others are written whole', () => {
  const destination = new LogDestination(pipe, LIMITS);
  for (let count = 0; count < 500; count += 1) destination.write(LINE);
  destination.flushSync();
  const text = readPipe();
  expect(text.replaceAll(LINE, '')).toBe('');
  expect(text.length).toBeGreaterThanOrEqual(LIMITS.bufferBytesMax);
  // One batch more is on its way.
  expect(text.length).toBeLessThanOrEqual(LIMITS.bufferBytesMax + LIMITS.batchBytes);
});

it('a full pipe delays the end by half a second at most, and lines follow when it is read', () => {
  const destination = new LogDestination(pipe, { ...LIMITS, bufferBytesMax: 200_000 });
  for (let count = 0; count < 1500; count += 1) destination.write(LINE);
  const startedAtMs = performance.now();
  destination.flushSync();
  expect(performance.now() - startedAtMs).toBeLessThan(2000);
  const first = readPipe();
  destination.flushSync();
  const all = first + readPipe();
  expect(first.length).toBeLessThan(150_000);
  expect(all.length).toBeGreaterThan(first.length);
  expect(all.replaceAll(LINE, '').length).toBeLessThan(LINE.length);
});
