/** Replaces the master key: while other processes use the database, or after it is lost. */
import { rmSync } from 'node:fs';

import type { Config } from '../config/read-config.ts';
import type { RandomBytes } from '../domain/id.ts';
import { deriveMasterKey, type SealingKeys, splitMasterKeys } from '../domain/master-key.ts';
import {
  ownerOfResponse,
  sealCredentials,
  type SealedCredentials,
  tryOpenCredentials,
} from '../domain/sealed-credentials.ts';
import type { WalletCredentials } from '../store/admin.ts';
import type { SealedResponse } from '../store/manage.ts';
import type { Store } from '../store/store.ts';
import type { WebhookCredentials } from '../store/webhooks.ts';
import { findMasterKeyText, loadMasterKey, readMasterKeyText } from './load-master-key.ts';
import { createMasterKeyFile, readMasterKeyFile, replaceMasterKeyFile } from './master-key-file.ts';
import { SetupError } from './setup-error.ts';

const RECORDS_PER_BATCH = 100;

/** The result of a replacement. */
export interface RotationReport {
  /** The id of the new key. */
  readonly id: string;
  /** False if the database was under this key already, for instance because a former replacement was interrupted. */
  readonly isReplaced: boolean;
  /** Ids of the keys that it replaced, or that are configured behind it. */
  readonly replaced: readonly string[];
  /** The number of wallets with newly encrypted credentials. */
  readonly walletCount: number;
  /** The number of webhooks with newly encrypted secrets. */
  readonly webhookCount: number;
  /** Wallets and webhooks with credentials that no configured key can decrypt. */
  readonly unreadable: readonly string[];
  /** The file of the replaced keys, if this program has replaced the key file. */
  readonly previousFile: string | undefined;
}

