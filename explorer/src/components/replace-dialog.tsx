import { useEffect, useRef } from 'preact/hooks';

import { decideOffer, offeredConnection } from '../state/offered-connection.ts';
import { useStore } from '../state/store.ts';

/** Asks whether the connection of a link replaces a stored one. Escape keeps the stored one. */
export function ReplaceDialog() {
  const offered = useStore(offeredConnection);
  const dialog = useRef<HTMLDialogElement>(null);
  const isOffered = offered !== undefined;
  useEffect(() => {
    if (isOffered) dialog.current?.showModal();
  }, [isOffered]);
  if (offered === undefined) return null;
  const { connection, replaced } = offered;
  const isSameWallet = connection.walletId === replaced.walletId;
  // The dialog returns the focus to the element that had it.
  const decide = (isAccepted: boolean): void => {
    dialog.current?.close();
    decideOffer(isAccepted);
  };
  return (
    <dialog
      ref={dialog}
      class="dialog"
      role="alertdialog"
      aria-labelledby="replace-title"
      aria-describedby="replace-text"
      onCancel={() => decideOffer(false)}
    >
      <h2 id="replace-title">Replace {replaced.name}?</h2>
      <div id="replace-text">
        <p>
          {isSameWallet
            ? 'The link that was opened has other credentials for this wallet:'
            : 'This tab has as many wallets as it can store. The link that was opened has another one, and replaces the oldest:'}
        </p>
        <p class="quiet wallet-id">{replaced.walletId}</p>
        <p>The stored key is forgotten. Replace it only if you trust the sender of the link.</p>
      </div>
      <div class="dialog-actions">
        <button type="button" class="button is-primary" autofocus onClick={() => decide(false)}>
          Keep {replaced.name}
        </button>
        <button type="button" class="button" onClick={() => decide(true)}>
          Replace
        </button>
      </div>
    </dialog>
  );
}
