import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { isSigningKey } from './private-key.ts';

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

function write(key: KeyObject, type: 'pkcs8' | 'pkcs1' | 'sec1' = 'pkcs8'): string {
  return key.export({ format: 'pem', type }).toString();
}

const NUMBERS = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] as const;

/** Returns the key in its older form, with other numbers, which fit no real one. */
function changeRsa(lengths: Readonly<Partial<Record<(typeof NUMBERS)[number], number>>>): string {
  const jwk = RSA.export({ format: 'jwk' });
  const numbers = NUMBERS.map((name) => {
    const length = lengths[name];
    const bytes =
      length === undefined ? Buffer.from(jwk[name]!, 'base64url') : Buffer.alloc(length, 0xab);
    return encode(0x02, Buffer.concat([Buffer.alloc(1), bytes]));
  });
  const der = encode(0x30, Buffer.concat([encode(0x02, Buffer.alloc(1)), ...numbers]));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN RSA PRIVATE KEY-----', ...lines, '-----END RSA PRIVATE KEY-----'].join('\n');
}

/** Returns a value of DER. */
function encode(tag: number, value: Buffer): Buffer {
  const length = Buffer.from([0x82, value.length >> 8, value.length % 256]);
  return Buffer.concat([
    Buffer.from([tag]),
    value.length < 128 ? length.subarray(2) : length,
    value,
  ]);
}

describe('isSigningKey', () => {
  it.each([
    ['RSA of 2,048 bits', write(RSA)],
    ['RSA of 4,096 bits', changeRsa({ n: 512 })],
    ['RSA in its older form', write(RSA, 'pkcs1')],
    ['an elliptic curve', write(EC)],
    ['an elliptic curve in its older form', write(EC, 'sec1')],
    ['Ed25519', write(generateKeyPairSync('ed25519').privateKey)],
    ['line ends of Windows', write(RSA).replaceAll('\n', '\r\n')],
  ])('accepts %s', (_kind, pem) => {
    expect(isSigningKey(pem)).toBe(true);
    expect(isSigningKey(pem.trim())).toBe(true);
  });

  it.each([
    ['a modulus of more than 4,096 bits', changeRsa({ n: 513 })],
    ['a public exponent of more than 4 bytes', changeRsa({ e: 5 })],
    ['a private exponent that is longer than the modulus', changeRsa({ d: 257 })],
    ['a factor that is longer than the modulus', changeRsa({ p: 257 })],
    ['a coefficient that is longer than the modulus', changeRsa({ qi: 257 })],
    ['X25519', write(generateKeyPairSync('x25519').privateKey)],
  ])('refuses %s', (_kind, pem) => {
    expect(isSigningKey(pem)).toBe(false);
  });

  it('refuses DSA', () => {
    const { privateKey } = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 });
    expect(isSigningKey(write(privateKey))).toBe(false);
  });

  it.each([
    ['DSA', '2a8648ce380401'],
    ['Diffie-Hellman', '2a864886f70d010301'],
    ['Diffie-Hellman of X9.42', '2a8648ce3e0201'],
  ])('refuses %s before OpenSSL reads it: without its numbers', (_kind, identifier) => {
    const algorithm = encode(0x30, encode(0x06, Buffer.from(identifier, 'hex')));
    const der = encode(0x30, Buffer.concat([encode(0x02, Buffer.alloc(1)), algorithm]));
    const body = der.toString('base64');
    expect(isSigningKey(`-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`)).toBe(
      false,
    );
  });

  it.each([
    ['text', 'text'],
    ['another kind of block', write(RSA).replaceAll('PRIVATE KEY', 'CERTIFICATE')],
    ['an encrypted key', write(RSA).replaceAll('PRIVATE KEY', 'ENCRYPTED PRIVATE KEY')],
    ['a block that ends as another one', write(RSA).replace('END PRIVATE', 'END RSA PRIVATE')],
    ['two blocks', write(EC) + write(RSA)],
    ['bytes that are no key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'],
  ])('cannot read %s', (_kind, pem) => {
    expect(isSigningKey(pem)).toBeUndefined();
  });

  it('cannot read a text that is not the one of its bytes', () => {
    const pem = write(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey);
    const last = /(?<letter>.)=\n/.exec(pem)!.groups!['letter']!;
    // OpenSSL ignores the bits that are no part of a byte.
    const other = Buffer.from([Buffer.from(`AAA${last}`, 'base64')[2]! + 1]);
    const changed = pem.replace(
      `${last}=\n`,
      `${Buffer.from([0, 0, ...other]).toString('base64')[3]}=\n`,
    );
    expect(isSigningKey(pem)).toBe(true);
    expect(isSigningKey(changed)).toBeUndefined();
  });
});
