/**
 * Reads exchange credentials from a file or standard input. No message contains their text, so the errors of
 * the JSON parser, which quote it, are replaced.
 */
import { createReadStream } from 'node:fs';
import type { Command } from 'commander';

import { CERTIFIED_EXCHANGES, EXCHANGE_CATALOGUE, findExchange } from '../exchanges/catalogue.ts';
import { explainCredential } from '../exchanges/client/credential-forms.ts';
import type { ExchangeProfile } from '../exchanges/profile.ts';
import type { ExchangeCredentials } from '../domain/sealed-credentials.ts';
import { closestName, isNearName } from '../domain/closest-name.ts';
import { UNSUPPORTED_EXCHANGES } from '../exchanges/best-effort/reviewed-endpoints.ts';
import { lookUp } from '../exchanges/mapping/look-up.ts';
import { CommandError, UsageError } from './failure.ts';
import { explainFileProblem } from './file-problem.ts';
import { note, type Runtime, warnOfOpenFile } from './runtime.ts';

/** The options of commands that read credentials. */
export interface CredentialOptions {
  readonly credentialsFile?: string;
  readonly unchecked?: true;
}

const CREDENTIALS_BYTES_MAX = 64 * 1024;
/** Known names of credentials. An unknown name may be a secret in the wrong place, so it is not shown. */
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
const PROBLEMS_MAX = 10;
/** Maximum edits of a suggested exchange, as a part of the length of the given name. */
const EXCHANGE_EDITS_MAX = 1 / 3;
const SHOWN_EXCHANGE = /^[A-Za-z]{1,20}$/;

/** Adds the options of commands that read and check credentials. */
export function addCredentialOptions(command: Command): Command {
  return command
    .option('--credentials-file <file>', 'a file with the credentials (default: standard input)')
    .option(
      '--allow-withdraw-permission',
      'also accept a key that may withdraw or trade; it is only used to read',
    )
    .option('--unchecked', 'store the key without checking it');
}

/**
 * Returns the profile of an exchange.
 *
 * @throws {UsageError} if it is not supported; names the most similar exchange.
 */
export function parseExchange(name: string): ExchangeProfile {
  const entry = findExchange(name);
  if (entry !== undefined) return entry;
  const reason = lookUp(UNSUPPORTED_EXCHANGES, name);
  if (reason !== undefined) {
    throw new UsageError(
      `${name} is not supported: ${reason.replaceAll('`', '')}. docs/exchanges.md lists the supported exchanges`,
    );
  }
  const known = EXCHANGE_CATALOGUE.map((candidate) => candidate.name);
  const shown = SHOWN_EXCHANGE.test(name) ? JSON.stringify(name) : '(its name is not shown)';
  throw new UsageError(
    `unknown exchange ${shown}; ${suggestExchange(name, known)} ` +
      `docs/exchanges.md lists the ${known.length} supported exchanges: those whose deposits and withdrawals ccxt reads`,
  );
}

function suggestExchange(name: string, known: readonly string[]): string {
  return isNearName(name, known, Math.ceil(name.length * EXCHANGE_EDITS_MAX))
    ? `did you mean ${closestName(name, known)}?`
    : `${listExchanges()}.`;
}

/** Returns the names of the exchanges that most users look for. */
export function listExchanges(): string {
  return `certified are ${CERTIFIED_EXCHANGES.map(({ name }) => name).join(', ')}`;
}

/** wallet-teller's names of fields, by the names of exchanges and other programs. */
const RIGHT_NAMES: Readonly<Record<string, string>> = {
  key: 'apiKey',
  api_key: 'apiKey',
  apikey: 'apiKey',
  apiSecret: 'secret',
  api_secret: 'secret',
  secretKey: 'secret',
  secret_key: 'secret',
  privateKey: 'secret',
  private_key: 'secret',
  passphrase: 'password',
  apiPassphrase: 'password',
  api_passphrase: 'password',
  address: 'walletAddress',
  wallet_address: 'walletAddress',
};

/**
 * Reads and checks credentials.
 *
 * @param unchecked accepts values of any form; the fields are still checked.
 * @throws {CommandError} if a field is missing, unknown or invalid; the message contains no value.
 */
