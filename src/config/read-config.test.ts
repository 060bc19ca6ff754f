import { BlockList } from 'node:net';

import { describe, expect, it } from 'vitest';

import { describeVariables } from './variables.ts';
import { ConfigError, type Environment, readConfig, selectDatabase } from './read-config.ts';

function problemsOf(env: Environment): readonly string[] {
  try {
    readConfig(env, '/home');
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('has a default for every variable', () => {
    expect(readConfig({}, '/home')).toEqual({
      database: { kind: 'sqlite', path: '/home/data/teller.db' },
      masterKey: { kind: 'file', path: '/home/data/teller.db.key', createdOnFirstUse: true },
      exchangeProxyUrl: undefined,
      exchangeThrottle: true,
      rateLimitPerSecond: 2000,
      trustedProxies: new BlockList(),
      responseCacheBytes: 32 * 1024 * 1024,
      logLevel: 'info',
      metricsToken: undefined,
      metricsPort: undefined,
      managePort: undefined,
      manageHost: '127.0.0.1',
      publicUrl: undefined,
      securityContact: undefined,
      exchangeAddresses: [],
      connectReturnOrigins: [],
      connectFrameOrigins: [],
      webhookTargets: { http: false, private: false },
      shutdownDelayMs: 0,
      syncIntervalMs: 60_000,
      warnings: [],
    });
  });

  it.each([
    ['sqlite:x/y.db', '/home/x/y.db'],
    ['sqlite:/var/y.db', '/var/y.db'],
    ['sqlite:///var/y.db', '/var/y.db'],
    ['SQLITE:y.db', '/home/y.db'],
    ['./with space.db', '/home/with space.db'],
    ['/var/y.db', '/var/y.db'],
  ])('reads the database %s', (url, path) => {
    const database = { kind: 'sqlite', path };
    expect(readConfig({ TELLER_DATABASE_URL: url }, '/home')).toMatchObject({ database });
  });

  it.each(['postgres://user:hunter2@host/db', 'postgresql:///db?host=/run/postgresql'])(
    'reads the database %s, without a master key file',
    (url) => {
      expect(readConfig({ TELLER_DATABASE_URL: url }, '/home')).toMatchObject({
        database: {
          kind: 'postgres',
          url,
          servingRole: 'teller_api',
          readerRole: 'teller_reader',
          connectionsMax: 10,
        },
        masterKey: { kind: 'none' },
      });
    },
  );

  it('reads the roles and the standby of a PostgreSQL database', () => {
    const env = {
      TELLER_DATABASE_URL: 'postgres://h/d',
      TELLER_DATABASE_REPLICA_URL: 'postgres://standby/d',
      TELLER_DATABASE_ROLE: 'serves',
      TELLER_DATABASE_READER_ROLE: 'reads',
    };
    expect(readConfig(env, '/home').database).toMatchObject({
      url: 'postgres://h/d',
      replicaUrl: 'postgres://standby/d',
      servingRole: 'serves',
      readerRole: 'reads',
    });
  });

  it.each([
    { TELLER_DATABASE_READER_ROLE: 'teller_api' },
    { TELLER_DATABASE_ROLE: 'teller_reader' },
    { TELLER_DATABASE_ROLE: 'both', TELLER_DATABASE_READER_ROLE: 'both' },
  ])('refuses one role for the service and for readers, who see all wallets: %o', (roles) => {
    expect(problemsOf({ TELLER_DATABASE_URL: 'postgres://h/d', ...roles })).toEqual([
      'TELLER_DATABASE_READER_ROLE must be another role than TELLER_DATABASE_ROLE: it sees the rows of all wallets',
    ]);
  });

  it.each(['postgres://user:hunter2@host', 'postgres://user:hunter2@host:port/db'])(
    'refuses %s, without a part of it in the message',
    (url) => {
      expect(problemsOf({ TELLER_DATABASE_URL: url })).toEqual([
        'TELLER_DATABASE_URL must be like postgres://USER:PASSWORD@HOST:5432/NAME',
      ]);
    },
  );

  it('reads durations in seconds', () => {
    const env = { TELLER_SHUTDOWN_DELAY_SECONDS: '5', TELLER_SYNC_INTERVAL_SECONDS: '90' };
    const durations = { shutdownDelayMs: 5000, syncIntervalMs: 90_000 };
    expect(readConfig(env, '/home')).toMatchObject(durations);
  });

  it('reports all problems together', () => {
    const env = {
      TELLER_DATABASE_URL: 'mysql://x',
      TELLER_DATABASE_CONNECTIONS: '0',
      TELLER_DATABASE_REPLICA_URL: 'mysql://h/db',
      TELLER_DATABASE_ROLE: 'r'.repeat(64),
      // As many bytes, which PostgreSQL counts.
      TELLER_DATABASE_READER_ROLE: 'ä'.repeat(32),
      TELLER_RATE_LIMIT: '1e3',
      TELLER_CACHE_MEGABYTES: '-1',
      TELLER_TRUSTED_PROXIES: 'localhost',
      TELLER_LOG_LEVEL: 'loud',
      TELLER_EXCHANGE_PROXY_URL: 'ftp://x',
      TELLER_METRICS_TOKEN: 'short',
      TELLER_METRICS_PORT: '70000',
      TELLER_SHUTDOWN_DELAY_SECONDS: '301',
      TELLER_SYNC_INTERVAL_SECONDS: '0',
      TELLER_MANAGE_PORT: '70000',
      TELLER_PUBLIC_URL: 'https://teller.example/path',
      TELLER_SECURITY_CONTACT: 'security@teller.example',
      TELLER_CONNECT_RETURN_ORIGINS: 'https://a.example,nowhere',
      TELLER_CONNECT_FRAME_ORIGINS: 'data:x',
      TELLER_EXCHANGE_ADDRESSES: '203.0.113.7, teller.example',
      TELLER_WEBHOOK_ALLOW: 'https',
      TELLER_EXCHANGE_THROTTLE: 'maybe',
      TELLER_MASTER_KEY: 'a',
      TELLER_MASTER_KEY_FILE: 'b',
    };
    const problems = problemsOf(env);
    expect(problems).toHaveLength(24);
    const names = describeVariables().map(({ name }) => name);
    // A new variable also needs a wrong value above. Only listening shows whether an address can be used.
    const accepted = names.filter((name) => !problems.join().includes(name));
    expect(accepted).toEqual(['TELLER_MANAGE_HOST']);
  });

  it.each([
    ['TELLER_WEBHOOK_ALLOW', 'http,https'],
    ['TELLER_WEBHOOK_ALLOW', 'private,'],
    ['TELLER_SECURITY_CONTACT', 'http://teller.example/security'],
    ['TELLER_SECURITY_CONTACT', 'javascript:alert(1)'],
    ['TELLER_PUBLIC_URL', 'ftp://teller.example'],
    ['TELLER_PUBLIC_URL', 'https://user@teller.example'],
    ['TELLER_TRUSTED_PROXIES', 'localhost'],
    ['TELLER_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TELLER_TRUSTED_PROXIES', '10.0.0/8'],
    ['TELLER_TRUSTED_PROXIES', '::1/129'],
    ['TELLER_TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['TELLER_TRUSTED_PROXIES', '10.0.0.0/'],
    ['TELLER_TRUSTED_PROXIES', 'a,'],
  ])('refuses the variable %s with the value %s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} must be `)]);
  });

  it.each([
    ['TELLER_DATABASE_CONNECTIONS', 1, 200],
    ['TELLER_RATE_LIMIT', 0, 1_000_000],
    ['TELLER_CACHE_MEGABYTES', 0, 1024],
    ['TELLER_METRICS_PORT', 1, 65_535],
    ['TELLER_MANAGE_PORT', 0, 65_535],
    ['TELLER_SHUTDOWN_DELAY_SECONDS', 0, 300],
    ['TELLER_SYNC_INTERVAL_SECONDS', 1, 86_400],
  ])('reads %s from %i to %i', (name, minimum, maximum) => {
    for (const value of [minimum, maximum]) expect(problemsOf({ [name]: `${value}` })).toEqual([]);
    for (const value of [minimum - 1, maximum + 1, `0${maximum}`, `${maximum}.0`, `+${maximum}`]) {
      const problem = `${name} must be an integer from ${minimum} to ${maximum}`;
      expect(problemsOf({ [name]: `${value}` })).toEqual([problem]);
    }
  });

  it.each([
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
    ['https://Proxy.example', 'https://Proxy.example/'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
    ['https://proxy.example/to/', 'https://proxy.example/to/'],
    ['https://proxy.example?url=', 'https://proxy.example?url='],
  ])('reads %s as the prefix %s of exchange URLs', (TELLER_EXCHANGE_PROXY_URL, prefix) => {
    const { exchangeProxyUrl } = readConfig({ TELLER_EXCHANGE_PROXY_URL }, '/home');
    expect(exchangeProxyUrl).toBe(prefix);
  });

  it.each([':memory:', 'sqlite:', 'sqlite:x\0y'])('refuses %j, which names no file', (url) => {
    expect(problemsOf({ TELLER_DATABASE_URL: url })).toEqual([
      'TELLER_DATABASE_URL does not name a file; use sqlite:PATH',
    ]);
  });

  it('reads addresses, contacts, targets and tokens in their normal form', () => {
    const env = {
      TELLER_TRUSTED_PROXIES: '10.0.0.7, 2001:db8::/32',
      TELLER_SECURITY_CONTACT: 'https://Teller.Example/security',
      TELLER_WEBHOOK_ALLOW: 'private',
      TELLER_METRICS_TOKEN: 't'.repeat(16),
      TELLER_PUBLIC_URL: 'https://teller.example/',
      TELLER_EXCHANGE_THROTTLE: 'off',
      TELLER_CONNECT_RETURN_ORIGINS: 'https://a.example, https://b.example/',
    };
    const config = readConfig(env, '/home');
    expect(config).toMatchObject({
      securityContact: 'https://teller.example/security',
      webhookTargets: { http: false, private: true },
      metricsToken: 't'.repeat(16),
      publicUrl: 'https://teller.example',
      exchangeThrottle: false,
      connectReturnOrigins: ['https://a.example', 'https://b.example'],
    });
    expect(config.trustedProxies.check('10.0.0.7')).toBe(true);
    expect(config.trustedProxies.check('10.0.0.8')).toBe(false);
    expect(config.trustedProxies.check('2001:db8::1', 'ipv6')).toBe(true);
    const problems = problemsOf({ TELLER_METRICS_TOKEN: 't'.repeat(15) });
    expect(problems).toEqual([expect.stringContaining('at least 16 characters')]);
  });

  it.each([
    'pässwörter-und-mehr',
    'with a space inside',
    'a-space-at-the-end ',
    'a-line-feed-at-end\n',
  ])('refuses the metrics token %j, which no request can present', (token) => {
    expect(problemsOf({ TELLER_METRICS_TOKEN: token })).toEqual([
      'TELLER_METRICS_TOKEN must consist of visible ASCII characters without spaces, as a request header does not ' +
        'carry others (create one with: openssl rand -hex 16)',
    ]);
  });

  it('warns about an unknown variable and names the closest one', () => {
    expect(readConfig({ TELLER_RATE_LIMTI: '5', HOME: '/' }, '/home').warnings).toEqual([
      'TELLER_RATE_LIMTI is unknown; did you mean TELLER_RATE_LIMIT?',
    ]);
  });

  it('warns about variables of PostgreSQL that have no effect on an SQLite database', () => {
    const env = {
      TELLER_DATABASE_CONNECTIONS: '5',
      TELLER_DATABASE_REPLICA_URL: 'postgres://standby/d',
      TELLER_DATABASE_ROLE: 'serves',
      TELLER_DATABASE_READER_ROLE: 'reads',
    };
    const { warnings } = readConfig(env, '/home');
    expect(warnings).toEqual(
      Object.keys(env).map((name) =>
        expect.stringMatching(`^${name} has no effect on an SQLite database;`),
      ),
    );
    const TELLER_DATABASE_URL = 'postgres://h/d';
    expect(readConfig({ ...env, TELLER_DATABASE_URL }, '/home').warnings).toEqual([]);
  });

  it('selects a database without the variables of another one', () => {
    const env = {
      TELLER_DATABASE_URL: 'postgres://h/d',
      TELLER_DATABASE_REPLICA_URL: 'postgres://standby/d',
      TELLER_DATABASE_ROLE: 'serves',
      TELLER_LOG_LEVEL: 'warn',
    };
    const other = readConfig(selectDatabase(env, 'postgres://other/d'), '/home').database;
    expect(other).toMatchObject({ url: 'postgres://other/d', servingRole: 'serves' });
    expect(other).not.toHaveProperty('replicaUrl');
    expect(readConfig(selectDatabase(env, 'sqlite:x.db'), '/home')).toMatchObject({
      database: { kind: 'sqlite', path: '/home/x.db' },
      logLevel: 'warn',
      warnings: [],
    });
  });

  it('warns about exchanges that are called without their rate limits', () => {
    const env = { TELLER_EXCHANGE_THROTTLE: 'off' };
    const simulator = 'http://127.0.0.1:1';
    expect(readConfig(env, '/home').warnings).toEqual([
      expect.stringMatching('^TELLER_EXCHANGE_THROTTLE is off without TELLER_EXCHANGE_PROXY_URL'),
    ]);
    const simulated = { ...env, TELLER_EXCHANGE_PROXY_URL: simulator };
    for (const each of [simulated, { TELLER_EXCHANGE_THROTTLE: 'on' }]) {
      expect(readConfig(each, '/home').warnings).toEqual([]);
    }
  });

  it('treats an empty variable as missing', () => {
    const env = Object.fromEntries(describeVariables().map(({ name }) => [name, '']));
    expect(readConfig(env, '/home')).toEqual(readConfig({}, '/home'));
  });
});
