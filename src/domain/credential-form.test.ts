import { describe, expect, it } from 'vitest';

import type { CredentialForm } from './connect.ts';
import { explainCredentialForm, normalizeCredential } from './credential-form.ts';

const PEM = '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\n-----END EC PRIVATE KEY-----';
const ADDRESS = `0x${'a1'.repeat(20)}`;

describe('the form of a credential', () => {
  it.each<[CredentialForm, string]>([
    ['issued', 'mYkEy-123_4'],
    ['issued', PEM],
    ['chosen', 'a pass phrase'],
    ['base64', 'c2VjcmV0IG9mIGEga2V5'],
    ['base64', 'c2VjcmV0IG9mIGEga2V5cw=='],
    ['signing-key', PEM],
    ['signing-key', `${'A'.repeat(86)}==`],
    ['evm-address', ADDRESS],
    ['dydx-address', `dydx1${'q'.repeat(38)}`],
  ])('is valid: %s %j', (form, value) => {
    expect(explainCredentialForm(form, value)).toBeUndefined();
  });

  it.each<[CredentialForm, string, RegExp]>([
    ['issued', 'my key', /space or a line break/],
    ['issued', 'my​key', /space or a line break/],
    ['base64', 'c2VjcmV0IG9mIGEga2V', /incomplete/],
    ['base64', 'c2Vj-cmV0', /other characters/],
    ['signing-key', 'legacySecret', /-----BEGIN EC PRIVATE KEY-----/],
    ['signing-key', '!'.repeat(88), /-----BEGIN EC PRIVATE KEY-----/],
    ['signing-key', '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE', /all its lines/],
    ['signing-key', PEM.slice(0, -1), /all its lines/],
    ['evm-address', ADDRESS.slice(0, -1), /40 hexadecimal digits/],
    ['evm-address', `${ADDRESS}a`, /40 hexadecimal digits/],
    ['evm-address', 'ab', /^is not an address/],
    ['evm-address', 'b'.repeat(64), /never its private key/],
    ['evm-address', `0x${'b'.repeat(64)}`, /never its private key/],
    ['evm-address', PEM, /never its private key/],
    ['dydx-address', PEM, /never its private key/],
    ['dydx-address', ADDRESS, /dydx1 and 38 characters/],
    ['dydx-address', `dydx1${'q'.repeat(39)}`, /dydx1 and 38 characters/],
    ['dydx-address', 'b'.repeat(64), /never its private key/],
  ])('is explained without the value: %s %j', (form, value, explanation) => {
    expect(explainCredentialForm(form, value)).toMatch(explanation);
    expect(explainCredentialForm(form, value)).not.toContain(value);
  });

  it('does not depend on white space around the value or on escaped line breaks', () => {
    expect(normalizeCredential('  key\n')).toBe('key');
    expect(normalizeCredential(PEM.replaceAll('\n', String.raw`\n`))).toBe(PEM);
    expect(normalizeCredential(`${PEM}\n`.replaceAll('\n', String.raw`\n`))).toBe(PEM);
    expect(normalizeCredential(String.raw`a\nb`)).toBe(String.raw`a\nb`);
  });
});
