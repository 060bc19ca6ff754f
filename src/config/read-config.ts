/** The program's configuration. This is the only reader of the environment. */
import { BlockList } from 'node:net';
import { resolve } from 'node:path';

import { closestName } from '../domain/closest-name.ts';
import type { AllowedTargets } from '../domain/webhook.ts';
import { InvalidValueError, POSTGRES_SCHEME } from './values.ts';
import {
  describeVariables,
  type DefaultedVariable,
  type LogLevel,
  type OptionalVariable,
  type Variable,
  VARIABLES,
} from './variables.ts';

const BYTES_PER_MEGABYTE = 1_048_576;
/** The variables that only have an effect on a PostgreSQL database. */
const POSTGRES_VARIABLES: readonly Variable<unknown>[] = [
  VARIABLES.databaseConnections,
  VARIABLES.databaseReplicaUrl,
  VARIABLES.databaseRole,
  VARIABLES.databaseReaderRole,
];
const THROTTLE_WARNING =
  'TELLER_EXCHANGE_THROTTLE is off without TELLER_EXCHANGE_PROXY_URL, so exchanges may block this address, whose requests ' +
  'ignore their rate limits; unset it: off is only for a simulator';

/** The source of the master key's text. */
export type MasterKeySource =
  | { readonly kind: 'text'; readonly text: string }
  /** With `createdOnFirstUse`, a missing file is created; otherwise the file must exist. */
  | { readonly kind: 'file'; readonly path: string; readonly createdOnFirstUse: boolean }
  /** With PostgreSQL there is no database file, so no key file is created next to it. */
  | { readonly kind: 'none' };

/** The location of the data. */
export type DatabaseLocation =
  /** An absolute path. */
  | { readonly kind: 'sqlite'; readonly path: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** The database from which the service reads; missing if it reads from `url`. */
      readonly replicaUrl?: string;
      /** The role with which the service reads. */
      readonly servingRole: string;
      /** The role with which people and programs read by SQL. */
      readonly readerRole: string;
      /** Size of each of the two connection pools: for serving, and for all other work. */
      readonly connectionsMax: number;
    };

/** The validated configuration. */
export interface Config {
  readonly database: DatabaseLocation;
  readonly masterKey: MasterKeySource;
  /** A prefix put before every exchange URL. */
  readonly exchangeProxyUrl: string | undefined;
  readonly exchangeThrottle: boolean;
  /** Requests per second and API key; 0 is no limit. */
  readonly rateLimitPerSecond: number;
  /** Addresses of reverse proxies, to which limits per address do not apply. */
  readonly trustedProxies: BlockList;
  /** Size of the response cache; 0 disables it. */
  readonly responseCacheBytes: number;
  readonly logLevel: LogLevel;
  readonly metricsToken: string | undefined;
  readonly metricsPort: number | undefined;
  /** The listener of the management API; without a port, there is none. */
  readonly managePort: number | undefined;
  readonly manageHost: string;
  /** The origin at which customers reach the service. */
  readonly publicUrl: string | undefined;
  /** Where to report a vulnerability, a URL. */
  readonly securityContact: string | undefined;
  /** The origins to which a connect session may return a customer. */
  readonly connectReturnOrigins: readonly string[];
  /** The addresses from which exchanges are called; empty if unknown. */
  readonly exchangeAddresses: readonly string[];
  /** Origins of pages that may frame the Connect page. */
  readonly connectFrameOrigins: readonly string[];
  /** What webhooks may use in addition to https and public addresses. */
  readonly webhookTargets: AllowedTargets;
  /** Time between a stop signal and the end of listening. */
  readonly shutdownDelayMs: number;
  readonly syncIntervalMs: number;
  /** Unknown `TELLER_*` variables, each with the most similar known name, and known ones that probably are a mistake. */
  readonly warnings: readonly string[];
}

