import { createHook } from 'node:async_hooks';
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { useScratch } from '../../test/scratch.ts';
import { LogDestination } from './log-destination.ts';

const LINE = `${'l'.repeat(99)}\n`;
const LIMITS = { batchBytes: 1000, writeBytesMax: 1000, bufferBytesMax: 10_000, flushMs: 60_000 };
const WAIT = { timeout: 10_000, interval: 20 };

const scratch = useScratch();
let pipe = 0;
beforeEach(() => {
  const path = join(scratch.folder, 'pipe');
  execFileSync('mkfifo', [path]);
  pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
});
afterEach(() => closeSync(pipe));

/** Returns what the pipe has. */
function readPipe(): string {
  const buffer = Buffer.alloc(1_000_000);
  return buffer.toString('utf8', 0, readSync(pipe, buffer));
}

it('a line is written after a short time, although a batch has more', async () => {
  const destination = new LogDestination(pipe, { ...LIMITS, flushMs: 20 });
  destination.write(LINE);
  expect(() => readPipe()).toThrow('EAGAIN');
  destination.write(LINE);
  await vi.waitFor(() => expect(readPipe()).toBe(LINE + LINE), WAIT);
  destination.write(LINE);
  await vi.waitFor(() => expect(readPipe()).toBe(LINE), WAIT);
});

it('lines that the reader is too slow for follow when it reads again', async () => {
  const destination = new LogDestination(pipe, { ...LIMITS, bufferBytesMax: 200_000, flushMs: 20 });
  for (let count = 0; count < 1500; count += 1) destination.write(LINE);
  let read = '';
  await vi.waitFor(() => {
    read += readPipe();
    expect(read.length).toBe(1500 * LINE.length);
  }, WAIT);
  expect(read.replaceAll(LINE, '')).toBe('');
});

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

it('a line that is longer than a write is written whole, between the others', () => {
  const destination = new LogDestination(pipe, { ...LIMITS, batchBytes: 10_000 });
  const long = `${'L'.repeat(2 * LIMITS.writeBytesMax)}\n`;
  for (const line of [LINE, long, LINE]) destination.write(line);
  destination.flushSync();
  expect(readPipe()).toBe(LINE + long + LINE);
});

it('a write to a full pipe is repeated ten times a second', async () => {
  const bytes = Buffer.alloc(1000);
  const fill = (): void => {
    for (;;) writeSync(pipe, bytes);
  };
  expect(fill).toThrow('EAGAIN');
  let writes = 0;
  const hook = createHook({
    init: (_id, type) => void (writes += Number(type.startsWith('FSREQ'))),
  });
  const startedAtMs = performance.now();
  hook.enable();
  new LogDestination(pipe, { ...LIMITS, batchBytes: 1 }).write(LINE);
  await sleep(150);
  hook.disable();
  // The write itself, and one of each tenth of a second; other files may be read meanwhile.
  expect(writes).toBeGreaterThan(0);
  expect(writes).toBeLessThan((performance.now() - startedAtMs) / 100 + 10);
});

it('a full pipe delays the end by half a second at most, and lines follow when it is read', () => {
  const destination = new LogDestination(pipe, { ...LIMITS, bufferBytesMax: 200_000 });
  for (let count = 0; count < 1500; count += 1) destination.write(LINE);
  const startedAtMs = performance.now();
  destination.flushSync();
  expect(performance.now() - startedAtMs).toBeLessThan(2000);
  expect(performance.now() - startedAtMs).toBeGreaterThan(400);
  const first = readPipe();
  destination.flushSync();
  const all = first + readPipe();
  expect(first.length).toBeLessThan(150_000);
  expect(all.length).toBeGreaterThan(first.length);
  expect(all.replaceAll(LINE, '').length).toBeLessThan(LINE.length);
});

it('lines are dropped if the reader is gone', async () => {
  const path = join(scratch.folder, 'gone');
  execFileSync('mkfifo', [path]);
  const open = () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const reader = open();
  const writer = openSync(path, constants.O_WRONLY);
  closeSync(reader);
  const destination = new LogDestination(writer, { ...LIMITS, batchBytes: 1 });
  destination.write(LINE);
  // Longer than the write takes, and shorter than the wait before a retry.
  await sleep(50);
  destination.write(LINE);
  const next = open();
  await sleep(500);
  expect(() => readSync(next, Buffer.alloc(1000))).toThrow('EAGAIN');
  for (const descriptor of [next, writer]) closeSync(descriptor);
});
