import type { Mutant } from '../mutant.ts';

const TESTS = ['test/cli/settings.test.ts'];

/** What reads the settings of a running service. */
export const SETTING_MUTANTS: readonly Mutant[] = [
  {
    does: 'serves the management API at the address of the service',
    file: 'src/cli/commands/serve.ts',
    replace: 'const host = options.manageHost ?? manageHost;',
    by: 'const host = options.manageHost ?? parts.host;',
    tests: TESTS,
  },
  {
    does: 'accepts webhooks with http and private addresses in any case',
    file: 'src/compose/manage-service.ts',
    replace: 'webhookTargets: { allowed: config.webhookTargets, resolveName },',
    by: 'webhookTargets: { allowed: { http: true, private: true }, resolveName },',
    tests: TESTS,
  },
  {
    does: 'limits the requests of no key',
    file: 'src/compose/http-service.ts',
    replace: 'rateLimitPerSecond: config.rateLimitPerSecond,',
    by: 'rateLimitPerSecond: 0 * config.rateLimitPerSecond,',
    tests: TESTS,
  },
  {
    does: 'limits the requests of no management key',
    file: 'src/compose/manage-service.ts',
    replace: 'rateLimitPerSecond: config.rateLimitPerSecond,',
    by: 'rateLimitPerSecond: 0 * config.rateLimitPerSecond,',
    tests: TESTS,
  },
  {
    does: 'does not separate the callers behind a trusted proxy',
    file: 'src/compose/http-service.ts',
    replace: '    trustedProxies: config.trustedProxies,\n',
    by: '',
    tests: TESTS,
  },
  {
    does: 'has no security.txt',
    file: 'src/compose/http-service.ts',
    replace: '    securityContact: config.securityContact,\n',
    by: '',
    tests: TESTS,
  },
  {
    does: 'reads from the standby of another database',
    file: 'src/cli/runtime.ts',
    replace: ', TELLER_DATABASE_REPLICA_URL: undefined',
    by: '',
    tests: ['test/store/postgres-commands.test.ts'],
  },
  {
    does: 'grants the role of the service the views of all wallets',
    file: 'src/config/read-config.ts',
    replace: 'if (servingRole === readerRole) {',
    by: "if (servingRole === '') {",
    tests: ['src/config/read-config.test.ts'],
  },
  {
    does: "offers the options of a command's parent, which refuses them",
    file: 'src/cli/program.ts',
    replace:
      '      visibleGlobalOptions: ({ parent }) => (parent === null ? [] : [...root.options]),\n',
    by: '',
    tests: ['test/cli/completion.test.ts'],
  },
  {
    does: 'names the removed copy of a corrupted database that is backed up',
    file: 'src/store/sqlite/backup.ts',
    replace: 'summarise(copy, `${path}: ${CORRUPTED}`),',
    by: 'summarise(copy),',
    tests: ['test/cli/backup.test.ts'],
  },
  {
    does: 'requests exchanges at a prefix without a path',
    file: 'src/config/values.ts',
    replace: 'return ORIGIN_ONLY.test(text) ? `${text}/` : text;',
    by: 'return text;',
    tests: ['src/config/read-config.test.ts'],
  },
  {
    does: 'advises a retry if the user of the database lacks a right',
    file: 'src/http/plugins/problems.ts',
    replace: ' && !(error instanceof StoreRightMissingError)',
    by: '',
    tests: ['src/http/plugins/problems.test.ts'],
  },
  {
    does: 'resolves names by the DNS servers of the time at which it was started',
    file: 'src/webhooks/dns-resolver.ts',
    replace:
      '  return async (hostname) => {\n    // A resolver reads the servers of the system when it is created, so each look-up creates one (0.2 ms).\n    const resolver = new dns.Resolver({ timeout: ANSWER_MS_MAX, tries: ATTEMPTS_MAX });\n    if (servers !== undefined) resolver.setServers(servers);\n',
    by: '  const resolver = new dns.Resolver({ timeout: ANSWER_MS_MAX, tries: ATTEMPTS_MAX });\n  if (servers !== undefined) resolver.setServers(servers);\n  return async (hostname) => {\n',
    tests: ['src/webhooks/dns-resolver.prove.test.ts'],
  },
  {
    does: 'loses the master key of another rotation that ends at the same time',
    file: 'src/compose/rotate-master-key.ts',
    replace: '  if (readMasterKeyFile(path) !== text) return addNextKey(path, randomBytes);\n',
    by: '',
    tests: ['src/compose/rotate-master-key.test.ts'],
  },
  {
    does: 'is not ready as soon as the next version has migrated the database',
    file: 'src/store/migrations.ts',
    replace: "newer === 'accept' ? applied.filter(({ version }) => version <= known) : applied",
    by: 'applied',
    tests: ['test/http/operations.test.ts'],
  },
  {
    does: 'opens no further connection after the next version has migrated the file',
    file: 'src/store/sqlite/database.ts',
    replace: "newerSchema: 'accept'",
    by: "newerSchema: 'refuse'",
    tests: ['test/http/operations.test.ts'],
  },
  {
    does: 'starts with the schema of a newer program',
    file: 'src/store/sqlite/open-sqlite-store.ts',
    replace: "requireSchemaVersion(each, migrations, 'refuse')",
    by: "requireSchemaVersion(each, migrations, 'accept')",
    tests: ['test/store/sqlite-store.test.ts'],
  },
  {
    does: 'advises a retry if the schema belongs to another version',
    file: 'src/http/plugins/problems.ts',
    replace: 'if (error instanceof SchemaVersionError) {',
    by: 'if (false) {',
    tests: ['src/http/plugins/problems.test.ts'],
  },
  {
    does: 'advises callers to retry while a wallet is paused before its first synchronisation',
    file: 'src/http/routes/wallet-state.ts',
    replace: "if (syncState === 'paused') {",
    by: 'if (false) {',
    tests: ['src/http/routes/wallet-state.test.ts'],
  },
  {
    does: 'advises to synchronise a paused wallet',
    file: 'src/cli/require-data.ts',
    replace: "if (syncState === 'paused') {",
    by: 'if (false) {',
    tests: ['test/cli/transactions.test.ts'],
  },
];
