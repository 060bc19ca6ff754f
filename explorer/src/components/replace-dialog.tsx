import { decideOffer, offeredConnection } from '../state/offered-connection.ts';
import { useStore } from '../state/store.ts';
import { Dialog } from './dialog.tsx';

/** Asks whether the connection of a link replaces a stored one. Escape keeps the stored one. */
export function ReplaceDialog() {
  const offered = useStore(offeredConnection);
  if (offered === undefined) return null;
  const { connection, replaced } = offered;
  const isSameWallet = connection.walletId === replaced.walletId;
  return (
    <Dialog title={`Replace ${replaced.name}?`} isAlert onCancel={() => decideOffer(false)}>
      <p>
        {isSameWallet
          ? 'The link that was opened has other credentials for this wallet:'
          : 'This tab has as many wallets as it can store. The link that was opened has another one, and replaces the oldest:'}
      </p>
      <p class="quiet wallet-id">{replaced.walletId}</p>
      <p>The stored key is forgotten. Replace it only if you trust the sender of the link.</p>
      <div class="dialog-actions">
        <button type="button" class="button is-primary" onClick={() => decideOffer(false)}>
          Keep {replaced.name}
        </button>
        <button type="button" class="button" onClick={() => decideOffer(true)}>
          Replace
        </button>
      </div>
    </Dialog>
  );
}
