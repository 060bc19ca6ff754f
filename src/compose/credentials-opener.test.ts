import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';

import { deriveMasterKey } from '../domain/master-key.ts';
import {
  OtherMasterKeyError,
  sealCredentials,
  SealedCredentialsError,
} from '../domain/sealed-credentials.ts';
import { createCredentialsOpener } from './credentials-opener.ts';

const [first, second, third] = ['01', '02', '03'].map((byte) => deriveMasterKey(byte.repeat(32)));
const CREDENTIALS = { apiKey: 'public' };
const seal = (key: typeof first) => sealCredentials(CREDENTIALS, 'wallet_1', key!, randomBytes);

it('reloads the master key if credentials are sealed under another one', async () => {
  let reloads = 0;
  const open = createCredentialsOpener(first!, async () => {
    reloads += 1;
    return second!;
  });
  expect(await open(seal(first), 'wallet_1')).toEqual(CREDENTIALS);
  expect(reloads).toBe(0);
  expect(await open(seal(second), 'wallet_1')).toEqual(CREDENTIALS);
  expect(await open(seal(second), 'wallet_1')).toEqual(CREDENTIALS);
  expect(reloads).toBe(1);
  await expect(open(seal(third), 'wallet_1')).rejects.toThrow(OtherMasterKeyError);
  expect(reloads).toBe(2);
});

it('does not reload the master key for credentials that are corrupted or of another wallet', async () => {
  let reloads = 0;
  const open = createCredentialsOpener(first!, async () => {
    reloads += 1;
    return second!;
  });
  await expect(open(seal(first), 'wallet_2')).rejects.toThrow(SealedCredentialsError);
  await expect(open({ ...seal(first), sealed: randomBytes(60) }, 'wallet_1')).rejects.toThrow(
    'they are corrupted',
  );
  expect(reloads).toBe(0);
});
