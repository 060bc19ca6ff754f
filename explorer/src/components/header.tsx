import { type Connections, selectConnection } from '../state/connections.ts';
import { writeFragment } from '../state/route.ts';
import { VIEWS } from '../views/index.ts';
import { LogoIcon } from './icons.tsx';

/** The name of the page, the views, and the wallets to choose from. */
export function Header({ all, current, view }: Connections & { readonly view: string }) {
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
            <WalletSwitcher all={all} current={current} />
          </>
        )}
      </div>
    </header>
  );
}

function WalletSwitcher({ all, current }: Connections) {
  return (
    <div class="switcher">
      <select
        class="input"
        aria-label="Shown wallet"
        value={current?.walletId}
        onChange={(event) => {
          const chosen = all.find(({ walletId }) => walletId === event.currentTarget.value);
          if (chosen !== undefined) selectConnection(chosen);
        }}
      >
        {all.map(({ walletId, name }) => (
          <option key={walletId} value={walletId}>
            {name}
          </option>
        ))}
      </select>
      <a class="button" href={writeFragment('connect')}>
        Wallets
      </a>
    </div>
  );
}
