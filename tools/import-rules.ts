/**
 * The allowed imports of each folder: the table of `docs/architecture.md`, and further rules within some
 * folders. `npm run lint` checks it; tests, benchmarks and tools may import everything.
 */

/**
 * The imports of the files of a folder. Folders without input and output list the modules of Node that they may import; in
 * all others, `node:*` allows each of them.
 */
export interface ImportRule {
  /** The folder, with `/` at its end. `*` matches any characters of one name. */
  readonly folder: string;
  /** Files, and folders with `/` at their end, that these files may import. Their own folder is allowed too. */
  readonly files: readonly string[];
  /** Packages that these files may import, including their exports with longer names. */
  readonly packages?: readonly string[];
}

const DOMAIN = 'src/domain/';
const TELEMETRY = 'src/telemetry/';
const MAPPING = 'src/exchanges/mapping/';
const NETWORKS = 'src/exchanges/networks/';
const EXCHANGE = 'src/exchanges/exchange.ts';
const PROFILE = 'src/exchanges/profile.ts';
const KEY_RIGHTS = 'src/exchanges/key-rights.ts';
const KEY_GUIDE = 'src/exchanges/key-guide.ts';
const SQL = 'src/store/sql/';

/** The common imports of folders of exchanges, certified or not. */
const OF_EXCHANGES = [
  DOMAIN,
  EXCHANGE,
  PROFILE,
  KEY_GUIDE,
  'src/exchanges/client/',
  MAPPING,
  NETWORKS,
];
/** The imports of the engines of the store. */
const ENGINE = [DOMAIN, 'src/store/*.ts', SQL, 'src/store/statements/'];

/** The imports of the HTTP service. */
const HTTP = [
  DOMAIN,
  TELEMETRY,
  'src/store/serving.ts',
  'src/store/records.ts',
  'src/store/webhooks.ts',
  'src/store/errors.ts',
  'src/webhooks/event-schemas.ts',
];
/** The imports of its folders. */
const OF_HTTP = [...HTTP, 'src/http/header-names.ts', 'src/http/limits.ts', 'src/http/paths.ts'];

