/**
 * Reads exchange credentials from a file or standard input. No message contains their text, so the errors of
 * the JSON parser, which quote it, are replaced.
 */
import { createReadStream } from 'node:fs';
import type { Command } from 'commander';

import type { ExchangeProfile } from '../exchanges/profile.ts';
import type { ExchangeCredentials } from '../domain/sealed-credentials.ts';
import { ManageError } from '../manage/errors.ts';
import { readCredentialFields, refuseCredentials } from '../manage/credentials.ts';
import { explainFileProblem } from './file-problem.ts';
import type { KeyCheckOptions } from './management.ts';
import { note, type Runtime, warnOfOpenFile } from './runtime.ts';

/** The options of commands that read credentials. */
export interface CredentialOptions extends KeyCheckOptions {
  readonly credentialsFile?: string;
}

const CREDENTIALS_BYTES_MAX = 64 * 1024;

/** Adds the options of commands that read and check credentials. */
export function addCredentialOptions(command: Command): Command {
  return command
    .option('--credentials-file <file>', 'a file with the credentials (default: standard input)')
    .option(
      '--allow-withdraw-permission',
      'also accept a key that may withdraw or trade; it is only used to read',
    )
    .option(
      '--unchecked',
      'store the key without checking it; the first synchronisation checks what it may do',
    );
}

/**
 * Reads and checks credentials.
 *
 * @param unchecked accepts values of any form; the fields are still checked.
 * @throws {ManageError} `credentials_malformed` if a field is missing, unknown or invalid; the message contains no value.
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
  return readCredentialFields(parseObject(text, exchange), exchange, { unchecked });
}

async function readFile(file: string): Promise<string> {
  try {
    return await readBounded(createReadStream(file));
  } catch (error) {
    if (error instanceof ManageError) throw error;
    // The system's message contains the path, and the path may be the credentials themselves.
    refuseCredentials(explainFileProblem(error) ?? 'the file cannot be read');
  }
}

async function readBounded(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Buffer);
    size += bytes.length;
    if (size > CREDENTIALS_BYTES_MAX) {
      refuseCredentials(`they have more than ${CREDENTIALS_BYTES_MAX} bytes`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function writeSample({ requiredCredentials }: ExchangeProfile): string {
  return `{ ${requiredCredentials.map((name) => `"${name}": "…"`).join(', ')} }`;
}

function parseObject(text: string, exchange: ExchangeProfile): Record<string, unknown> {
  const advice = `write them as ${writeSample(exchange)}`;
  if (text.trim() === '') refuseCredentials(`standard input or the file is empty; ${advice}`);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    refuseCredentials(`they are not JSON; ${advice}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuseCredentials(`they are not a JSON object; ${advice}`);
  }
  return value as Record<string, unknown>;
}
