/** The program's configuration. This is the only reader of the environment. */
import { BlockList } from 'node:net';
import { resolve } from 'node:path';

import { closestName } from './domain/closest-name.ts';
import { deriveMasterKey, MasterKeyError } from './domain/master-key.ts';
import { parseNetworks } from './http/client-address.ts';

/** Severities of log lines, most severe first; `silent` turns the log off. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where the text of the master key comes from. */
export type MasterKeySource =
  | { readonly kind: 'text'; readonly text: string }
  /** `made` files are created on first use, others have to exist. */
  | { readonly kind: 'file'; readonly path: string; readonly made: boolean }
  /** A PostgreSQL has no file beside it in which a key could be made. */
  | { readonly kind: 'none' };

/** Where the data is. */
export type DatabaseLocation =
  /** An absolute path. */
  | { readonly kind: 'sqlite'; readonly path: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** Where the service reads; the same server where absent. */
      readonly replicaUrl?: string;
      /** The role that the service reads with. */
      readonly servingRole: string;
      /** Connections at once, of those that serve and of those that synchronise each. */
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
  /** Reverse proxies, to which limits of an address do not apply. */
  readonly trustedProxies: BlockList;
  /** Bytes of answers that are kept to be given again; 0 keeps none. */
  readonly responseCacheBytes: number;
  readonly logLevel: LogLevel;
  readonly metricsToken: string | undefined;
  readonly metricsPort: number | undefined;
  readonly syncIntervalMs: number;
  /** `TELLER_*` variables that nothing reads, each with the closest name that exists. */
  readonly warnings: readonly string[];
}

/** A variable of the environment, as `teller --help` and the README show it. */
export interface ConfigVariable {
  readonly name: string;
  readonly meaning: string;
  readonly defaultText: string;
}

/** Every variable that the program reads. */
export const CONFIG_VARIABLES = [
  {
    name: 'TELLER_DATABASE_URL',
    meaning: 'The database: sqlite:PATH, a path, or postgres://USER:PASSWORD@HOST/NAME',
    defaultText: 'sqlite:./data/teller.db',
  },
  {
    name: 'TELLER_DATABASE_CONNECTIONS',
    meaning: 'PostgreSQL: connections at once that serve, and that do anything else, 1 to 200 each',
    defaultText: '10',
  },
  {
    name: 'TELLER_DATABASE_REPLICA_URL',
    meaning: 'PostgreSQL: a standby that the service reads from',
    defaultText: 'none: it reads from TELLER_DATABASE_URL',
  },
  {
    name: 'TELLER_DATABASE_ROLE',
    meaning: 'PostgreSQL: the role that the service reads with, which sees one wallet at a time',
    defaultText: 'teller_api',
  },
  {
    name: 'TELLER_MASTER_KEY',
    meaning: 'Encrypts exchange credentials: 32 bytes as base64 or hexadecimal text',
    defaultText: 'read from the file',
  },
  {
    name: 'TELLER_MASTER_KEY_FILE',
    meaning: 'A file with the master key',
    defaultText: 'DATABASE.key beside the SQLite file, made on first use; none with PostgreSQL',
  },
  {
    name: 'TELLER_EXCHANGE_PROXY_URL',
    meaning: 'A prefix put before every exchange URL',
    defaultText: 'none',
  },
  {
    name: 'TELLER_EXCHANGE_THROTTLE',
    meaning: "on keeps to each exchange's rate limits, off is for a simulator",
    defaultText: 'on',
  },
  {
    name: 'TELLER_RATE_LIMIT',
    meaning: 'HTTP requests per second and API key; 0 turns the limit off',
    defaultText: '2000',
  },
  {
    name: 'TELLER_TRUSTED_PROXIES',
    meaning:
      'Addresses or networks of reverse proxies, separated by commas: limits of an address do not apply to them',
    defaultText: 'none',
  },
  {
    name: 'TELLER_CACHE_MEGABYTES',
    meaning: 'Memory for answers that are given again while nothing has changed, 0 to 1024',
    defaultText: '32',
  },
  {
    name: 'TELLER_LOG_LEVEL',
    meaning: `One of ${LOG_LEVELS.join(', ')}; debug also shows the stack of a failure`,
    defaultText: 'info',
  },
  {
    name: 'TELLER_METRICS_TOKEN',
    meaning: 'Bearer token that opens /metrics on the main port, 16 characters or more',
    defaultText: 'none: /metrics is closed there',
  },
  {
    name: 'TELLER_METRICS_PORT',
    meaning: 'A port of its own for /metrics, without a token, on the host of serve',
    defaultText: 'none',
  },
  {
    name: 'TELLER_SYNC_INTERVAL_SECONDS',
    meaning: 'Seconds between two refreshes of a wallet, 1 to 86400',
    defaultText: '60',
  },
] as const satisfies readonly ConfigVariable[];

