import type { ManagedWallet, WalletTellerManagement } from '../../../client/src/index.ts';

/** Properties of a view: the client of the key, and the filters in the fragment. */
export interface OperatorViewProps {
  readonly management: WalletTellerManagement;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The properties of what changes a wallet. */
export interface WalletActionProps {
  readonly management: WalletTellerManagement;
  readonly wallet: ManagedWallet;
  /** Reads the wallet again. */
  readonly onChange: () => void;
}

/** The properties of a dialog that changes a wallet. */
export interface WalletDialogProps extends WalletActionProps {
  readonly onClose: () => void;
}
