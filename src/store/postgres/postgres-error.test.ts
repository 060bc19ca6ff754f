import pg from 'pg';
import { expect, it } from 'vitest';

import { StoreUnavailableError } from '../errors.ts';
import {
  isConnectionLost,
  isLockTimeout,
  isMadeMeanwhile,
  isPreparedElsewhere,
  translatePostgresError,
} from './postgres-error.ts';

/** SQLSTATEs that the environment causes, and one of each class that has a message for the others. */
const STATES =
  '22023 25006 28000 28P01 3D000 3F000 40001 40P01 42501 42703 53100 53300 55P03 57014 57P01 57P03 XX001 XX002 ' +
  '25P03 25P04 42883 42P01 08006 53200 55006 57P02 58030 XX000';

it.each(STATES.split(' '))('says for SQLSTATE %s what happened and what to do', (code) => {
  const error = Object.assign(new pg.DatabaseError('SELECT secret', 1, 'error'), { code });
  expect((translatePostgresError(error) as Error).message).toMatch(/^[^;]+; [^;]+$/);
});

it('distinguishes a missing right of the user, which no retry changes', () => {
  const error = Object.assign(new pg.DatabaseError('denied', 1, 'error'), { code: '42501' });
  expect(translatePostgresError(error)).toMatchObject({ name: 'StoreRightMissingError' });
});

it.each(['canceling statement', 'terminating connection'])(
  'says that a standby has ended a read: %s',
  (what) => {
    const ended = new pg.DatabaseError(`${what} due to conflict with recovery`, 1, 'error');
    const error = Object.assign(ended, { code: '40001' });
    expect((translatePostgresError(error) as Error).message).toMatch(
      /^the standby [^;]+; raise its max_standby_streaming_delay/,
    );
  },
);

it.each([
  Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }),
  new Error('timeout expired'),
  new Error('Query read timed out'),
  new Error('timeout exceeded when trying to connect'),
  Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
])('says for a failed connection what to do: %s', (error) => {
  expect((translatePostgresError(error) as Error).message).toMatch(/^the [^;]+; [^;]+$/);
});

it.each([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('names the code of a certificate that is not accepted: %s', (code) => {
  const error = Object.assign(new Error('certificate'), { code });
  const { message } = translatePostgresError(error) as Error;
  expect(message).toMatch(/^the certificate [^;]+; [^;]+ the database URL$/);
  expect(message).toContain(code);
});

it.each([
  ['password', 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string'],
  ['TLS', 'The server does not support SSL connections'],
])('says that a connection lacks: %s', (missing, text) => {
  const { message } = translatePostgresError(new Error(text)) as Error;
  expect(message).toMatch(/^the [^;]+; [^;]+ (?:the database URL|TELLER_DATABASE_URL)$/);
  expect(message).toContain(missing);
});

it.each([
  ['08006', 'connection to the remote node teller@worker-1:5432 failed', ''],
  ['08006', 'could not establish any connections to the node worker-1:5432 after 1000 ms', ''],
  ['XX000', 'failure on connection marked as essential: worker-1:5432', ''],
  ['57P01', 'terminating connection', 'while executing command on worker-1:5432'],
])('names the node of a cluster that does not respond: %s %s', (code, message, where) => {
  const error = Object.assign(new pg.DatabaseError(message, 1, 'error'), { code, where });
  expect(translatePostgresError(error)).toMatchObject({
    name: 'NodeUnavailableError',
    address: 'worker-1:5432',
  });
});

it('says why a node of a cluster refuses the login', () => {
  const message =
    'connection to the remote node teller_api@worker-1:5432 failed with the following error: ' +
    'connection to server at "worker-1" (10.0.0.2), port 5432 failed: ' +
    'FATAL:  no pg_hba.conf entry for host "10.0.0.1", user "teller_api", database "teller", SSL encryption\n' +
    'connection to server at "worker-1" (10.0.0.2), port 5432 failed: FATAL:  other';
  const error = Object.assign(new pg.DatabaseError(message, 1, 'error'), { code: '08006' });
  expect(translatePostgresError(error)).toMatchObject({
    address: 'worker-1:5432',
    message:
      'the node worker-1:5432 of the database cluster refuses connections (FATAL: no pg_hba.conf entry for host ' +
      '"10.0.0.1", user "teller_api", database "teller", SSL encryption); correct that: its wallets are unavailable until then',
  });
});

it('does not take another error that names a remote node for a lost node', () => {
  const message = 'the remote node worker-1:5432 has another version';
  const error = Object.assign(new pg.DatabaseError(message, 1, 'error'), { code: '55000' });
  expect((translatePostgresError(error) as Error).name).toBe('StoreUnavailableError');
});

it('does not take an internal error of a node for a lost node', () => {
  const where = 'while executing command on worker-1:5432';
  const error = Object.assign(new pg.DatabaseError('bug', 1, 'error'), { code: 'XX000', where });
  expect((translatePostgresError(error) as Error).name).toBe('StoreUnavailableError');
});

it.each<unknown>([
  new StoreUnavailableError('connect ECONNREFUSED'),
  'no error',
  new TypeError('x'),
  new RangeError('timeout'),
  Object.assign(new pg.DatabaseError('syntax', 1, 'error'), { code: '42601' }),
])('an error of the program or of the store stays as it is: %s', (error) => {
  expect(translatePostgresError(error)).toBe(error);
});

const makeError = (code: string, message = 'x') =>
  Object.assign(new pg.DatabaseError(message, 1, 'error'), { code });

it.each([
  ['23505', 'duplicate key value', true],
  ['42710', 'role exists already', true],
  ['XX000', 'tuple concurrently updated', true],
  ['XX000', 'bug', false],
  ['42601', 'syntax error', false],
])('says of SQLSTATE %s (%s) whether another one has made it meanwhile: %s', (code, text, is) => {
  const error = makeError(code, text);
  expect(isMadeMeanwhile(error)).toBe(is);
  expect(isMadeMeanwhile(new StoreUnavailableError('x', { cause: error }))).toBe(is);
  expect(isMadeMeanwhile(new Error(text))).toBe(false);
});

it.each([
  ['26000', true],
  ['42P05', true],
  ['42601', false],
])('says of SQLSTATE %s whether a statement is prepared on another connection: %s', (code, is) => {
  expect(isPreparedElsewhere(makeError(code))).toBe(is);
});

it('knows a lock that lasts too long, also from a translated error', () => {
  const error = makeError('55P03');
  expect([error, translatePostgresError(error), makeError('57014')].map(isLockTimeout)).toEqual([
    true,
    true,
    false,
  ]);
});

it('takes a connection for lost only if the error does not come from the database', () => {
  const refused = translatePostgresError(makeError('57014'));
  const silent = translatePostgresError(new Error('Query read timeout'));
  expect([refused, silent, new Error('x')].map(isConnectionLost)).toEqual([false, true, false]);
});
