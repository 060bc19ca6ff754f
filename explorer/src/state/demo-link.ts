/** Reads the link that `teller demo` prints. Its fragment contains the credentials: `#connect?apiKey=…`. */
import { type Connection, CREDENTIAL, CREDENTIAL_NAMES } from './connections.ts';

const VIEW = 'connect';
const NAME_DEFAULT = 'Demo';

/** What a fragment of the Connect view contains. */
export interface DemoLink {
  /** The connection; `undefined` if a credential is missing or malformed. */
  readonly connection: Connection | undefined;
}

/** Returns the link in a fragment; `undefined` for a fragment without a credential. */
export function readDemoLink(fragment: string): DemoLink | undefined {
  const [view, search = ''] = fragment.replace(/^#\/?/, '').split('?');
  const values = new URLSearchParams(search);
  if (view !== VIEW || !CREDENTIAL_NAMES.some((name) => values.has(name))) return undefined;
  const credentials = CREDENTIAL_NAMES.map((name) => values.get(name) ?? '');
  if (!credentials.every((text) => CREDENTIAL.test(text))) return { connection: undefined };
  const [apiKey = '', orgId = '', projectId = '', walletId = ''] = credentials;
  const name = values.get('name') ?? NAME_DEFAULT;
  return { connection: { apiKey, orgId, projectId, walletId, name } };
}
