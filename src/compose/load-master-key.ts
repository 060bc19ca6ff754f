/** Loads the master key and checks that it belongs to the database. */
import type { Config, MasterKeySource } from '../config/read-config.ts';
import type { RandomBytes } from '../domain/id.ts';
import {
  deriveMasterKey,
  type MasterKey,
  type MasterKeyRecord,
  UnknownMasterKeyError,
} from '../domain/master-key.ts';
import type { Store } from '../store/store.ts';
import { createMasterKeyFile, readMasterKeyFile } from './master-key-file.ts';
import { SetupError } from './setup-error.ts';

/** What to do by the system's code of the error. */
const UNREADABLE: ReadonlyMap<string | undefined, string> = new Map([
  ['EISDIR', 'it is a folder: add the name of a file in it to TELLER_MASTER_KEY_FILE'],
  ['EACCES', 'this user has no permission to read it: change the owner or mode of the file'],
]);

/**
 * Returns the master key. The database records its first master key, and a configuration without that key is
 * refused, because it cannot decrypt any data. A missing key file is created if the configuration allows it
 * and the database has no key yet.
 *
 * @throws {SetupError} `master_key_not_found` if there is no key, `master_key_mismatch` if the recorded one is not
 * configured.
 */
export async function loadMasterKey(
  config: Config,
  store: Store,
  randomBytes: RandomBytes,
): Promise<MasterKey> {
  const source = config.masterKey;
  const known = await store.findMasterKey();
  const text = readMasterKeyText(source, known?.id, randomBytes);
  return deriveRecorded(source, text, known ?? (await recordFirst(store, text)));
}

function recordFirst(store: Store, text: string): Promise<MasterKeyRecord> {
  const { id } = deriveMasterKey(text).current;
  return store.recordMasterKey({ id, servingKeys: null });
}

/**
 * Returns true if the configuration has the recorded key, or if there is none; false if it has no key.
 *
 * @throws {SetupError} `master_key_mismatch` if it has other keys.
 */
export function hasMasterKey(
  { masterKey: source }: Config,
  recorded: MasterKeyRecord | undefined,
): boolean {
  const text = findMasterKeyText(source);
  if (text === undefined || recorded === undefined) return recorded === undefined;
  deriveRecorded(source, text, recorded);
  return true;
}

function deriveRecorded(
  source: MasterKeySource,
  text: string,
  recorded: MasterKeyRecord,
): MasterKey {
  try {
    return deriveMasterKey(text, recorded);
  } catch (error) {
    if (!(error instanceof UnknownMasterKeyError)) throw error;
    const [place, advice] =
      source.kind === 'file'
        ? [`the file ${source.path}`, 'restore the previous file from a backup']
        : ['TELLER_MASTER_KEY', 'set it to the previous key'];
    throw new SetupError(
      'master_key_mismatch',
      `the master key of ${place} does not belong to this database (its fingerprint is ` +
        `${error.configuredId}, not ${recorded.id}), so no API keys or credentials can be read; ` +
        `${advice}, or use another database; if no copy is left, run: teller master-key reset`,
    );
  }
}

/**
 * Returns the text of the configured keys. Creates a missing key file if the configuration allows it.
 *
 * @param known the fingerprint that the database has recorded: with it, no file is created.
 * @throws {SetupError} `master_key_not_found` if there is no key.
 */
export function readMasterKeyText(
  source: MasterKeySource,
  known: string | undefined,
  randomBytes: RandomBytes,
): string {
  const text = findMasterKeyText(source);
  if (text !== undefined) return text;
  if (source.kind !== 'file') {
    throw missing(
      'for this PostgreSQL',
      'set TELLER_MASTER_KEY (create one with: openssl rand -base64 32) or TELLER_MASTER_KEY_FILE',
    );
  }
  if (!source.createdOnFirstUse) {
    throw missing(`at ${source.path}`, 'correct TELLER_MASTER_KEY_FILE');
  }
  if (known !== undefined) {
    throw missing(
      `at ${source.path}`,
      'the API keys and wallets of this database need it, restore it from a backup; ' +
        'if no copy is left, run: teller master-key reset',
    );
  }
  return createMasterKeyFile(source.path, randomBytes);
}

/** Returns the text of the configured keys, or `undefined` if there is none. */
export function findMasterKeyText(source: MasterKeySource): string | undefined {
  if (source.kind === 'text') return source.text;
  return source.kind === 'file' ? readFile(source.path) : undefined;
}

/** @throws {SetupError} `master_key_not_found` if the path is a folder, or this user may not read the file. */
function readFile(path: string): string | undefined {
  try {
    return readMasterKeyFile(path);
  } catch (error) {
    const advice = UNREADABLE.get((error as NodeJS.ErrnoException).code);
    if (advice === undefined) throw error;
    throw missing(`at ${path}`, advice);
  }
}

function missing(place: string, advice: string): SetupError {
  return new SetupError('master_key_not_found', `there is no master key ${place}; ${advice}`);
}
