import { generateKeyPairSync } from 'node:crypto';

import { expect, it } from 'vitest';

import { EXCHANGE_CATALOGUE, findExchange } from '../exchanges/catalogue.ts';
import { readCredentialFields } from './credentials.ts';

it('white space around a copied key is no part of it', () => {
  const exchange = findExchange('binance')!;
  const copied = { apiKey: ' key of a test\n', secret: '\tsecret of a test ' };
  expect(readCredentialFields(copied, exchange, { unchecked: true })).toEqual({
    apiKey: 'key of a test',
    secret: 'secret of a test',
  });
});

it('a private key has its line breaks, also if a file with keys wrote them as \\n', () => {
  const exchange = findExchange('coinbase')!;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = String(privateKey.export({ type: 'sec1', format: 'pem' })).trim();
  for (const secret of [pem, pem.replaceAll('\n', String.raw`\n`)]) {
    expect(readCredentialFields({ apiKey: 'organizations/a/apiKeys/b', secret }, exchange)).toEqual(
      { apiKey: 'organizations/a/apiKeys/b', secret: pem },
    );
  }
});

it('a field of another exchange, which a template may contain, is not stored', () => {
  const exchange = findExchange('binance')!;
  const template = { apiKey: 'a', secret: 'b', password: 'c', uid: '' };
  expect(readCredentialFields(template, exchange, { unchecked: true })).toEqual({
    apiKey: 'a',
    secret: 'b',
  });
});

it('a field of any exchange is not stored for another one', () => {
  const own = { apiKey: 'a', secret: 'b' };
  const fields = EXCHANGE_CATALOGUE.flatMap(({ requiredCredentials }) => requiredCredentials);
  const template = { ...Object.fromEntries(fields.map((field) => [field, 'c'])), ...own };
  expect(template).toMatchObject({ walletAddress: 'c', accountId: 'c' });
  expect(readCredentialFields(template, findExchange('binance')!, { unchecked: true })).toEqual(
    own,
  );
});

it('a credential has at most 4,096 characters, also if its form is not checked', () => {
  const read = (secret: string) =>
    readCredentialFields({ apiKey: 'a', secret }, findExchange('binance')!, { unchecked: true });
  expect(read('s'.repeat(4096))).toMatchObject({ apiKey: 'a' });
  expect(() => read('s'.repeat(4097))).toThrow('secret has 4097 characters, more than 4096');
});

it('a missing, an unknown and a malformed field are listed together', () => {
  const given = { apiKey: 'a key with spaces', apikeys: 'b', password: '' };
  const read = (): unknown => readCredentialFields(given, findExchange('okx')!);
  expect(read).toThrow(
    expect.objectContaining({
      details: {
        problems: [
          { field: 'secret', message: 'secret is missing' },
          { field: null, message: expect.stringContaining('the fields of okx are') },
          { field: 'apikeys', message: expect.stringContaining('is not a field of okx') },
          { field: 'password', message: 'password is empty or not text' },
          { field: 'apiKey', message: expect.stringContaining('apiKey ') },
        ],
      },
    }),
  );
});

it('at most ten problems are listed', () => {
  const exchange = findExchange('binance')!;
  const unknown = Array.from({ length: 30 }, (_, index) => [`field-${index}`, 'value']);
  const read = (): unknown => readCredentialFields(Object.fromEntries(unknown), exchange);
  expect(read).toThrow(
    expect.objectContaining({ details: { problems: expect.objectContaining({ length: 10 }) } }),
  );
});

/** An exchange that needs the field. */
const EXCHANGES: Readonly<Record<string, string>> = {
  apiKey: 'binance',
  secret: 'binance',
  password: 'okx',
  walletAddress: 'hyperliquid',
};

it.each([
  ['key', 'apiKey'],
  ['api_key', 'apiKey'],
  ['apikey', 'apiKey'],
  ['apiSecret', 'secret'],
  ['api_secret', 'secret'],
  ['secretKey', 'secret'],
  ['secret_key', 'secret'],
  ['privateKey', 'secret'],
  ['private_key', 'secret'],
  ['passphrase', 'password'],
  ['apiPassphrase', 'password'],
  ['api_passphrase', 'password'],
  ['address', 'walletAddress'],
  ['wallet_address', 'walletAddress'],
])('the field %s of another program is to be renamed to %s', (name, rightName) => {
  const exchange = findExchange(EXCHANGES[rightName] ?? '')!;
  const others = exchange.requiredCredentials.filter((field) => field !== rightName);
  const given = Object.fromEntries([...others, name].map((field) => [field, 'value']));
  expect(() => readCredentialFields(given, exchange)).toThrow(`rename it to ${rightName}`);
});

it.each([
  'key',
  'apiSecret',
  'secretKey',
  'privateKey',
  'password',
  'passphrase',
  'uid',
  'login',
  'token',
])('the field %s of a template is ignored', (name) => {
  const own = { apiKey: 'a', secret: 'b' };
  const given = { ...own, [name]: '' };
  expect(readCredentialFields(given, findExchange('binance')!, { unchecked: true })).toEqual(own);
});