/** The first rule whose folder contains a file applies to it. */
export const IMPORT_RULES: readonly ImportRule[] = [
  { folder: 'src/domain/', files: [], packages: ['node:crypto', 'typebox'] },
  { folder: TELEMETRY, files: [], packages: ['@opentelemetry/api'] },

  { folder: 'src/store/sql/', files: [] },
  {
    // Decisions without SQL.
    folder: 'src/store/rules/',
    files: [DOMAIN, 'src/store/*.ts'],
  },
  {
    folder: 'src/store/statements/',
    files: [DOMAIN, 'src/store/*.ts', SQL, 'src/store/rules/'],
    packages: ['node:crypto', 'node:zlib'],
  },
  {
    folder: 'src/store/sqlite/',
    files: ENGINE,
    packages: ['lru-cache', 'node:*'],
  },
  {
    folder: 'src/store/postgres/',
    files: ENGINE,
    packages: ['lru-cache', 'node:*', 'pg'],
  },
  {
    folder: 'src/store/',
    files: [DOMAIN],
    packages: ['node:crypto', 'node:fs'],
  },

  {
    folder: 'src/exchanges/client/',
    files: [DOMAIN, EXCHANGE, MAPPING, TELEMETRY],
    packages: ['node:*'],
  },
  { folder: MAPPING, files: [DOMAIN, EXCHANGE, NETWORKS], packages: ['node:crypto'] },
  { folder: NETWORKS, files: [] },
  {
    // They describe how rows are read, and send no requests.
    folder: 'src/exchanges/best-effort/traits/',
    files: [
      DOMAIN,
      EXCHANGE,
      'src/exchanges/client/credential-forms.ts',
      MAPPING,
      NETWORKS,
      'src/exchanges/best-effort/*.ts',
      'src/exchanges/*/statuses.ts',
    ],
  },
  // Some exchanges share the platform, and so the status codes, of a certified one.
  {
    folder: 'src/exchanges/best-effort/',
    files: [...OF_EXCHANGES, 'src/exchanges/*/statuses.ts'],
  },
  { folder: 'src/exchanges/*/', files: OF_EXCHANGES, packages: ['node:util'] },
  { folder: 'src/exchanges/', files: [DOMAIN, TELEMETRY], packages: ['node:crypto'] },

  {
    folder: 'src/sync/',
    files: [
      DOMAIN,
      TELEMETRY,
      'src/store/sync.ts',
      'src/store/records.ts',
      'src/store/errors.ts',
      EXCHANGE,
      KEY_RIGHTS,
    ],
    packages: ['node:timers/promises'],
  },

  {
    folder: 'src/webhooks/',
    files: [
      DOMAIN,
      TELEMETRY,
      'src/store/webhooks.ts',
      'src/store/records.ts',
      'src/store/errors.ts',
    ],
    packages: ['node:*', 'typebox'],
  },

  {
    // What operators change: the command line and the management API call the same functions.
    folder: 'src/manage/',
    files: [
      DOMAIN,
      'src/store/*.ts',
      EXCHANGE,
      PROFILE,
      KEY_RIGHTS,
      'src/exchanges/catalogue.ts',
      'src/exchanges/client/credential-forms.ts',
      'src/exchanges/best-effort/reviewed-endpoints.ts',
      'src/exchanges/mapping/look-up.ts',
      'src/sync/sync-failure.ts',
      'src/webhooks/',
    ],
    packages: ['node:crypto'],
  },

  {
    folder: 'src/http/manage/',
    files: [
      DOMAIN,
      'src/http/',
      'src/manage/',
      'src/store/*.ts',
      'src/exchanges/connect-exchanges.ts',
      'src/webhooks/',
    ],
    packages: ['fastify', 'fastify-plugin', 'node:*', 'pino', 'typebox'],
  },
  {
    // What a customer may do with a session; the functions are passed in.
    folder: 'src/http/connect/',
    files: [
      DOMAIN,
      'src/http/',
      'src/manage/credentials.ts',
      'src/manage/errors.ts',
      'src/store/errors.ts',
    ],
    packages: ['fastify', 'lru-cache', 'typebox'],
  },

  // Routes and pages use plugins, plugins use shapes; none of them imports the application.
  {
    folder: 'src/http/openapi/',
    files: [
      DOMAIN,
      'src/http/header-names.ts',
      'src/http/limits.ts',
      'src/store/records.ts',
      'src/webhooks/event-schemas.ts',
    ],
    packages: ['fastify', 'typebox'],
  },
  {
    folder: 'src/http/plugins/',
    files: [...OF_HTTP, 'src/http/openapi/'],
    packages: ['fastify', 'fastify-plugin', 'lru-cache', 'node:*', 'pino', 'prom-client'],
  },
  {
    folder: 'src/http/routes/',
    files: [...OF_HTTP, 'src/http/openapi/', 'src/http/plugins/'],
    packages: ['fastify', 'fastify-plugin', 'node:crypto', 'typebox'],
  },
  {
    folder: 'src/http/pages/',
    files: [DOMAIN, 'src/http/plugins/'],
    packages: ['fastify', 'node:*'],
  },
  {
    folder: 'src/http/',
    files: HTTP,
    packages: ['fastify', 'fastify-plugin', 'node:*', 'pino'],
  },

  {
    folder: 'src/cli/',
    files: [
      DOMAIN,
      TELEMETRY,
      'src/config/',
      'src/compose/',
      'src/exchanges/',
      'src/http/',
      'src/manage/',
      'src/store/*.ts',
      'src/sync/',
      'src/webhooks/',
      'simulator/',
    ],
    packages: ['commander', 'csv-parse', 'fastify', 'lru-cache', 'node:*', 'pino'],
  },
  {
    folder: 'src/config/',
    files: [DOMAIN],
    packages: ['node:net', 'node:path'],
  },
  { folder: 'src/compose/', files: ['src/'], packages: ['fastify', 'node:*', 'pino'] },

  { folder: 'client/', files: [] },
  {
    folder: 'explorer/src/',
    files: ['client/src/index.ts', 'src/domain/decimal.ts'],
    packages: ['preact', 're2js', 'uplot'],
  },
  {
    // The page of a customer: it shares the look of the explorer, but not its connections and its client.
    folder: 'explorer/connect/src/',
    files: [
      'explorer/src/components/foreign-text.tsx',
      'explorer/src/components/icons.tsx',
      'explorer/src/components/notice.tsx',
      'explorer/src/components/text-field.tsx',
      'explorer/src/styles/',
      'src/domain/connect.ts',
      'src/domain/credential-form.ts',
    ],
    packages: ['preact'],
  },
  {
    folder: 'simulator/',
    files: [DOMAIN],
    packages: ['node:*'],
  },
];