export async function readCredentials(
  runtime: Runtime,
  exchange: ExchangeProfile,
  { credentialsFile: file, unchecked }: CredentialOptions,
): Promise<ExchangeCredentials> {
  if (file === undefined && runtime.stdin.isTTY) {
    note(runtime, `Type the credentials as JSON, ${writeSample(exchange)}, then Ctrl-D:`);
  }
  const text = file === undefined ? await readBounded(runtime.stdin) : await readFile(file);
  if (file !== undefined) warnOfOpenFile(runtime, file);
  const credentials = checkFields(parseObject(text, exchange), exchange);
  if (unchecked !== true) checkForms(credentials, exchange);
  return credentials;
}

async function readFile(file: string): Promise<string> {
  try {
    return await readBounded(createReadStream(file));
  } catch (error) {
    const problem = explainFileProblem(error);
    if (problem !== undefined) fail(problem);
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

function writeSample({ requiredCredentials }: ExchangeProfile): string {
  return `{ ${requiredCredentials.map((name) => `"${name}": "…"`).join(', ')} }`;
}

function parseObject(text: string, exchange: ExchangeProfile): Record<string, unknown> {
  const advice = `write them as ${writeSample(exchange)}`;
  if (text.trim() === '') fail(`standard input or the file is empty; ${advice}`);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    fail(`they are not JSON; ${advice}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    fail(`they are not a JSON object; ${advice}`);
  }
  return value as Record<string, unknown>;
}

function checkFields(
  object: Record<string, unknown>,
  exchange: ExchangeProfile,
): ExchangeCredentials {
  const required = exchange.requiredCredentials;
  const missing = required.filter((name) => !Object.hasOwn(object, name));
  const renamed = new Set(Object.keys(object).map((name) => lookUp(RIGHT_NAMES, name)));
  const absent = missing.filter((name) => !renamed.has(name));
  const problems = absent.map((name) => `${name} is missing`);
  if (absent.length > 0) {
    problems.push(`the fields of ${exchange.name} are ${listFields(exchange)}`);
  }
  for (const [name, value] of Object.entries(object)) {
    const problem = required.includes(name)
      ? explainValue(name, value)
      : explainName(name, exchange, missing);
    if (problem !== undefined) problems.push(problem);
  }
  failWith(problems);
  const trimmed = required.map((name) => [name, String(object[name]).trim()] as const);
  return Object.fromEntries(trimmed);
}

/** Returns the names of the fields, with the term that exchanges use for the passphrase. */
function listFields({ requiredCredentials }: ExchangeProfile): string {
  return requiredCredentials
    .map((name) => (name === 'password' ? 'password (the passphrase of the key)' : name))
    .join(', ');
}

function explainValue(name: string, value: unknown): string | undefined {
  if (typeof value === 'string' && value.trim() !== '') return undefined;
  return `${name} is empty or not text`;
}

/** Returns the problem of a field that does not belong to the exchange; `undefined` if there is none. */
function explainName(
  name: string,
  exchange: ExchangeProfile,
  missing: readonly string[],
): string | undefined {
  const rightName = lookUp(RIGHT_NAMES, name);
  if (rightName !== undefined && missing.includes(rightName)) {
    return `${name} is not a field of ${exchange.name}: rename it to ${rightName}`;
  }
  // A template may contain fields of other exchanges; they are not stored.
  if (FIELD_NAMES.includes(name)) return undefined;
  const shown = isNearName(name, FIELD_NAMES, FIELD_NAME_EDITS_MAX)
    ? name
    : 'a field (its name is not shown)';
  return `${shown} is not a field of ${exchange.name}; its fields are ${listFields(exchange)}`;
}

function checkForms(credentials: ExchangeCredentials, exchange: ExchangeProfile): void {
  const problems = Object.entries(credentials).flatMap(([name, value]) => {
    const problem = explainCredential(exchange.credentialForms, name, value);
    return problem === undefined ? [] : [`${name} ${problem}`];
  });
  failWith(problems);
}

function failWith(problems: readonly string[]): void {
  if (problems.length > 0) fail(problems.slice(0, PROBLEMS_MAX).join('; '));
}

function fail(reason: string): never {
  throw new CommandError('invalid_credentials', `the credentials cannot be used: ${reason}`);
}
