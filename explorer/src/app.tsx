import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import { Footer } from './components/footer.tsx';
import { Header } from './components/header.tsx';
import { Notice } from './components/notice.tsx';
import { ReplaceDialog } from './components/replace-dialog.tsx';
import { SkipButton } from './components/skip-button.tsx';
import {
  type Connection,
  connections,
  createClient,
  CREDENTIAL_NAMES,
} from './state/connections.ts';
import { route } from './state/route.ts';
import { useStore } from './state/store.ts';
import { useFocusOnChange } from './state/use-focus-on-change.ts';
import { ConnectView } from './views/connect.tsx';
import { findView, type ViewEntry, VIEWS } from './views/index.ts';
import type { View } from './views/view.ts';

/** Shows the header and the view in the fragment. */
export function App() {
  const { view, parameters } = useStore(route);
  const { all, current } = useStore(connections);
  const main = useRef<HTMLElement>(null);
  const isConnecting = current === undefined || view === 'connect';
  const entry = findView(view) ?? VIEWS[0];
  const title = isConnecting ? 'Connect' : entry.title;
  useTitle(title, current);
  useFocusOnChange(main, title);
  return (
    <>
      <SkipButton target={main} />
      <Header
        all={all}
        current={current}
        view={isConnecting ? 'connect' : (entry.parent ?? entry.id)}
      />
      <main ref={main} tabIndex={-1}>
        {isConnecting ? (
          <ConnectView all={all} current={current} />
        ) : (
          <WalletView entry={entry} connection={current} parameters={parameters} />
        )}
      </main>
      <Footer />
      <ReplaceDialog />
    </>
  );
}

/** Shows a view of the wallet, or a message while it is loading. */
function WalletView({
  entry,
  connection,
  parameters,
}: {
  readonly entry: ViewEntry;
  readonly connection: Connection;
  readonly parameters: Readonly<Record<string, string>>;
}) {
  const wallet = useMemo(() => createClient(connection), [connection]);
  const loaded = useView(entry);
  if (loaded === undefined) return <p class="loading">Loading …</p>;
  if (loaded === 'failed') return <LoadFailure title={entry.title} />;
  const Loaded = loaded;
  return (
    <Loaded
      // A replaced connection to the same wallet reads everything with its own key.
      key={CREDENTIAL_NAMES.map((name) => connection[name]).join(' ')}
      wallet={wallet}
      connection={connection}
      parameters={parameters}
    />
  );
}

/** Returns the view; `undefined` while it is loading; `failed` if it could not be loaded. */
function useView(entry: ViewEntry): View | 'failed' | undefined {
  const [loaded, setLoaded] = useState<{ readonly id: string; readonly view: View | 'failed' }>();
  useEffect(() => {
    let isCurrent = true;
    const show = (view: View | 'failed'): void => {
      // A view that finishes loading after the user has opened another one must not replace it.
      if (isCurrent) setLoaded({ id: entry.id, view });
    };
    entry.load().then(show, () => show('failed'));
    return () => {
      isCurrent = false;
    };
  }, [entry]);
  return loaded?.id === entry.id ? loaded.view : undefined;
}

/** Shows that a view could not be loaded. The files differ after an update of the service. */
function LoadFailure({ title }: { readonly title: string }) {
  const reload = (
    <button type="button" class="button" onClick={() => location.reload()}>
      Reload
    </button>
  );
  return (
    <Notice tone="error" title={`${title} could not be loaded`} action={reload} isAlert>
      The service may have been updated since this page was opened, or it is not responding.
    </Notice>
  );
}

function useTitle(title: string, connection: Connection | undefined): void {
  useEffect(() => {
    const parts = [title, connection?.name, 'wallet-teller'];
    document.title = parts.filter((part) => part !== undefined).join(' · ');
  }, [title, connection]);
}