type VariableName = (typeof CONFIG_VARIABLES)[number]['name'];

/** The environment, as `process.env` has it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A configuration that cannot be used; it lists everything that is wrong with it. */
export class ConfigError extends Error {
  readonly code = 'invalid_configuration';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const METRICS_TOKEN_LENGTH_MIN = 16;
const PORT_MAX = 65_535;
const POSTGRES_SCHEME = /^postgres(ql)?:/i;
const CONNECTIONS_MAX = 200;
const ROLE_BYTES_MAX = 63;
const RATE_LIMIT_MAX = 1_000_000;
const CACHE_MEGABYTES_MAX = 1024;
const SYNC_INTERVAL_SECONDS_MAX = 86_400;

/**
 * Reads the configuration. An empty variable counts as absent.
 *
 * @param workingFolder what a relative path is relative to.
 * @throws {ConfigError} with everything that is wrong at once; no value is repeated in it.
 */
export function readConfig(env: Environment, workingFolder: string): Config {
  const reader = new VariableReader(env);
  const database = readDatabase(reader, workingFolder);
  const config = {
    database,
    masterKey: readMasterKeySource(reader, database, workingFolder),
    exchangeProxyUrl: reader.readOptional('TELLER_EXCHANGE_PROXY_URL', readHttpUrl),
    exchangeThrottle:
      reader.read('TELLER_EXCHANGE_THROTTLE', 'on', (text) => readChoice(text, ['on', 'off'])) ===
      'on',
    rateLimitPerSecond: reader.read('TELLER_RATE_LIMIT', '2000', (text) =>
      readInteger(text, 0, RATE_LIMIT_MAX),
    ),
    trustedProxies: reader.readOptional('TELLER_TRUSTED_PROXIES', readNetworks) ?? new BlockList(),
    responseCacheBytes:
      1_048_576 *
      reader.read('TELLER_CACHE_MEGABYTES', '32', (text) =>
        readInteger(text, 0, CACHE_MEGABYTES_MAX),
      ),
    logLevel: reader.read('TELLER_LOG_LEVEL', 'info', (text) => readChoice(text, LOG_LEVELS)),
    metricsToken: reader.readOptional('TELLER_METRICS_TOKEN', readMetricsToken),
    metricsPort: reader.readOptional('TELLER_METRICS_PORT', (text) =>
      readInteger(text, 1, PORT_MAX),
    ),
    syncIntervalMs:
      1000 *
      reader.read('TELLER_SYNC_INTERVAL_SECONDS', '60', (text) =>
        readInteger(text, 1, SYNC_INTERVAL_SECONDS_MAX),
      ),
    warnings: listUnknownVariables(env),
  };
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return config;
}

/** What is wrong with a value, told after the variable's name. */
class ValueProblem extends Error {}

/** Reads variables and gathers what is wrong with them. */
class VariableReader {
  readonly problems: string[] = [];
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  read<Value>(name: VariableName, defaultText: string, parse: (text: string) => Value): Value {
    try {
      return parse(this.text(name) ?? defaultText);
    } catch (error) {
      if (!(error instanceof ValueProblem)) throw error;
      this.problems.push(`${name} ${error.message}`);
      // The caller throws before it uses the configuration when there is a problem.
      return parse(defaultText);
    }
  }

  readOptional<Value>(name: VariableName, parse: (text: string) => Value): Value | undefined {
    try {
      const text = this.text(name);
      return text === undefined ? undefined : parse(text);
    } catch (error) {
      if (!(error instanceof ValueProblem)) throw error;
      this.problems.push(`${name} ${error.message}`);
      return undefined;
    }
  }

