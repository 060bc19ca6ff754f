import { useEffect, useMemo, useRef } from 'preact/hooks';

import type { WalletTellerManagement } from '../../../client/src/index.ts';
import { LogoIcon } from '../components/icons.tsx';
import { SkipButton } from '../components/skip-button.tsx';
import { route } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { useFocusOnChange } from '../state/use-focus-on-change.ts';
import { DirectoryContext, useDirectory } from './directory.ts';
import { KeyForm } from './key-form.tsx';
import { listLink } from './links.ts';
import { createManagement, managementKey } from './management-key.ts';
import { Outcome } from './outcome.tsx';
import { OperatorTransactionView } from './transaction-view.tsx';
import { WalletView } from './wallet-view.tsx';
import { WalletsView } from './wallets-view.tsx';

const TITLES: Readonly<Record<string, string>> = { wallet: 'Wallet', transaction: 'Transaction' };

/** Shows the header, and the view in the fragment; without a key, the form that asks for it. */
export function OperatorApp() {
  const key = useStore(managementKey);
  const { view, parameters } = useStore(route);
  const main = useRef<HTMLElement>(null);
  const title = key === undefined ? 'All wallets' : (TITLES[view] ?? 'Wallets');
  useEffect(() => {
    document.title = `${title} · wallet-teller`;
  }, [title]);
  useFocusOnChange(main, `${title} ${parameters['wallet'] ?? ''}`);
  return (
    <>
      <SkipButton target={main} />
      <OperatorHeader hasKey={key !== undefined} isList={title === 'Wallets'} />
      <main ref={main} tabIndex={-1}>
        {key === undefined ? <KeyForm /> : <Views key={key} manageKey={key} />}
      </main>
      <footer class="footer">
        <a href="./docs">Management API</a>
        <a href="./openapi.json">OpenAPI document</a>
      </footer>
    </>
  );
}

function OperatorHeader({
  hasKey,
  isList,
}: {
  readonly hasKey: boolean;
  readonly isList: boolean;
}) {
  return (
    <header class="header">
      <div class="header-content">
        <a class="brand" href={listLink()}>
          <LogoIcon />
          <span class="brand-name">wallet-teller</span>
        </a>
        {hasKey && (
          <>
            <nav aria-label="Views">
              <a href={listLink()} aria-current={isList ? 'page' : 'true'}>
                Wallets
              </a>
            </nav>
            <div class="switcher">
              <button type="button" class="button" onClick={() => managementKey.set(undefined)}>
                Forget the key
              </button>
            </div>
          </>
        )}
      </div>
    </header>
  );
}

function Views({ manageKey }: { readonly manageKey: string }) {
  const { view, parameters } = useStore(route);
  const management: WalletTellerManagement = useMemo(
    () => createManagement(manageKey),
    [manageKey],
  );
  const directory = useDirectory(management);
  const props = { management, parameters };
  return (
    <DirectoryContext.Provider value={directory}>
      <Outcome />
      {view === 'wallet' && <WalletView key={parameters['wallet']} {...props} />}
      {view === 'transaction' && <OperatorTransactionView {...props} />}
      {view !== 'wallet' && view !== 'transaction' && <WalletsView {...props} />}
    </DirectoryContext.Provider>
  );
}
