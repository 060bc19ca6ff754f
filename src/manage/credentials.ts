/**
 * Checks the fields and the forms of exchange credentials. No message contains their text: the name of an unknown field
 * may be a secret in the wrong place.
 */
import { isNearName } from '../domain/closest-name.ts';
import { normalizeCredential } from '../domain/credential-form.ts';
import type { ParameterError } from '../domain/problem.ts';
import type { ExchangeCredentials } from '../domain/sealed-credentials.ts';
import { EXCHANGE_CATALOGUE } from '../exchanges/catalogue.ts';
import { explainCredential } from '../exchanges/client/credential-forms.ts';
import { lookUp } from '../exchanges/mapping/look-up.ts';
import type { ExchangeProfile } from '../exchanges/profile.ts';
import { ManageError } from './errors.ts';

/** What is wrong with a field of credentials. */
interface CredentialProblem {
  /** The name of the field; `null` if it is not shown. */
  readonly field: string | null;
  /** A sentence that begins with the name of the field, unless that is `null`. */
  readonly message: string;
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
/** Known names of credentials: those of all exchanges, of ccxt and of other programs. */
const FIELD_NAMES = [
  ...new Set(EXCHANGE_CATALOGUE.flatMap(({ requiredCredentials }) => requiredCredentials)),
  'key',
  'apiSecret',
  'secretKey',
  'privateKey',
  'passphrase',
  'token',
];
/** An RSA key of 4,096 bits has 3,272 characters as PEM, and more if it has `\\n` or spaces in it. */
const CREDENTIAL_LENGTH_MAX = 4096;
/** Maximum fields of credentials, of which exchanges have up to five. A template may contain those of others. */
export const CREDENTIAL_FIELDS_MAX = 32;
const FIELD_NAME_EDITS_MAX = 2;
const PROBLEMS_MAX = 10;

/**
 * Returns the credentials that an object contains, normalized.
 *
 * @param options `unchecked` accepts values of any form; the fields are still checked.
 * @throws {ManageError} `credentials_malformed` if a field is missing, unknown or invalid; its details list all
 * problems as `problems`.
 */
export function readCredentialFields(
  object: Readonly<Record<string, unknown>>,
  exchange: ExchangeProfile,
  { unchecked }: { readonly unchecked?: boolean | undefined } = {},
): ExchangeCredentials {
  const problems = listFieldProblems(object, exchange);
  const credentials = normalizeFields(object, exchange);
  if (unchecked !== true) problems.push(...listFormProblems(credentials, exchange));
  refuse(problems);
  return credentials;
}

/** Returns the problems of a refusal as errors of fields, whose messages do not repeat the field. @param prefix of each field. */
export function listFieldErrors(problems: unknown = [], prefix = ''): readonly ParameterError[] {
  return (problems as readonly CredentialProblem[]).map(({ field, message }) => ({
    parameter: field === null ? 'credentials' : `${prefix}${field}`,
    code: 'invalid_parameter',
    message: field === null ? message : message.slice(field.length + 1),
  }));
}

/** Throws if credentials cannot be used. @param reason a sentence without any part of them. */
export function refuseCredentials(
  reason: string,
  problems: readonly CredentialProblem[] = [],
): never {
  throw new ManageError('credentials_malformed', `the credentials cannot be used: ${reason}`, {
    problems,
  });
}

function refuse(problems: readonly CredentialProblem[]): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, PROBLEMS_MAX);
  refuseCredentials(shown.map(({ message }) => message).join('; '), shown);
}

/** Returns what is wrong with the fields, except for their forms. */
function listFieldProblems(
  object: Readonly<Record<string, unknown>>,
  exchange: ExchangeProfile,
): CredentialProblem[] {
  const required = exchange.requiredCredentials;
  const missing = required.filter((name) => !Object.hasOwn(object, name));
  const renamed = new Set(Object.keys(object).map((name) => lookUp(RIGHT_NAMES, name)));
  const absent = missing.filter((name) => !renamed.has(name));
  const problems: CredentialProblem[] = absent.map((field) => ({
    field,
    message: `${field} is missing`,
  }));
  if (absent.length > 0) {
    const message = `the fields of ${exchange.name} are ${listFields(exchange)}`;
    problems.push({ field: null, message });
  }
  for (const [name, value] of Object.entries(object)) {
    const problem = required.includes(name)
      ? explainValue(name, value)
      : explainField(name, exchange, missing);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

/** Returns the fields of the exchange that have a usable value. */
function normalizeFields(
  object: Readonly<Record<string, unknown>>,
  { requiredCredentials }: ExchangeProfile,
): ExchangeCredentials {
  const usable = requiredCredentials.filter(
    (name) => Object.hasOwn(object, name) && explainValue(name, object[name]) === undefined,
  );
  return Object.fromEntries(
    usable.map((name) => [name, normalizeCredential(String(object[name]))]),
  );
}

/** Returns the names of the fields, with the term that exchanges use for the passphrase. */
function listFields({ requiredCredentials }: ExchangeProfile): string {
  return requiredCredentials
    .map((name) => (name === 'password' ? 'password (the passphrase of the key)' : name))
    .join(', ');
}

function explainValue(field: string, value: unknown): CredentialProblem | undefined {
  if (typeof value !== 'string' || value.trim() === '') {
    return { field, message: `${field} is empty or not text` };
  }
  if (value.length <= CREDENTIAL_LENGTH_MAX) return undefined;
  const message = `${field} has ${value.length} characters, more than ${CREDENTIAL_LENGTH_MAX}`;
  return { field, message };
}

/** Returns the problem of a field that does not belong to the exchange; `undefined` if there is none. */
function explainField(
  name: string,
  exchange: ExchangeProfile,
  missing: readonly string[],
): CredentialProblem | undefined {
  const rightName = lookUp(RIGHT_NAMES, name);
  if (rightName !== undefined && missing.includes(rightName)) {
    const message = `${name} is not a field of ${exchange.name}: rename it to ${rightName}`;
    return { field: name, message };
  }
  // A template may contain fields of other exchanges; they are not stored.
  if (FIELD_NAMES.includes(name)) return undefined;
  const field = isNearName(name, FIELD_NAMES, FIELD_NAME_EDITS_MAX) ? name : null;
  const shown = field ?? 'a field (its name is not shown)';
  const fields = listFields(exchange);
  return {
    field,
    message: `${shown} is not a field of ${exchange.name}; its fields are ${fields}`,
  };
}

function listFormProblems(
  credentials: ExchangeCredentials,
  exchange: ExchangeProfile,
): readonly CredentialProblem[] {
  return Object.entries(credentials).flatMap(([field, value]) => {
    const problem = explainCredential(exchange.credentialForms, field, value);
    return problem === undefined ? [] : [{ field, message: `${field} ${problem}` }];
  });
}
