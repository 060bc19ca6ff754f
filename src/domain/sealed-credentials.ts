import type { RandomBytes } from './id.ts';
import type { SealingKeys } from './master-key.ts';
import { openBytes, sealBytes } from './sealed-bytes.ts';

/** Exchange credentials as JSON, encrypted for one wallet ({@link sealBytes}). */
export interface SealedCredentials {
  /** The id of the master key that sealed it. */
  readonly keyId: string;
  readonly sealed: Uint8Array;
}

/** The credentials of an exchange account, by the names that ccxt uses (`apiKey`, `secret`, …). */
export type ExchangeCredentials = Readonly<Record<string, string>>;

/** Thrown if credentials cannot be decrypted: another master key, another wallet, or corrupted bytes. */
export class SealedCredentialsError extends Error {
  readonly code = 'credentials_unreadable';

  constructor(detail: string) {
    super(`the wallet's credentials cannot be read: ${detail}`);
    this.name = 'SealedCredentialsError';
  }
}

/** Thrown if credentials are sealed under a master key that is not configured. */
export class OtherMasterKeyError extends SealedCredentialsError {}

/** Encrypts credentials under the current master key; they can be decrypted for that wallet only. */
export function sealCredentials(
  credentials: ExchangeCredentials,
  walletId: string,
  { current }: SealingKeys,
  randomBytes: RandomBytes,
): SealedCredentials {
  const plain = Buffer.from(JSON.stringify(credentials));
  return {
    keyId: current.id,
    sealed: sealBytes(plain, walletId, current.sealingKey, randomBytes),
  };
}

/** Returns the owner for which the response to an idempotent request is sealed, instead of a wallet. */
export function ownerOfResponse(request: {
  readonly managementKeyId: string;
  readonly idempotencyKey: string;
}): string {
  return `idempotency ${request.managementKeyId} ${request.idempotencyKey}`;
}

/**
 * Decrypts the result of {@link sealCredentials}.
 *
 * @throws {OtherMasterKeyError} if it was sealed under a key that is not configured.
 * @throws {SealedCredentialsError} if it is corrupted or belongs to another wallet.
 */
export function openCredentials(
  { keyId, sealed }: SealedCredentials,
  walletId: string,
  { current, others }: SealingKeys,
): ExchangeCredentials {
  const key = [current, ...others].find(({ id }) => id === keyId);
  if (key === undefined) {
    throw new OtherMasterKeyError(
      `they were sealed under master key ${keyId}, the current one is ${current.id}`,
    );
  }
  const plain = openBytes(sealed, walletId, key.sealingKey);
  if (plain === undefined) {
    throw new SealedCredentialsError('they are corrupted or belong to another wallet');
  }
  return JSON.parse(plain.toString('utf8')) as ExchangeCredentials;
}

/** Returns the result of {@link openCredentials}, or `undefined` if the credentials cannot be decrypted. */
export function tryOpenCredentials(
  sealed: SealedCredentials,
  walletId: string,
  masterKey: SealingKeys,
): ExchangeCredentials | undefined {
  try {
    return openCredentials(sealed, walletId, masterKey);
  } catch (error) {
    if (error instanceof SealedCredentialsError) return undefined;
    throw error;
  }
}
