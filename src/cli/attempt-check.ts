/** Runs the checks of `teller doctor`, of which one may throw. */
import { StoreCorruptedError } from '../store/errors.ts';
import type { Finding } from './wallet-checks.ts';

/** Runs a check. If it throws, it is reported as failed, and the other checks still run. */
export async function attempt(
  name: string,
  check: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [{ name, ok: false, detail: explain(error as Error) }];
  }
}

/** Returns the message of a failed check. That of a corrupted database advises to run this command. */
function explain(error: Error): string {
  if (!(error instanceof StoreCorruptedError)) return error.message;
  return 'the file is corrupted, and the check cannot read on; restore a backup with "teller restore --force FILE"';
}
