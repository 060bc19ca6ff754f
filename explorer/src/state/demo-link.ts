/** The link that `teller demo` prints: its fragment has the four credentials, `#connect?apiKey=…`. */
import { type Connection } from './connections.ts';

const VIEW = 'connect';
const NAME_DEFAULT = 'Demo';

/** Returns the connection of a fragment; `undefined` if it is not a link that connects. */
export function readDemoLink(fragment: string): Connection | undefined {
  const [view, search = ''] = fragment.replace(/^#\/?/, '').split('?');
  if (view !== VIEW) return undefined;
  const values = new URLSearchParams(search);
  const [apiKey, orgId, projectId, walletId] = ['apiKey', 'orgId', 'projectId', 'walletId'].map(
    (name) => values.get(name) ?? '',
  );
  if (!apiKey || !orgId || !projectId || !walletId) return undefined;
  return { apiKey, orgId, projectId, walletId, name: values.get('name') ?? NAME_DEFAULT };
}