  text(name: VariableName): string | undefined {
    const text = this.#env[name];
    return text === '' ? undefined : text;
  }
}

function readDatabase(reader: VariableReader, workingFolder: string): DatabaseLocation {
  const connectionsMax = reader.read('TELLER_DATABASE_CONNECTIONS', '10', (text) =>
    readInteger(text, 1, CONNECTIONS_MAX),
  );
  const servingRole = reader.read('TELLER_DATABASE_ROLE', 'teller_api', readRole);
  const replicaUrl = reader.readOptional('TELLER_DATABASE_REPLICA_URL', readPostgresUrl);
  const replica = replicaUrl === undefined ? {} : { replicaUrl };
  return reader.read('TELLER_DATABASE_URL', './data/teller.db', (text) =>
    POSTGRES_SCHEME.test(text)
      ? { kind: 'postgres', url: readPostgresUrl(text), ...replica, servingRole, connectionsMax }
      : { kind: 'sqlite', path: readDatabasePath(text, workingFolder) },
  );
}

function readPostgresUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !POSTGRES_SCHEME.test(text) || url.pathname.length <= 1) {
    throw new ValueProblem('must be like postgres://USER:PASSWORD@HOST:5432/NAME');
  }
  return text;
}

function readRole(text: string): string {
  if (Buffer.byteLength(text) > ROLE_BYTES_MAX || text.includes('\0')) {
    throw new ValueProblem(`must be a name of ${ROLE_BYTES_MAX} bytes at most`);
  }
  return text;
}

function readDatabasePath(text: string, workingFolder: string): string {
  const path = text.replace(/^sqlite:(\/\/)?/i, '');
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(path)?.[1];
  if (scheme !== undefined) {
    throw new ValueProblem(`has the unknown scheme ${scheme}:; use sqlite:PATH or postgres://…`);
  }
  if (path === '' || path.includes('\0') || path === ':memory:') {
    throw new ValueProblem('names no file; use sqlite:PATH');
  }
  return resolve(workingFolder, path);
}

function readMasterKeySource(
  reader: VariableReader,
  database: DatabaseLocation,
  workingFolder: string,
): MasterKeySource {
  const text = reader.text('TELLER_MASTER_KEY');
  const path = reader.text('TELLER_MASTER_KEY_FILE');
  if (text !== undefined && path !== undefined) {
    reader.problems.push(
      'TELLER_MASTER_KEY and TELLER_MASTER_KEY_FILE are both set; unset one of them',
    );
  }
  if (text !== undefined) {
    reader.readOptional('TELLER_MASTER_KEY', checkMasterKey);
    return { kind: 'text', text };
  }
  if (path !== undefined) return { kind: 'file', path: resolve(workingFolder, path), made: false };
  return database.kind === 'sqlite'
    ? { kind: 'file', path: `${database.path}.key`, made: true }
    : { kind: 'none' };
}

function checkMasterKey(text: string): void {
  try {
    deriveMasterKey(text);
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error;
    throw new ValueProblem(error.message.replace(/^the master key /, ''));
  }
}

function readHttpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new ValueProblem('must be an address that starts with http:// or https://');
  }
  return text;
}

function readMetricsToken(text: string): string {
  if (text.length < METRICS_TOKEN_LENGTH_MIN) {
    throw new ValueProblem(
      `must have ${METRICS_TOKEN_LENGTH_MIN} characters or more (make one with: openssl rand -hex 16)`,
    );
  }
  return text;
}

function readNetworks(text: string): BlockList {
  const networks = parseNetworks(text);
  if (networks !== undefined) return networks;
  throw new ValueProblem('must be addresses or networks like 10.0.0.7,10.1.0.0/16,2001:db8::/32');
}

function readChoice<const Choice extends string>(text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw new ValueProblem(`must be one of ${choices.join(', ')}`);
  return choice;
}

function readInteger(text: string, minimum: number, maximum: number): number {
  const value = /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : NaN;
  if (value >= minimum && value <= maximum) return value;
  throw new ValueProblem(`must be an integer from ${minimum} to ${maximum}`);
}

/** True where the stack of a failure is to be shown; asked also when the configuration is bad. */
export function showsStacks(env: Environment): boolean {
  return env['TELLER_LOG_LEVEL'] === 'debug' || env['TELLER_LOG_LEVEL'] === 'trace';
}

function listUnknownVariables(env: Environment): string[] {
  const known: readonly string[] = CONFIG_VARIABLES.map((variable) => variable.name);
  return Object.keys(env)
    .filter((name) => name.startsWith('TELLER_') && !known.includes(name))
    .map((name) => `${name} is not read by teller; did you mean ${closestName(name, known)}?`);
}
