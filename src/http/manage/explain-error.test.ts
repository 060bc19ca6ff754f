import { expect, it } from 'vitest';

import { findExchange } from '../../exchanges/catalogue.ts';
import { readCredentialFields } from '../../manage/credentials.ts';
import { ManageError } from '../../manage/errors.ts';
import {
  AccountTakenError,
  ClaimLostError,
  ExternalIdTakenError,
  MasterKeyReplacedError,
  RecordNotFoundError,
  WalletPausedError,
} from '../../store/errors.ts';
import { EndpointRefusedError } from '../../webhooks/endpoint-url.ts';
import { explainConnectError } from '../connect/explain-error.ts';
import { explainManageError } from './explain-error.ts';

/** The code of a problem, and the fields that it names. */
type Expected = readonly [code: string, fields?: readonly string[]];

const MALFORMED = {
  problems: [
    { field: 'apiKey', message: 'apiKey is missing' },
    { field: null, message: 'the fields of binance are apiKey, secret' },
  ],
};

it.each<readonly [Error, Expected]>([
  [new RecordNotFoundError('wallet', 'w'), ['wallet_not_found']],
  [new RecordNotFoundError('wallet with credentials', 'w'), ['wallet_not_found']],
  [new RecordNotFoundError('project', 'p'), ['not_found']],
  [new ExternalIdTakenError('e'), ['external_id_taken']],
  [new WalletPausedError('w'), ['wallet_paused']],
  [new EndpointRefusedError('has a private address'), ['invalid_parameter', ['url']]],
  [new MasterKeyReplacedError(), ['overloaded']],
  [new AccountTakenError('w'), ['overloaded']],
  [new ClaimLostError('mkey_1', 'k'), ['idempotency_running']],
  [new ManageError('unknown_exchange', 'x'), ['invalid_parameter', ['exchange']]],
  [new ManageError('return_url_refused', 'x'), ['invalid_parameter', ['returnUrl']]],
  [new ManageError('credentials_rejected', 'x'), ['credentials_rejected']],
  [
    new ManageError('credentials_malformed', 'x', MALFORMED),
    ['credentials_malformed', ['credentials.apiKey', 'credentials']],
  ],
])('the management API explains %o', (error, [code, fields = []]) => {
  const problem = explainManageError(error);
  expect(problem).toMatchObject({ code });
  expect((problem?.parameterErrors ?? []).map(({ parameter }) => parameter)).toEqual(fields);
});

it.each<readonly [Error, Expected]>([
  [new ExternalIdTakenError('customer-7'), ['external_id_taken']],
  [new MasterKeyReplacedError(), ['overloaded']],
  [new ManageError('unknown_exchange', 'x'), ['invalid_parameter', ['exchange']]],
  [
    new ManageError('credentials_malformed', 'x', MALFORMED),
    ['credentials_malformed', ['apiKey', 'credentials']],
  ],
])('the page of a connect session explains %o', (error, [code, fields = []]) => {
  const problem = explainConnectError(error);
  expect(problem).toMatchObject({ code });
  expect((problem?.parameterErrors ?? []).map(({ parameter }) => parameter)).toEqual(fields);
  expect(problem?.message).not.toContain('customer-7');
});

it.each([
  ['the management API', explainManageError, 'credentials.'],
  ['the page of a connect session', explainConnectError, ''],
] as const)('%s names a field of credentials once', (_name, explain, prefix) => {
  const explainFields = (fields: Readonly<Record<string, string>>): readonly string[] => {
    try {
      readCredentialFields(fields, findExchange('binance')!);
    } catch (error) {
      const { parameterErrors = [] } = explain(error) ?? {};
      return parameterErrors.map(({ parameter, message }) => `${parameter} ${message}`);
    }
    return [];
  };
  expect(explainFields({ apiKey: '...', secret: 'two words' })).toEqual([
    `${prefix}apiKey is a placeholder: replace it by the value that the exchange issued`,
    `${prefix}secret has white space or control characters in it: copy it again`,
  ]);
  expect(explainFields({ key: 'k' })).toEqual([
    `${prefix}secret is missing`,
    'credentials the fields of binance are apiKey, secret',
    `${prefix}key is not a field of binance: rename it to apiKey`,
  ]);
});

it('errors of other kinds are not explained', () => {
  expect(explainManageError(new TypeError('x'))).toBeUndefined();
  expect(explainConnectError(new TypeError('x'))).toBeUndefined();
});
