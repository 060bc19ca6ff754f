/**
 * The allowed imports of each folder: the table of `docs/architecture.md`, and further rules within some
 * folders. `npm run lint` checks it; tests, benchmarks and tools may import everything.
 */

/** The imports of the files of a folder: patterns, separated by spaces. */
export interface ImportRule {
  /** Files, and folders with `/` at their end. The folder of the rule is allowed too. */
  readonly files?: string;
  /**
   * Packages, including their exports with longer names. Folders without input and output list the modules of Node that
   * they may import; in all others, `node:*` allows each of them.
   */
  readonly packages?: string;
}

const DOMAIN = 'src/domain/';
const TELEMETRY = 'src/telemetry/';
const CONTRACTS = 'src/store/*.ts';
const SQL = 'src/store/sql/';
const EXCHANGE = 'src/exchanges/exchange.ts';
const MAPPING = 'src/exchanges/mapping/';
const NETWORKS = 'src/exchanges/networks/';
const STATUSES = 'src/exchanges/*/statuses.ts';
const CREDENTIAL_FORMS = 'src/exchanges/client/credential-forms.ts';
/** The common imports of folders of exchanges, certified or not. */
const OF_EXCHANGES =
  `${DOMAIN} src/exchanges/{exchange,profile,key-guide}.ts ` +
  `src/exchanges/client/ ${MAPPING} ${NETWORKS}`;
/** The imports of the engines of the store. */
const ENGINE = `${DOMAIN} ${CONTRACTS} ${SQL} src/store/statements/`;
const EVENT_SCHEMAS = 'src/webhooks/event-schemas.ts';
/** The imports of the HTTP service. */
const HTTP = `${DOMAIN} ${TELEMETRY} src/store/{serving,records,webhooks,errors}.ts ${EVENT_SCHEMAS}`;
/** The imports of its folders. */
const OF_HTTP = `${HTTP} src/http/{header-names,limits,paths}.ts`;

/** The first rule whose folder contains a file applies to it. `*` matches any characters of one name. */
export const IMPORT_RULES: Readonly<Record<string, ImportRule>> = {
  'src/domain/': { packages: 'node:crypto typebox' },
  'src/telemetry/': { packages: '@opentelemetry/api' },

  'src/store/sql/': {},
  // Decisions without SQL.
  'src/store/rules/': { files: `${DOMAIN} ${CONTRACTS}` },
  'src/store/statements/': {
    files: `${DOMAIN} ${CONTRACTS} ${SQL} src/store/rules/`,
    packages: 'node:crypto node:zlib',
  },
  'src/store/sqlite/': { files: ENGINE, packages: 'lru-cache node:*' },
  'src/store/postgres/': { files: ENGINE, packages: 'node:* pg' },
  'src/store/': { files: DOMAIN, packages: 'node:fs' },

  'src/exchanges/client/': {
    files: `${DOMAIN} ${EXCHANGE} ${MAPPING} ${TELEMETRY}`,
    packages: 'node:*',
  },
  'src/exchanges/mapping/': {
    files: `${DOMAIN} ${EXCHANGE} ${NETWORKS}`,
    packages: 'node:crypto',
  },
  'src/exchanges/networks/': {},
  // They describe how rows are read, and send no requests.
  'src/exchanges/best-effort/traits/': {
    files:
      `${DOMAIN} ${EXCHANGE} ${CREDENTIAL_FORMS} ${MAPPING} ${NETWORKS} ` +
      `src/exchanges/best-effort/*.ts ${STATUSES}`,
  },
  // Some exchanges share the platform, and so the status codes, of a certified one.
  'src/exchanges/best-effort/': { files: `${OF_EXCHANGES} ${STATUSES}` },
  'src/exchanges/*/': { files: OF_EXCHANGES, packages: 'node:util' },
  'src/exchanges/': { files: `${DOMAIN} ${TELEMETRY}`, packages: 'node:crypto' },

  'src/sync/': {
    files:
      `${DOMAIN} ${TELEMETRY} src/store/{sync,records,errors}.ts ` +
      'src/exchanges/{exchange,key-rights}.ts',
    packages: 'node:timers/promises',
  },
  'src/webhooks/': {
    files: `${DOMAIN} ${TELEMETRY} src/store/{webhooks,records,errors}.ts`,
    packages: 'node:* typebox',
  },
  // What operators change: the command line and the management API call the same functions.
  'src/manage/': {
    files:
      `${DOMAIN} ${CONTRACTS} src/exchanges/{exchange,profile,key-rights,catalogue}.ts ` +
      `${CREDENTIAL_FORMS} src/exchanges/best-effort/reviewed-endpoints.ts ${MAPPING}look-up.ts ` +
      'src/sync/sync-failure.ts src/webhooks/',
    packages: 'node:crypto',
  },

  'src/http/manage/': {
    files:
      `${DOMAIN} src/http/ src/manage/ ${CONTRACTS} ` +
      'src/exchanges/connect-exchanges.ts src/webhooks/',
    packages: 'fastify fastify-plugin node:* pino typebox',
  },
  // What a customer may do with a session; the functions are passed in.
  'src/http/connect/': {
    files: `${DOMAIN} src/http/ src/manage/{credentials,errors}.ts src/store/errors.ts`,
    packages: 'fastify lru-cache typebox',
  },
  // Routes and pages use plugins, plugins use shapes; none of them imports the application.
  'src/http/openapi/': {
    files: `${DOMAIN} src/http/{header-names,limits}.ts src/store/records.ts ${EVENT_SCHEMAS}`,
    packages: 'fastify typebox',
  },
  'src/http/plugins/': {
    files: `${OF_HTTP} src/http/openapi/`,
    packages: 'fastify fastify-plugin lru-cache node:* pino prom-client',
  },
  'src/http/routes/': {
    files: `${OF_HTTP} src/http/openapi/ src/http/plugins/`,
    packages: 'fastify fastify-plugin node:crypto typebox',
  },
  'src/http/pages/': { files: `${DOMAIN} src/http/plugins/`, packages: 'fastify node:*' },
  'src/http/': { files: HTTP, packages: 'fastify fastify-plugin node:* pino' },

  'src/cli/': {
    files:
      `${DOMAIN} ${TELEMETRY} src/{config,compose,exchanges,http,manage,sync,webhooks}/ ` +
      `${CONTRACTS} simulator/`,
    packages: 'commander csv-parse fastify node:* pino',
  },
  'src/config/': { files: DOMAIN, packages: 'node:net node:path' },
  'src/compose/': { files: 'src/', packages: 'fastify node:* pino' },

  'client/': {},
  'explorer/src/': {
    files: 'client/src/index.ts src/domain/{csv,decimal}.ts',
    packages: 'preact re2js uplot',
  },
  // The page of a customer: it shares the look of the explorer, but not its connections and its client.
  'explorer/connect/src/': {
    files:
      'explorer/src/components/{foreign-text,icons,notice,text-field}.tsx explorer/src/styles/ ' +
      'src/domain/{connect,credential-form}.ts',
    packages: 'preact',
  },
  'simulator/': { files: DOMAIN, packages: 'node:*' },
};
