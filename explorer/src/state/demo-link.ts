/** Reads the link that `teller demo` prints. Its fragment contains the credentials: `#connect?apiKey=…`. */
import { type Connection, CREDENTIAL_NAMES } from './connections.ts';

const VIEW = 'connect';
const NAME_DEFAULT = 'Demo';

/** Returns the connection in a fragment; `undefined` if a credential is missing. */
export function readDemoLink(fragment: string): Connection | undefined {
  const [view, search = ''] = fragment.replace(/^#\/?/, '').split('?');
  if (view !== VIEW) return undefined;
  const values = new URLSearchParams(search);
  const [apiKey, orgId, projectId, walletId] = CREDENTIAL_NAMES.map(
    (name) => values.get(name) ?? '',
  );
  if (!apiKey || !orgId || !projectId || !walletId) return undefined;
  return { apiKey, orgId, projectId, walletId, name: values.get('name') ?? NAME_DEFAULT };
}
