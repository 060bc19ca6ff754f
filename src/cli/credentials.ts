/**
 * Exchange credentials from a file or standard input. Nothing of their text ever reaches a message:
 * a parser's own complaint would quote it, so none is passed on.
 */
import { createReadStream } from 'node:fs';

import { EXCHANGE_CATALOGUE, findExchange } from '../exchanges/catalogue.ts';
import type { ExchangeProfile } from '../exchanges/profile.ts';
import type { ExchangeCredentials } from '../domain/sealed-credentials.ts';
import { closestName, isNearName } from '../domain/closest-name.ts';
import { CommandError, UsageError } from './failure.ts';
import { note, type Runtime } from './runtime.ts';

const CREDENTIALS_BYTES_MAX = 64 * 1024;
/** Names that credentials go by. Any other may be a secret that stands in the wrong place. */
const FIELD_NAMES = [
  'apiKey',
  'key',
  'secret',
  'apiSecret',
  'secretKey',
  'privateKey',
  'password',
  'passphrase',
  'uid',
  'login',
  'token',
];
const FIELD_NAME_EDITS_MAX = 2;
const SHOWN_EXCHANGE = /^[A-Za-z]{1,20}$/;

/** The exchange of that name. @throws {UsageError} that lists those that exist. */
export function requireExchange(name: string): ExchangeProfile {
  const entry = findExchange(name);
  if (entry !== undefined) return entry;
  const known = EXCHANGE_CATALOGUE.map((candidate) => candidate.name);
  const shown = SHOWN_EXCHANGE.test(name) ? JSON.stringify(name) : '(its name is not shown)';
  throw new UsageError(
    `unknown exchange ${shown}; did you mean ${closestName(name, known)}? ` +
      `Known are ${known.join(', ')}`,
  );
}

/**
 * Reads and checks credentials.
 *
 * @throws {CommandError} that names missing and unknown fields, never a value.
 */
export async function readCredentials(
  runtime: Runtime,
  exchange: ExchangeProfile,
  file: string | undefined,
): Promise<ExchangeCredentials> {
  if (file === undefined && runtime.stdin.isTTY) {
    const sample = exchange.requiredCredentials.map((name) => `"${name}": "…"`).join(', ');
    note(runtime, `Type the credentials as JSON, { ${sample} }, then Ctrl-D:`);
  }
  const text = file === undefined ? await readBounded(runtime.stdin) : await readFile(file);
  return checkCredentials(parseObject(text), exchange);
}

async function readFile(file: string): Promise<string> {
  try {
    return await readBounded(createReadStream(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') fail('there is no such file');
    if (code === 'EISDIR') fail('the file is a folder');
    if (code === 'EACCES') fail('this user may not read the file');
    throw error;
  }
}

async function readBounded(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Buffer);
    size += bytes.length;
    if (size > CREDENTIALS_BYTES_MAX) fail(`they have more than ${CREDENTIALS_BYTES_MAX} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseObject(text: string): Record<string, unknown> {
  if (text.trim() === '') fail('there is nothing on standard input or in the file');
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    fail('they are not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    fail('they are not a JSON object');
  }
  return value as Record<string, unknown>;
}

function checkCredentials(
  object: Record<string, unknown>,
  exchange: ExchangeProfile,
): ExchangeCredentials {
  const required = exchange.requiredCredentials;
  const problems = required
    .filter((name) => !Object.hasOwn(object, name))
    .map((name) => `${name} is missing`);
  for (const [name, value] of Object.entries(object)) {
    // What another exchange needs may stand in a template; it is not kept.
    if (!required.includes(name) && FIELD_NAMES.includes(name)) continue;
    if (!required.includes(name)) {
      const shown = isNearName(name, FIELD_NAMES, FIELD_NAME_EDITS_MAX)
        ? name
        : 'a field (its name is not shown)';
      problems.push(
        `${shown} is not a field of ${exchange.name}, which has ${required.join(', ')}`,
      );
    } else if (typeof value !== 'string' || value.trim() === '') {
      problems.push(`${name} is not a text or is empty`);
    }
  }
  if (problems.length > 0) fail(problems.slice(0, 10).join('; '));
  const trimmed = required.map((name) => [name, String(object[name]).trim()] as const);
  return Object.fromEntries(trimmed);
}

function fail(reason: string): never {
  throw new CommandError('invalid_credentials', `the credentials cannot be used: ${reason}`);
}
