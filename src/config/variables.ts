/** Every environment variable that the program reads: the source of the parser, of `--help` and of docs/configuration.md. */
import {
  choice,
  integer,
  parseAddresses,
  parseDatabaseAddress,
  parseMasterKey,
  parseMetricsToken,
  parseContact,
  parseOrigin,
  parseOrigins,
  parsePath,
  parsePostgresUrl,
  parseRole,
  parseTrustedProxies,
  parseUrlPrefix,
  parseWebhookTargets,
} from './values.ts';

/** Severities of log lines, most severe first; `silent` disables the log. */
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
/** The minimum level of logged messages. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A variable of the environment. */
export interface Variable<Value> {
  readonly name: string;
  readonly meaning: string;
  /** Parses a value. @throws {InvalidValueError} if it is invalid. */
  readonly parse: (text: string) => Value;
}

/** A variable that has a default value. */
export interface DefaultedVariable<Value> extends Variable<Value> {
  /** The text that is parsed if the variable is missing. */
  readonly defaultValue: string;
}

/** A variable without a default value. */
export interface OptionalVariable<Value> extends Variable<Value> {
  /** The behaviour if the variable is missing, for the documentation. */
  readonly ifMissing: string;
}

function defaulted<Value>(
  name: string,
  meaning: string,
  parse: (text: string) => Value,
  defaultValue: string,
): DefaultedVariable<Value> {
  return { name, meaning, parse, defaultValue };
}

function optional<Value>(
  name: string,
  meaning: string,
  parse: (text: string) => Value,
  ifMissing = 'none',
): OptionalVariable<Value> {
  return { name, meaning, parse, ifMissing };
}

