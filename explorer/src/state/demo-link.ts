/** Reads the link that `teller demo` prints. Its fragment contains the credentials: `#connect?apiKey=…`. */
import { type Connection, CREDENTIAL_NAMES } from './connections.ts';

const VIEW = 'connect';
const NAME_DEFAULT = 'Demo';

/** What a fragment of the Connect view contains. */
export interface DemoLink {
  /** The connection; `undefined` if the link was not copied from end to end. */
  readonly connection: Connection | undefined;
}

/** Returns the link in a fragment; `undefined` for a fragment without a credential. */
export function readDemoLink(fragment: string): DemoLink | undefined {
  const [view, search = ''] = fragment.replace(/^#\/?/, '').split('?');
  const values = new URLSearchParams(search);
  if (view !== VIEW || !CREDENTIAL_NAMES.some((name) => values.has(name))) return undefined;
  const [apiKey, orgId, projectId, walletId] = CREDENTIAL_NAMES.map(
    (name) => values.get(name) ?? '',
  );
  if (!apiKey || !orgId || !projectId || !walletId) return { connection: undefined };
  const name = values.get('name') ?? NAME_DEFAULT;
  return { connection: { apiKey, orgId, projectId, walletId, name } };
}
