import { type Connections, selectConnection } from '../state/connections.ts';
import { openView, replaceParameters, route, writeFragment } from '../state/route.ts';
import { findView, VIEWS } from '../views/index.ts';
import { ChevronIcon, LogoIcon } from './icons.tsx';

/** The properties of {@link Header}. */
export interface HeaderProps extends Connections {
  /** Identifier of the shown view. */
  readonly view: string;
}

/** Shows the name of the page, the links to the views, and the choice of the wallet. */
export function Header({ all, current, view }: HeaderProps) {
  return (
    <header class="header">
      <div class="header-content">
        <a class="brand" href={writeFragment(VIEWS[0].id)}>
          <LogoIcon />
          <span class="brand-name">wallet-teller</span>
        </a>
        {current !== undefined && (
          <>
            <nav aria-label="Views">
              {VIEWS.map(({ id, title }) => (
                <a
                  key={id}
                  href={writeFragment(id)}
                  aria-current={id === view ? 'page' : undefined}
                >
                  {title}
                </a>
              ))}
            </nav>
            <WalletSwitcher all={all} current={current} view={view} />
          </>
        )}
      </div>
    </header>
  );
}

function WalletSwitcher({ all, current, view }: HeaderProps) {
  return (
    <div class="switcher">
      <span class="select">
        <select
          class="input"
          aria-label="Shown wallet"
          value={current?.walletId}
          onChange={(event) => {
            const chosen = all.find(({ walletId }) => walletId === event.currentTarget.value);
            if (chosen === undefined) return;
            leaveWallet();
            selectConnection(chosen);
          }}
        >
          {all.map(({ walletId, name }) => (
            <option key={walletId} value={walletId}>
              {name}
            </option>
          ))}
        </select>
        <ChevronIcon />
      </span>
      <a
        class="button"
        href={writeFragment('connect')}
        aria-current={view === 'connect' ? 'page' : undefined}
      >
        Wallets
      </a>
    </div>
  );
}

/** Leaves what only the shown wallet has: a transaction, or a place in its list. */
function leaveWallet(): void {
  const { view, parameters } = route.get();
  const parent = findView(view)?.parent;
  if (parent === undefined) replaceParameters({ page: undefined, cursor: undefined });
  else openView(parent, { zone: parameters['zone'] });
}