/** The dependencies of a replacement. */
interface RotationParts {
  readonly config: Config;
  readonly store: Store;
  readonly randomBytes: RandomBytes;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

/**
 * Seals all credentials under the first of the configured master keys. With one key in a file of an SQLite
 * database, it creates the next key: the file has both keys until everything is sealed under the new one, so an
 * interrupted replacement loses nothing and continues when it is repeated. API keys remain valid.
 *
 * @throws {SetupError} `second_master_key_missing` if there is no second one and this program must not write one,
 * `master_key_of_another_user` if it may not write files for the owner of the key file, or as {@link loadMasterKey} does.
 */
export async function rotateMasterKey(parts: RotationParts): Promise<RotationReport> {
  const { config, store, randomBytes, now } = parts;
  await loadMasterKey(config, store, randomBytes);
  const path = findOwnedFile(config);
  if (path !== undefined) addNextKey(path, randomBytes);
  const configured = await loadMasterKey(config, store, randomBytes);
  const masterKey = configured.next ?? configured;
  if (masterKey.others.length === 0) {
    // Another replacement has ended since the next key was added, and has removed the earlier one.
    if (path !== undefined) return rotateMasterKey(parts);
    throw new SetupError(
      'second_master_key_missing',
      `${nameSource(config)} has one key; put a new one before it, separated by a space or a line end ` +
        '(create it with: openssl rand -base64 32), restart all processes, then run this command again',
    );
  }
  const { id } = masterKey.current;
  const isReplaced = (await store.findMasterKey())?.id !== id;
  if (isReplaced) {
    const actor = { kind: 'command', id: 'master-key rotate' } as const;
    const entry = { atMs: now(), actor, action: 'master_key.rotate', targets: {}, detail: { id } };
    const servingKeys = configured.sealServingKeys(masterKey.current, randomBytes);
    await store.withAudit(entry).replaceMasterKey({ id, servingKeys });
  }
  const wallets = await resealAll(parts, masterKey, walletCredentials(store));
  const webhooks = await resealAll(parts, masterKey, webhookSecrets(store));
  await resealAll(parts, masterKey, responses(store));
  const counts = {
    walletCount: wallets.count,
    webhookCount: webhooks.count,
    unreadable: [...wallets.unreadable, ...webhooks.unreadable],
  };
  const previousFile = path === undefined ? undefined : removeEarlierKeys(path, id, randomBytes);
  const replaced = masterKey.others.map((key) => key.id);
  return { id, isReplaced, replaced, ...counts, previousFile };
}

/** Returns the key file of an SQLite database: one machine uses it, so this program may replace it. */
function findOwnedFile({ database, masterKey }: Config): string | undefined {
  return database.kind === 'sqlite' && masterKey.kind === 'file' ? masterKey.path : undefined;
}

function nameSource({ masterKey }: Config): string {
  return masterKey.kind === 'file' ? masterKey.path : 'TELLER_MASTER_KEY';
}

const nextPath = (path: string): string => `${path}.next`;

/** Puts a new key before the one of the file, unless an interrupted replacement did. */
function addNextKey(path: string, randomBytes: RandomBytes): void {
  const text = readMasterKeyFile(path) ?? '';
  const { current, others } = deriveMasterKey(text);
  if (others.length > 0) return;
  // A replacement that was killed before it removed the next key has left the key that is now the current one.
  const left = readMasterKeyFile(nextPath(path));
  if (left !== undefined && identify(left) === current.id) rmSync(nextPath(path));
  // Two replacements at the same time find the same next key.
  const next = createMasterKeyFile(nextPath(path), randomBytes, path);
  // Another replacement may have ended since the file was read. Then this next key is a new one, and follows that one's key.
  if (readMasterKeyFile(path) !== text) return addNextKey(path, randomBytes);
  replaceMasterKeyFile(path, `${next.trim()}\n${text.trim()}\n`, randomBytes, path);
}

const identify = (key: string): string => deriveMasterKey(key).current.id;

/**
 * Keeps only the current key in the file, and adds the others to a file for old backups. That file exists if an
 * old backup was restored, and its keys are in no other file.
 */
function removeEarlierKeys(path: string, id: string, randomBytes: RandomBytes): string {
  const [current = '', ...earlier] = splitMasterKeys(readMasterKeyFile(path) ?? '');
  const previousFile = `${path}.before-${id}`;
  // Another replacement may have put the next key before this one.
  const isCurrent = identify(current) === id;
  if (earlier.length > 0 && isCurrent) {
    const kept = readMasterKeyFile(previousFile)?.trim().split(/\s+/) ?? [];
    const all = [...new Set([...earlier, ...kept])];
    replaceMasterKeyFile(previousFile, `${all.join('\n')}\n`, randomBytes, path);
    replaceMasterKeyFile(path, `${current}\n`, randomBytes, path);
  }
  rmSync(nextPath(path), { force: true });
  return previousFile;
}

/** The credentials of one kind of owner. */
interface CredentialsTable<Sealed extends SealedCredentials> {
  /** Lists credentials that are not sealed under a key, in the order of their owners, after those of one. */
  list(keyId: string, after: Sealed | undefined): Promise<readonly Sealed[]>;
  /** Returns the owner for which they are sealed. */
  ownerOf(sealed: Sealed): string;
  reseal(previous: Sealed, next: SealedCredentials): Promise<unknown>;
}

function walletCredentials(store: Store): CredentialsTable<WalletCredentials> {
  return {
    list: (keyId, after) =>
      store.listCredentialsOfOtherKeys(keyId, after?.walletId ?? '', RECORDS_PER_BATCH),
    ownerOf: ({ walletId }) => walletId,
    reseal: (previous, next) => store.resealCredentials(previous, next),
  };
}

function webhookSecrets(store: Store): CredentialsTable<WebhookCredentials> {
  return {
    list: (keyId, after) =>
      store.listWebhookSecrets(after?.endpointId ?? '', RECORDS_PER_BATCH, keyId),
    ownerOf: ({ endpointId }) => endpointId,
    reseal: (previous, next) => store.replaceWebhookSecret(previous, next),
  };
}

/** The responses that are returned if a request to the management API is repeated. They expire within a day. */
function responses(store: Store): CredentialsTable<SealedResponse> {
  const first = { managementKeyId: '', idempotencyKey: '' };
  return {
    list: (keyId, after) =>
      store.listResponsesOfOtherKeys(keyId, after ?? first, RECORDS_PER_BATCH),
    ownerOf: ownerOfResponse,
    reseal: (previous, next) => store.resealResponse(previous, next),
  };
}

async function resealAll<Sealed extends SealedCredentials>(
  { randomBytes }: RotationParts,
  masterKey: SealingKeys,
  table: CredentialsTable<Sealed>,
): Promise<{ readonly count: number; readonly unreadable: readonly string[] }> {
  const { id } = masterKey.current;
  const unreadable: string[] = [];
  let count = 0;
  let batch: readonly Sealed[] = [];
  do {
    batch = await table.list(id, batch.at(-1));
    for (const previous of batch) {
      const ownerId = table.ownerOf(previous);
      const credentials = tryOpenCredentials(previous, ownerId, masterKey);
      if (credentials === undefined) unreadable.push(ownerId);
      else {
        const next = sealCredentials(credentials, ownerId, masterKey, randomBytes);
        await table.reseal(previous, next);
        count += 1;
      }
    }
  } while (batch.length === RECORDS_PER_BATCH);
  return { count, unreadable };
}

/** Returns the id of the recorded master key. @throws {SetupError} `master_key_not_lost` if it is configured. */
export async function requireLostMasterKey({
  config,
  store,
}: Pick<RotationParts, 'config' | 'store'>): Promise<string> {
  const recorded = await store.findMasterKey();
  const keys = splitMasterKeys(findMasterKeyText(config.masterKey) ?? '').filter(Boolean);
  const isLost = keys.every((key) => deriveMasterKey(key).current.id !== recorded?.id);
  if (recorded !== undefined && isLost) return recorded.id;
  throw new SetupError(
    'master_key_not_lost',
    'the master key of the database is not lost; to replace it, run: teller master-key rotate',
  );
}

/**
 * Records the configured master key instead of the lost one; creates a missing key file of an SQLite database. API
 * keys, management keys, exchange credentials and secrets of webhooks become invalid, because only the lost key can read
 * them.
 *
 * @returns the ids of the new key and of the lost one.
 * @throws {SetupError} `master_key_not_lost`, or `master_key_not_found` if no new key is configured.
 */
export async function resetMasterKey(
  parts: RotationParts,
): Promise<{ readonly id: string; readonly lost: string }> {
  const { config, store, randomBytes, now } = parts;
  const lost = await requireLostMasterKey(parts);
  const text = readMasterKeyText(config.masterKey, undefined, randomBytes);
  const { id } = deriveMasterKey(text).current;
  const actor = { kind: 'command', id: 'master-key reset' } as const;
  const detail = { id, lost };
  const entry = { atMs: now(), actor, action: 'master_key.reset', targets: {}, detail };
  await store.withAudit(entry).replaceMasterKey({ id, servingKeys: null });
  return { id, lost };
}