/** The environment, as `process.env` has it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown if the configuration is invalid; lists every problem. */
export class ConfigError extends Error {
  readonly code = 'invalid_configuration';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the configuration. An empty variable counts as missing.
 *
 * @param workingFolder the folder to which paths are relative.
 * @throws {ConfigError} if the configuration is invalid; the message lists all problems and contains no
 * value.
 */
export function readConfig(env: Environment, workingFolder: string): Config {
  const reader = new VariableReader(env);
  const database = readDatabase(reader, workingFolder);
  const config = {
    database,
    masterKey: readMasterKeySource(reader, database, workingFolder),
    exchangeProxyUrl: reader.readOptional(VARIABLES.exchangeProxyUrl),
    exchangeThrottle: reader.read(VARIABLES.exchangeThrottle) === 'on',
    rateLimitPerSecond: reader.read(VARIABLES.rateLimit),
    trustedProxies: reader.readOptional(VARIABLES.trustedProxies) ?? new BlockList(),
    responseCacheBytes: BYTES_PER_MEGABYTE * reader.read(VARIABLES.cacheMegabytes),
    logLevel: reader.read(VARIABLES.logLevel),
    metricsToken: reader.readOptional(VARIABLES.metricsToken),
    metricsPort: reader.readOptional(VARIABLES.metricsPort),
    managePort: reader.readOptional(VARIABLES.managePort),
    manageHost: reader.read(VARIABLES.manageHost),
    publicUrl: reader.readOptional(VARIABLES.publicUrl),
    securityContact: reader.readOptional(VARIABLES.securityContact),
    exchangeAddresses: reader.readOptional(VARIABLES.exchangeAddresses) ?? [],
    connectReturnOrigins: reader.readOptional(VARIABLES.connectReturnOrigins) ?? [],
    connectFrameOrigins: reader.readOptional(VARIABLES.connectFrameOrigins) ?? [],
    webhookTargets: reader.readOptional(VARIABLES.webhookAllow) ?? { http: false, private: false },
    shutdownDelayMs: 1000 * reader.read(VARIABLES.shutdownDelaySeconds),
    syncIntervalMs: 1000 * reader.read(VARIABLES.syncIntervalSeconds),
    warnings: [...listUnknownVariables(env), ...reader.warnings],
  };
  if (!config.exchangeThrottle && config.exchangeProxyUrl === undefined) {
    config.warnings.push(THROTTLE_WARNING);
  }
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return config;
}

/** Returns true if the stack of a failure is shown. Works with an invalid configuration too. */
export function showsStacks(env: Environment): boolean {
  const level = env[VARIABLES.logLevel.name];
  return level === 'debug' || level === 'trace';
}

/** Reads variables and collects their problems. */
class VariableReader {
  readonly problems: string[] = [];
  readonly warnings: string[] = [];
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  read<Value>(variable: DefaultedVariable<Value>): Value {
    // If there is a problem, the caller throws before it uses this value.
    return this.readOptional(variable) ?? variable.parse(variable.defaultValue);
  }

  readOptional<Value>(
    variable: OptionalVariable<Value> | DefaultedVariable<Value>,
  ): Value | undefined {
    if (!this.has(variable)) return undefined;
    try {
      return variable.parse(this.#env[variable.name] ?? '');
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error;
      this.problems.push(`${variable.name} ${error.message}`);
      return undefined;
    }
  }

  has({ name }: Variable<unknown>): boolean {
    return (this.#env[name] ?? '') !== '';
  }
}

function readDatabase(reader: VariableReader, workingFolder: string): DatabaseLocation {
  const address = reader.read(VARIABLES.databaseUrl);
  if (address.kind === 'sqlite') warnOfUnused(reader);
  const connectionsMax = reader.read(VARIABLES.databaseConnections);
  const servingRole = reader.read(VARIABLES.databaseRole);
  const readerRole = reader.read(VARIABLES.databaseReaderRole);
  const replicaUrl = reader.readOptional(VARIABLES.databaseReplicaUrl);
  if (address.kind === 'sqlite') {
    return { kind: 'sqlite', path: resolve(workingFolder, address.path) };
  }
  // Readers are granted views that no row-level security restricts.
  if (servingRole === readerRole) {
    reader.problems.push(
      'TELLER_DATABASE_READER_ROLE must be another role than TELLER_DATABASE_ROLE: it sees the rows of all wallets',
    );
  }
  const replica = replicaUrl === undefined ? {} : { replicaUrl };
  return { ...address, ...replica, servingRole, readerRole, connectionsMax };
}

function warnOfUnused(reader: VariableReader): void {
  for (const variable of POSTGRES_VARIABLES.filter((each) => reader.has(each))) {
    reader.warnings.push(
      `${variable.name} has no effect on an SQLite database; unset it, or set ${VARIABLES.databaseUrl.name} to ` +
        'the URL of a PostgreSQL database',
    );
  }
}

function readMasterKeySource(
  reader: VariableReader,
  database: DatabaseLocation,
  workingFolder: string,
): MasterKeySource {
  if (reader.has(VARIABLES.masterKey) && reader.has(VARIABLES.masterKeyFile)) {
    reader.problems.push(
      'TELLER_MASTER_KEY and TELLER_MASTER_KEY_FILE are both set; unset one of them',
    );
  }
  const text = reader.readOptional(VARIABLES.masterKey);
  if (text !== undefined) return { kind: 'text', text };
  const path = reader.readOptional(VARIABLES.masterKeyFile);
  if (path !== undefined) {
    return { kind: 'file', path: resolve(workingFolder, path), createdOnFirstUse: false };
  }
  return database.kind === 'sqlite'
    ? { kind: 'file', path: `${database.path}.key`, createdOnFirstUse: true }
    : { kind: 'none' };
}

/** Returns the environment with another database, without the variables of the database that it replaces. */
export function selectDatabase(env: Environment, url: string): Environment {
  const selected = { ...env, [VARIABLES.databaseUrl.name]: url };
  const isPostgres = POSTGRES_SCHEME.test(url);
  const unused = isPostgres ? [VARIABLES.databaseReplicaUrl] : POSTGRES_VARIABLES;
  for (const { name } of unused) selected[name] = undefined;
  return selected;
}

function listUnknownVariables(env: Environment): string[] {
  const known = describeVariables().map(({ name }) => name);
  return Object.keys(env)
    .filter((name) => name.startsWith('TELLER_') && !known.includes(name))
    .map((name) => `${name} is unknown; did you mean ${closestName(name, known)}?`);
}
