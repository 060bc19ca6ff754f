import { describe, expect, it } from 'vitest';

import { SealedCredentialsError } from '../domain/sealed-credentials.ts';
import {
  ExchangeError,
  type ExchangeErrorCode,
  UnknownExchangeError,
} from '../exchanges/exchange.ts';
import { PowerfulKeyError } from '../exchanges/key-rights.ts';
import { NodeUnavailableError, StoreUnavailableError } from '../store/errors.ts';
import { describeSyncFailure, needsOperator } from './sync-failure.ts';

const AT_MS = 1_700_000_000_000;

describe('describeSyncFailure', () => {
  it.each<[ExchangeErrorCode, string]>([
    ['exchange_unavailable', 'A running "teller serve" or "teller sync" retries it.'],
    ['exchange_rate_limited', 'A running "teller serve" or "teller sync" retries it.'],
    [
      'exchange_clock',
      'Check the time of this machine and that it is synchronised (NTP). A running "teller serve" or "teller sync" retries it.',
    ],
    [
      'exchange_key_refused',
      'Create a new key at the exchange and store it with "teller wallet credentials".',
    ],
    [
      'exchange_permission_denied',
      'Allow the key to read funds and history (and this address, if the key is bound to addresses), or run the service in a region that the exchange serves.',
    ],
    [
      'exchange_request_refused',
      'The exchange may have changed its API; check for a newer version of wallet-teller.',
    ],
  ])('describes %s in two sentences: what happened, and what to do', (code, advice) => {
    const failure = describeSyncFailure(new ExchangeError(code, 'kraken Time: bad port'), AT_MS);
    expect(failure).toEqual({ code, message: `kraken Time: bad port. ${advice}`, atMs: AT_MS });
  });

  it.each([
    ['kraken Time: closed.', 'kraken Time: closed. A'],
    ['kraken Time: why?', 'kraken Time: why? A'],
    ['kraken Time: {"msg":"x"} ', 'kraken Time: {"msg":"x"}. A'],
    ['binance sapi (HTTP 503): Exchange:', 'binance sapi (HTTP 503): Exchange. A'],
  ])('ends the message %j with exactly one full stop', (message, start) => {
    const failure = describeSyncFailure(new ExchangeError('exchange_unavailable', message), AT_MS);
    expect(failure.message.slice(0, start.length)).toBe(start);
  });

  it('explains a nonce that is too low, but not every error that ccxt names InvalidNonce', () => {
    const describe = (text: string): string =>
      describeSyncFailure(new ExchangeError('exchange_clock', `InvalidNonce: ${text}`), AT_MS)
        .message;
    const advice = 'create a new key for wallet-teller, or widen the nonce window of the key.';
    expect(describe('kraken {"error":["EAPI:Invalid nonce"]}')).toContain(advice);
    expect(describe('binance {"code":-1021}')).not.toContain(advice);
  });

  it('does not explain the nonce of a key that is refused for another reason', () => {
    const error = new ExchangeError('exchange_key_refused', 'kraken: no key for this nonce');
    expect(describeSyncFailure(error, AT_MS).message).toBe(
      'kraken: no key for this nonce. Create a new key at the exchange and store it with "teller wallet credentials".',
    );
  });

  it('names the variable to check, and the command, if credentials cannot be decrypted', () => {
    const error = new SealedCredentialsError('wallet_1');
    const { code, message } = describeSyncFailure(error, AT_MS);
    expect(code).toBe(error.code);
    expect(message).toBe(
      `${error.message}. Check TELLER_MASTER_KEY, or replace the credentials with "teller wallet credentials".`,
    );
  });

  it('lists the supported exchanges if one is unknown', () => {
    const error = new UnknownExchangeError('mtgox', ['binance', 'kraken']);
    expect(describeSyncFailure(error, AT_MS)).toEqual({
      code: 'unknown_exchange',
      message:
        'unknown exchange "mtgox"; supported: binance, kraken. Check for a newer version of wallet-teller.',
      atMs: AT_MS,
    });
  });

  it('names the node that is unavailable, and not its reason, which names users and addresses', () => {
    const refusal = 'no pg_hba.conf entry for host "10.0.0.1", user "teller_api"';
    const { message } = describeSyncFailure(
      new NodeUnavailableError('worker-1:5432', { refusal }),
      AT_MS,
    );
    expect(message).toContain('the node worker-1:5432 of the database cluster is unavailable.');
    expect(message).not.toContain('10.0.0.1');
  });

  it('says that the rows of the wallet are unavailable if the store fails', () => {
    const error = new StoreUnavailableError('the database does not respond in time');
    expect(describeSyncFailure(error, AT_MS)).toEqual({
      code: 'store_unavailable',
      message:
        'The rows of the wallet are unavailable: the database does not respond in time. ' +
        'A running "teller serve" or "teller sync" retries it.',
      atMs: AT_MS,
    });
  });

  it('omits the message of an unknown error', () => {
    const failure = describeSyncFailure(new Error('SELECT secret'), AT_MS);
    expect(failure).toEqual({
      code: 'internal',
      message: 'Internal error. The log contains its cause.',
      atMs: AT_MS,
    });
  });
});

describe('needsOperator', () => {
  it.each<[ExchangeErrorCode, boolean]>([
    ['exchange_unavailable', false],
    ['exchange_rate_limited', false],
    ['exchange_key_refused', true],
    ['exchange_permission_denied', true],
    ['exchange_request_refused', false],
  ])('of %s is %s', (code, expected) => {
    expect(needsOperator(new ExchangeError(code, 'x'))).toBe(expected);
  });

  it('is true for unreadable credentials, a key that may withdraw and an unknown exchange, false for other errors', () => {
    expect(needsOperator(new SealedCredentialsError('wallet_1'))).toBe(true);
    expect(needsOperator(new UnknownExchangeError('mtgox', []))).toBe(true);
    expect(needsOperator(new PowerfulKeyError('kraken', ['withdraw']))).toBe(true);
    expect(needsOperator(new Error('x'))).toBe(false);
  });
});
