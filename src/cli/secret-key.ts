/** What the commands of API keys and of management keys share. */
import { formatOptionalInstant } from '../domain/instant.ts';
import { note, type Session } from './runtime.ts';

/** Says when a new key expires, unless the output is JSON. @param name what the key is called, with a capital letter. */
export function noteNewKey(
  session: Session,
  name: string,
  { id, expiresAtMs }: { readonly id: string; readonly expiresAtMs: number | null },
): void {
  if (session.json) return;
  const end = formatOptionalInstant(expiresAtMs) ?? 'never';
  note(session, `${name} ${id} expires: ${end}. It is not shown again.`);
}

/** Returns the id of a key. If the whole key is given, its rest is secret and must not be shown. */
export function readKeyId(argument: string): string {
  const [id = ''] = argument.split('.');
  return id;
}