export const VARIABLES = {
  databaseUrl: defaulted(
    'TELLER_DATABASE_URL',
    'The database: sqlite:PATH, a path, or postgres://USER:PASSWORD@HOST/NAME',
    parseDatabaseAddress,
    'sqlite:./data/teller.db',
  ),
  databaseConnections: defaulted(
    'TELLER_DATABASE_CONNECTIONS',
    'PostgreSQL connection pool size, for serving and for all other work, 1 to 200 each',
    integer(1, 200),
    '10',
  ),
  databaseReplicaUrl: optional(
    'TELLER_DATABASE_REPLICA_URL',
    'PostgreSQL: a standby from which the service reads',
    parsePostgresUrl,
    'the service reads from TELLER_DATABASE_URL',
  ),
  databaseRole: defaulted(
    'TELLER_DATABASE_ROLE',
    'PostgreSQL: the role with which the service reads, restricted to one wallet at a time',
    parseRole,
    'teller_api',
  ),
  databaseReaderRole: defaulted(
    'TELLER_DATABASE_READER_ROLE',
    'PostgreSQL: the role with which people and programs read by SQL (docs/sql.md), if it exists',
    parseRole,
    'teller_reader',
  ),
  masterKey: optional(
    'TELLER_MASTER_KEY',
    'Encrypts exchange credentials: 32 bytes as base64 or hexadecimal text; keys that it replaced may follow',
    parseMasterKey,
    'read from the file',
  ),
  masterKeyFile: optional(
    'TELLER_MASTER_KEY_FILE',
    'A file with the master key',
    parsePath,
    'DATABASE.key next to the SQLite file, created on first use; with PostgreSQL none',
  ),
  exchangeProxyUrl: optional(
    'TELLER_EXCHANGE_PROXY_URL',
    'A prefix put before every exchange URL',
    parseUrlPrefix,
  ),
  exchangeThrottle: defaulted(
    'TELLER_EXCHANGE_THROTTLE',
    'on respects the rate limits of exchanges; off is only for a simulator',
    choice('on', 'off'),
    'on',
  ),
  rateLimit: defaulted(
    'TELLER_RATE_LIMIT',
    'HTTP requests per second and API key; 0 disables the limit',
    integer(0, 1_000_000),
    '2000',
  ),
  trustedProxies: optional(
    'TELLER_TRUSTED_PROXIES',
    'Addresses or networks of reverse proxies, separated by commas; limits per address do not apply to them, but ' +
      'wrong keys are limited by their x-forwarded-for',
    parseTrustedProxies,
  ),
  cacheMegabytes: defaulted(
    'TELLER_CACHE_MEGABYTES',
    'Size of the response cache in MiB, up to 1024; 0 disables it',
    integer(0, 1024),
    '32',
  ),
  logLevel: defaulted(
    'TELLER_LOG_LEVEL',
    `One of ${LOG_LEVELS.join(', ')}; debug adds each exchange request, window and claim, and the stack if a command fails`,
    choice(...LOG_LEVELS),
    'info',
  ),
  metricsToken: optional(
    'TELLER_METRICS_TOKEN',
    'Bearer token for /metrics on the main port, at least 16 visible ASCII characters',
    parseMetricsToken,
    '/metrics is disabled on the main port',
  ),
  metricsPort: optional(
    'TELLER_METRICS_PORT',
    'A separate port for /metrics, without a token, on the host of serve',
    integer(1, 65_535),
  ),
  managePort: optional(
    'TELLER_MANAGE_PORT',
    'The port of the management API, which has a listener of its own; see serve --manage-port',
    integer(0, 65_535),
    'no management API',
  ),
  manageHost: defaulted(
    'TELLER_MANAGE_HOST',
    'The address on which the management API listens; see serve --manage-host',
    String,
    '127.0.0.1',
  ),
  publicUrl: optional(
    'TELLER_PUBLIC_URL',
    'The origin at which customers reach the service, for links of connect sessions',
    parseOrigin,
    'the address on which the service listens',
  ),
  securityContact: optional(
    'TELLER_SECURITY_CONTACT',
    'Where to report a vulnerability of this installation: an https or mailto URL, for /.well-known/security.txt',
    parseContact,
    'the file does not exist',
  ),
  exchangeAddresses: optional(
    'TELLER_EXCHANGE_ADDRESSES',
    'The IP addresses from which this installation calls exchanges, separated by commas: shown to a customer whose key only works from other addresses',
    parseAddresses,
    'they are not shown',
  ),
  connectReturnOrigins: optional(
    'TELLER_CONNECT_RETURN_ORIGINS',
    'Origins to which a connect session may return a customer, separated by commas',
    parseOrigins,
  ),
  connectFrameOrigins: optional(
    'TELLER_CONNECT_FRAME_ORIGINS',
    'Origins of pages that may show the Connect page in a frame, separated by commas',
    parseOrigins,
  ),
  webhookAllow: optional(
    'TELLER_WEBHOOK_ALLOW',
    'Webhooks may also use http, private (addresses of this machine and its networks), or http,private',
    parseWebhookTargets,
    'only https to public addresses',
  ),
  shutdownDelaySeconds: defaulted(
    'TELLER_SHUTDOWN_DELAY_SECONDS',
    'Seconds for which the service still accepts requests after a stop signal, while /readyz returns 503, 0 to 300. Choose ' +
      'more than the load balancer takes to notice. Add it to the time after which the service is killed, 30 s in the systemd ' +
      'unit (TimeoutStopSec) and in compose.yaml (stop_grace_period)',
    integer(0, 300),
    '0',
  ),
  syncIntervalSeconds: defaulted(
    'TELLER_SYNC_INTERVAL_SECONDS',
    'Seconds between two refreshes of a wallet, 1 to 86400. A wallet with a transaction of the last hour is refreshed after a ' +
      'quarter of it, with one of the last day after half of it',
    integer(1, 86_400),
    '60',
  ),
};

/** Returns the name, meaning and default of every variable, as `teller --help` and docs/configuration.md show them. */
export function describeVariables(): readonly {
  readonly name: string;
  readonly meaning: string;
  readonly defaultText: string;
}[] {
  return Object.values(VARIABLES).map((variable) => ({
    name: variable.name,
    meaning: variable.meaning,
    defaultText: 'defaultValue' in variable ? variable.defaultValue : variable.ifMissing,
  }));
}
