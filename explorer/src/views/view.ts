import type { FunctionComponent } from 'preact';

import type { WalletTeller } from '../../../client/src/index.ts';
import type { Connection } from '../state/connections.ts';

/** Properties of a view: the shown wallet and the filters in the fragment. */
export interface ViewProps {
  readonly wallet: WalletTeller;
  readonly connection: Connection;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A view of a wallet. */
export type View = FunctionComponent<ViewProps>;
