/** The list of exchanges has everything that a form needs. */
import { describe, expect, it } from 'vitest';

import { explainCredentialForm } from '../../src/domain/credential-form.ts';
import { EXCHANGE_CATALOGUE } from '../../src/exchanges/catalogue.ts';
import { explainCredential } from '../../src/exchanges/client/credential-forms.ts';
import { CONNECT_EXCHANGES, KEY_GUIDES } from '../../src/exchanges/connect-exchanges.ts';

describe.each(CONNECT_EXCHANGES)('$id', ({ id, name, certified, credentials, guide, history }) => {
  const profile = EXCHANGE_CATALOGUE.find((each) => each.name === id)!;

  it('has the fields that the exchange requires, each with a label of its own', () => {
    expect(name).toBe(profile.facts.title);
    expect(history).toBe(profile.facts.history);
    expect(credentials.map((field) => field.name)).toEqual(profile.requiredCredentials);
    expect(new Set(credentials.map(({ label }) => label)).size).toBe(credentials.length);
  });

  it('hides at least one field, unless an address is enough', () => {
    const isPublic = profile.requiredCredentials.includes('walletAddress');
    expect(credentials.some(({ secret }) => secret)).toBe(!isPublic);
  });

  it('explains how to create a key that can only read', () => {
    expect(new URL(guide.url).protocol).toBe('https:');
    expect(guide.steps.length).toBeGreaterThan(1);
    expect(guide.needs.length).toBeGreaterThan(0);
    expect(guide.forbids.length).toBeGreaterThan(0);
  });

  it('has a guide of its own if it is certified, which names each field', () => {
    expect(id in KEY_GUIDES).toBe(certified);
    const named = KEY_GUIDES[id]?.fields ?? {};
    expect(Object.keys(named)).toEqual(certified ? profile.requiredCredentials : []);
  });

  it('explains wrong forms as the check before a request does', () => {
    for (const { name: field, form } of credentials) {
      for (const value of ['a b', 'dG9vIHNob3J0', 'not base64', `0x${'a'.repeat(40)}`]) {
        const isWrong = explainCredential(profile.credentialForms, field, value) !== undefined;
        expect([field, value, explainCredentialForm(form, value) !== undefined]).toEqual([
          field,
          value,
          isWrong,
        ]);
      }
    }
  });
});

it('lists every exchange once', () => {
  expect(CONNECT_EXCHANGES.map(({ id }) => id)).toEqual(EXCHANGE_CATALOGUE.map(({ name }) => name));
});

// These exchanges serve lists that are required to the main account only.
it.each(['cryptocom', 'gate', 'htx'])('asks for a key of the main account of %s', (exchange) => {
  const { guide } = CONNECT_EXCHANGES.find(({ id }) => id === exchange)!;
  expect([...guide.needs, ...guide.notes].join()).toMatch(
    /of the master account|to the main account/,
  );
});

it.each([
  ['okx', 'password', { label: 'Passphrase', secret: true, form: 'chosen' }],
  ['okx', 'secret', { label: 'Secret key', secret: true, form: 'issued' }],
  ['ndax', 'apiKey', { label: 'API key', secret: false, hint: null, form: 'issued' }],
  ['ndax', 'secret', { label: 'API secret', secret: true, hint: null, form: 'issued' }],
  ['ndax', 'uid', { label: 'User ID', secret: false, form: 'issued' }],
  ['ndax', 'login', { label: 'Login', secret: false, form: 'chosen' }],
  ['ndax', 'password', { label: 'Passphrase', secret: true, hint: null, form: 'chosen' }],
  // A key without a secret is the secret itself.
  ['hibachi', 'apiKey', { label: 'API key', secret: true }],
  ['hibachi', 'accountId', { label: 'Account ID', secret: false, hint: null }],
  ['dydx', 'walletAddress', { label: 'Wallet address', hint: 'Never enter a private key.' }],
])('describes the credential of %s that ccxt calls %s', (exchange, field, expected) => {
  const { credentials } = CONNECT_EXCHANGES.find(({ id }) => id === exchange)!;
  expect(credentials.find(({ name }) => name === field)).toMatchObject(expected);
});

it('explains the fields that an exchange names in words of its own', () => {
  const hints = CONNECT_EXCHANGES.filter(({ id }) => id === 'ndax' || id === 'okx').flatMap(
    ({ credentials }) => credentials.map(({ hint }) => hint).filter((hint) => hint !== null),
  );
  expect(hints).toEqual([
    'The one you chose for this key, not your password.',
    'The exchange lists it with the key, or in your profile.',
    'The name with which you sign in at the exchange.',
  ]);
});
