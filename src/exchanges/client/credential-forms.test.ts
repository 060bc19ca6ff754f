import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { requireExchange } from '../catalogue.ts';
import { explainCredential } from './credential-forms.ts';

const BYTES = Buffer.alloc(64, 7).toString('base64');
const EC_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ format: 'pem', type: 'sec1' })
  .toString();

const DSA_KEY = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 })
  .privateKey.export({ format: 'pem', type: 'pkcs8' })
  .toString()
  .trim();

describe('explainCredential', () => {
  it.each([
    ['binance', 'apiKey', 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A'],
    ['binance', 'secret', EC_KEY.trim()],
    ['coinbase', 'apiKey', 'organizations/a1/apiKeys/b2'],
    ['coinbase', 'secret', EC_KEY],
    ['coinbase', 'secret', BYTES],
    ['kraken', 'secret', BYTES],
    ['okx', 'password', 'my passphrase is a sentence'.replace('my ', 'a ')],
    ['okx', 'password', 'secret'],
    ['ndax', 'login', 'a name with spaces'],
    ['hyperliquid', 'walletAddress', `0x${'aB'.repeat(20)}`],
    ['dydx', 'walletAddress', `dydx1${'q'.repeat(38)}`],
  ])('accepts what %s issues as %s', (exchange, field, value) => {
    expect(
      explainCredential(requireExchange(exchange).credentialForms, field, value),
    ).toBeUndefined();
  });

  it('accepts a secret with the form of a private key of a wallet', () => {
    expect(explainCredential(undefined, 'secret', `0x${'ab'.repeat(32)}`)).toBeUndefined();
  });

  it.each([
    '...',
    '…',
    '<API_KEY>',
    'YOUR_API_KEY',
    'your-secret',
    'xxxx',
    '***',
    '••••',
    'api_key',
    '$KEY',
    '[API_KEY]',
    '{secret}',
    'my-secret',
    'private_key',
    'key',
    'secret',
    'apiSecret',
    'changeme',
    'replace-me',
    'none',
    'null',
    'undefined',
    'TODO',
  ])('refuses the placeholder %s', (value) => {
    for (const field of ['apiKey', 'secret']) {
      expect(explainCredential(undefined, field, value)).toMatch(/^is a placeholder: replace it/);
    }
  });

  it.each([
    ['binance', 'apiKey', 'two words', 'white space'],
    ['binance', 'secret', 'line\nbreak', 'white space'],
    ['binance', 'secret', EC_KEY.replaceAll('\n', String.raw`\n`), 'not a readable private key'],
    ['binance', 'apiKey', 'invisible\u200Bspace', 'control characters'],
    ['binance', 'apiKey', 'abcd••••efgh', 'characters that no exchange issues'],
    ['binance', 'secret', 'Аbcd', 'characters that no exchange issues'],
    ['binance', 'secret', DSA_KEY, 'no key for signatures'],
    ['lbank', 'secret', DSA_KEY.split('\n').slice(1, -1).join(''), 'no key for signatures'],
    ['okx', 'password', '<PASSPHRASE>', 'placeholder'],
    ['okx', 'password', 'your passphrase', 'placeholder'],
    ['okx', 'password', '......', 'placeholder'],
    ['okx', 'password', '••••••', 'placeholder'],
    ['kraken', 'secret', 'not base64 at all'.replaceAll(' ', '-'), 'not base64'],
    ['kraken', 'secret', BYTES.slice(0, -1), 'not base64'],
    ['coinbase', 'secret', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6', 'neither a private key'],
    ['hyperliquid', 'walletAddress', `0x${'ab'.repeat(32)}`, 'is a private key'],
    ['hyperliquid', 'walletAddress', 'ab'.repeat(32), 'is a private key'],
    ['hyperliquid', 'walletAddress', '0x12', '0x and 40 hexadecimal digits'],
    ['hyperliquid', 'walletAddress', `0x${'ab'.repeat(20)}c`, '0x and 40 hexadecimal digits'],
  ])('refuses a wrong %s %s, without a part of it in the message', (...row) => {
    const [exchange, field, value, message] = row;
    const explained = explainCredential(requireExchange(exchange).credentialForms, field, value);
    expect(explained).toContain(message);
    expect(explained).not.toContain(value);
  });
});
