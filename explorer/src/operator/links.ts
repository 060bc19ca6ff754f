/** Where the views of the operator are. */
import type { ManagedWallet } from '../../../client/src/index.ts';
import { writeFragment } from '../state/route.ts';

/** Returns the fragment of the list. */
export function listLink(parameters?: Readonly<Record<string, string | undefined>>): string {
  return writeFragment('wallets', parameters);
}

/** The parts of a wallet's page. */
export type WalletPart = 'state' | 'balances' | 'transactions';

/** Returns the fragment of a wallet's page. */
export function walletLink({ id }: Pick<ManagedWallet, 'id'>, part?: WalletPart): string {
  return writeFragment('wallet', { wallet: id, part });
}
