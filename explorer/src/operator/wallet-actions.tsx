import { useState } from 'preact/hooks';

import { ManagementFailure } from './management-failure.tsx';
import type { WalletActionProps } from './operator-view.ts';
import { reportOutcome } from './outcome.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { ReplaceKeyDialog } from './replace-key-dialog.tsx';
import { RereadDialog } from './reread-dialog.tsx';
import { useAction } from './use-action.ts';
import { nameWallet } from './wallet-states.ts';

const DIALOGS = { reread: RereadDialog, replaceKey: ReplaceKeyDialog, remove: RemoveDialog };

/** Shows what can be done with a wallet. An action that removes something or costs many requests asks first. */
export function WalletActions(props: WalletActionProps) {
  const { management, wallet, onChange } = props;
  const { id, paused, importsOnly } = wallet;
  const [opened, setOpened] = useState<keyof typeof DIALOGS | undefined>();
  const { isBusy, failure, run } = useAction();
  const act = async (outcome: string, request: () => Promise<unknown>): Promise<void> => {
    if (!(await run(request))) return;
    reportOutcome(`${nameWallet(wallet)}: ${outcome}`);
    onChange();
  };
  const togglePause = (): Promise<void> =>
    act(paused ? 'resumed, and due now' : 'paused', () =>
      management.wallet(id).change({ paused: !paused }),
    );
  const synchronise = (): Promise<void> => act('due now', () => management.wallet(id).sync());
  const Opened = opened && DIALOGS[opened];
  return (
    <div class="wallet-actions">
      {failure !== undefined && <ManagementFailure error={failure} />}
      <div class="button-row" role="group" aria-label="Actions">
        {!importsOnly && (
          <>
            <button
              type="button"
              class="button"
              disabled={isBusy || paused}
              onClick={() => void synchronise()}
            >
              Synchronise now
            </button>
            <button
              type="button"
              class="button"
              disabled={isBusy}
              onClick={() => void togglePause()}
            >
              {paused ? 'Resume' : 'Pause'}
            </button>
            <button
              type="button"
              class="button"
              disabled={paused}
              onClick={() => setOpened('reread')}
            >
              Re-read history …
            </button>
            <button type="button" class="button" onClick={() => setOpened('replaceKey')}>
              Replace key …
            </button>
          </>
        )}
        <button type="button" class="button is-danger" onClick={() => setOpened('remove')}>
          Remove …
        </button>
      </div>
      {Opened !== undefined && <Opened {...props} onClose={() => setOpened(undefined)} />}
    </div>
  );
}
