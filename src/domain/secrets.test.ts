import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { hashApiKey, keyIdOf, mintKey } from './api-key.ts';
import { deriveMasterKey, MasterKeyError, UnknownMasterKeyError } from './master-key.ts';
import {
  openCredentials,
  OtherMasterKeyError,
  ownerOfResponse,
  sealCredentials,
  SealedCredentialsError,
} from './sealed-credentials.ts';

const masterKey = deriveMasterKey(Buffer.alloc(32, 7).toString('base64'));

describe('master key', () => {
  it('reads base64 and hexadecimal as the same key', () => {
    const same = deriveMasterKey(`${'07'.repeat(32)}\n`);
    expect(same.current.id).toBe(masterKey.current.id);
    expect(same.current.sealingKey.equals(masterKey.current.sealingKey)).toBe(true);
    expect(same.apiKeyPepper.equals(masterKey.apiKeyPepper)).toBe(true);
    expect(same.apiKeyPepper.equals(masterKey.current.sealingKey)).toBe(false);
    expect(same.signCursor('text')).toBe(masterKey.signCursor('text'));
  });

  it('returns another signature for another text and for another key', () => {
    const signature = masterKey.signCursor('text');
    expect(signature).toMatch(/^[\w-]{43}$/);
    expect(masterKey.signCursor('texts')).not.toBe(signature);
    expect(deriveMasterKey('ab'.repeat(32)).signCursor('text')).not.toBe(signature);
  });

  it.each([
    '',
    'short',
    Buffer.alloc(31).toString('base64'),
    `${'z'.repeat(63)}!`,
    // The decoder skips these characters.
    `!${Buffer.alloc(32, 7).toString('base64')}`,
    `"${Buffer.alloc(32, 7).toString('base64')}"`,
  ])('refuses %j', (text) => {
    expect(() => deriveMasterKey(text)).toThrow(MasterKeyError);
  });
});

describe('replaced master key', () => {
  const [first, second, third] = ['07', 'ab', 'cd'].map((byte) => byte.repeat(32));
  const replaced = deriveMasterKey(`${second}\n${first}\n`, {
    id: masterKey.current.id,
    servingKeys: null,
  });
  const { current } = replaced.next!;
  const record = { id: current.id, servingKeys: replaced.sealServingKeys(current, randomBytes) };

  it('keeps API keys and cursors valid, also after the earlier key is removed', () => {
    const minted = mintKey('key', masterKey, randomBytes);
    for (const each of [replaced, deriveMasterKey(second!, record)]) {
      expect(hashApiKey(minted.key, each)).toEqual(minted.hash);
      expect(each.signCursor('text')).toBe(masterKey.signCursor('text'));
    }
    const again = deriveMasterKey(`${third} ${second}`, record);
    const key = again.next!.current;
    const last = { id: key.id, servingKeys: again.sealServingKeys(key, randomBytes) };
    expect(hashApiKey(minted.key, deriveMasterKey(third!, last))).toEqual(minted.hash);
  });

  it('opens credentials of both keys, and seals under the one of the database', () => {
    const credentials = { apiKey: 'a' };
    const before = sealCredentials(credentials, 'wallet_1', replaced, randomBytes);
    expect(before.keyId).toBe(masterKey.current.id);
    const rotated = deriveMasterKey(`${second}\n${first}\n`, record);
    expect(rotated.next).toBeUndefined();
    expect(openCredentials(before, 'wallet_1', rotated)).toEqual(credentials);
    const after = sealCredentials(credentials, 'wallet_1', rotated, randomBytes);
    expect(after.keyId).toBe(deriveMasterKey(second!).current.id);
    expect(openCredentials(after, 'wallet_1', replaced)).toEqual(credentials);
    expect(() => openCredentials(after, 'wallet_1', masterKey)).toThrow(OtherMasterKeyError);
  });

  it('refuses a database under another key, and serving keys that are corrupted', () => {
    expect(() => deriveMasterKey(first!, record)).toThrow(UnknownMasterKeyError);
    expect(() => deriveMasterKey(`${first} ${third}`, record)).toThrow(UnknownMasterKeyError);
    const servingKeys = record.servingKeys.map((byte, at) => (at === 20 ? byte ^ 1 : byte));
    expect(() => deriveMasterKey(second!, { ...record, servingKeys })).toThrow(/corrupted/);
  });

  it('refuses too many keys', () => {
    expect(() => deriveMasterKey(`${first} `.repeat(11))).toThrow(MasterKeyError);
  });
});

describe('API key', () => {
  it('matches only its own hash', () => {
    const minted = mintKey('key', masterKey, randomBytes);
    const other = mintKey('key', masterKey, randomBytes);
    expect(keyIdOf('key', minted.key)).toBe(minted.id);
    expect(hashApiKey(minted.key, masterKey)).toEqual(minted.hash);
    expect(hashApiKey(other.key, masterKey)).not.toEqual(minted.hash);
    expect(hashApiKey(minted.key, deriveMasterKey('ab'.repeat(32)))).not.toEqual(minted.hash);
  });

  it.each(['', 'key_1', `key_${'a'.repeat(24)}`, `key_${'a'.repeat(24)}.short`])(
    'rejects %j',
    (text) => {
      expect(keyIdOf('key', text)).toBeUndefined();
    },
  );
});

describe('sealed credentials', () => {
  const credentials = { apiKey: 'public', secret: 'private' };
  const sealed = sealCredentials(credentials, 'wallet_1', masterKey, randomBytes);

  it('can be decrypted for their wallet', () => {
    expect(openCredentials(sealed, 'wallet_1', masterKey)).toEqual(credentials);
    expect(Buffer.from(sealed.sealed).includes('private')).toBe(false);
  });

  it('cannot be decrypted for another wallet, under another key, or if corrupted', () => {
    const corrupted = {
      ...sealed,
      sealed: Uint8Array.from(sealed.sealed, (byte, at) => (at === 15 ? byte ^ 1 : byte)),
    };
    const cut = { ...sealed, sealed: sealed.sealed.subarray(0, 5) };
    expect(() => openCredentials(sealed, 'wallet_2', masterKey)).toThrow(SealedCredentialsError);
    expect(() => openCredentials(corrupted, 'wallet_1', masterKey)).toThrow(SealedCredentialsError);
    expect(() => openCredentials(cut, 'wallet_1', masterKey)).toThrow(SealedCredentialsError);
    expect(() => openCredentials(sealed, 'wallet_1', deriveMasterKey('ab'.repeat(32)))).toThrow(
      /master key/,
    );
  });
});

it('the stored response of a management key is not opened for the same idempotency key of another one', () => {
  const request = { managementKeyId: 'mkey_1', idempotencyKey: 'once' };
  const sealed = sealCredentials({ body: '{}' }, ownerOfResponse(request), masterKey, randomBytes);
  expect(openCredentials(sealed, ownerOfResponse(request), masterKey)).toEqual({ body: '{}' });
  for (const other of [{ managementKeyId: 'mkey_2' }, { idempotencyKey: 'twice' }]) {
    const owner = ownerOfResponse({ ...request, ...other });
    expect(() => openCredentials(sealed, owner, masterKey)).toThrow(SealedCredentialsError);
  }
});
