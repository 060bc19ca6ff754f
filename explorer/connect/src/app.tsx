import { useEffect, useRef, useState } from 'preact/hooks';

import type {
  ConnectEnd,
  ConnectExchange,
  ConnectSession,
  ConnectStep,
} from '../../../src/domain/connect.ts';
import { ForeignText } from '../../src/components/foreign-text.tsx';
import { LogoIcon } from '../../src/components/icons.tsx';
import { Notice } from '../../src/components/notice.tsx';
import { type ConnectApi, ConnectRefusal } from './connect-api.ts';
import { ConnectForm } from './connect-form.tsx';
import { EndView } from './end-view.tsx';
import { type EndState, forgetToken } from './leave-page.ts';
import { explainEnd } from './session-end.ts';
import { SessionView } from './session-view.tsx';
import type { CheckProgress } from './use-connect-form.ts';

/** What the page shows. */
type Shown =
  | { readonly view: 'loading' }
  | { readonly view: 'failed'; readonly error: Error }
  | {
      readonly view: 'form';
      readonly session: ConnectSession;
      readonly exchanges: readonly ConnectExchange[];
    }
  | {
      readonly view: 'end';
      readonly session: ConnectSession;
      readonly state: EndState;
      readonly exchange: ConnectExchange | undefined;
      readonly returnUrl: string | null;
    };

/** Shows the header, the step of the session, and one status for all of them. */
export function App({ api }: { readonly api: ConnectApi }) {
  const [shown, setShown] = useState<Shown>({ view: 'loading' });
  const [progress, setProgress] = useState<CheckProgress | undefined>();
  const main = useRef<HTMLElement>(null);
  const end = (
    session: ConnectSession,
    state: EndState,
    { returnUrl }: ConnectEnd,
    exchange?: ConnectExchange,
  ): void => {
    forgetToken();
    setShown({ view: 'end', session, state, exchange, returnUrl });
  };
  const load = (): void => {
    setShown({ view: 'loading' });
    Promise.all([api.readSession(), api.listExchanges()]).then(
      ([session, exchanges]) => {
        if (session.connected !== null) return end(session, 'connected', session.connected);
        return setShown({ view: 'form', session, exchanges });
      },
      (error: unknown) => setShown({ view: 'failed', error: error as Error }),
    );
  };
  useEffect(load, [api]);
  const title = titleOf(shown);
  useEffect(() => {
    document.title = title;
    if (shown.view === 'end') main.current?.focus();
  }, [title, shown.view]);

  return (
    <>
      <header class="header">
        <div class="header-content">
          <span class="brand">
            <LogoIcon />
            <span class="brand-name">wallet-teller</span>
          </span>
        </div>
      </header>
      <main ref={main} class="connect-page" tabIndex={-1}>
        <h1>{title}</h1>
        {shown.view === 'failed' && <LoadFailure error={shown.error} onRetry={load} />}
        {shown.view === 'form' && (
          <>
            <SessionView session={shown.session} />
            <ConnectForm
              api={api}
              session={shown.session}
              exchanges={shown.exchanges}
              onProgress={setProgress}
              onConnected={(ended, exchange) => end(shown.session, 'connected', ended, exchange)}
              onCancel={async () => end(shown.session, 'canceled', await api.cancel())}
              onSessionEnd={(error) => setShown({ view: 'failed', error })}
            />
          </>
        )}
        <div role="status" class="status">
          {shown.view === 'loading' && <p class="loading">Loading …</p>}
          {shown.view === 'form' && progress !== undefined && <Progress progress={progress} />}
          {shown.view === 'end' && <EndMessage {...shown} />}
        </div>
        {shown.view === 'end' && <EndView {...shown} />}
      </main>
    </>
  );
}

const STEPS: Readonly<Record<ConnectStep, string>> = {
  exchange: 'sending the key to the exchange',
  permissions: 'reading what the key may do',
  balances: 'reading the balances',
};

function Progress({ progress: { exchange, step } }: { readonly progress: CheckProgress }) {
  return (
    <p class="progress">
      Checking at {exchange.name}: {STEPS[step] ?? step} …
    </p>
  );
}

function EndMessage({
  session,
  state,
  exchange,
}: {
  readonly session: ConnectSession;
  readonly state: EndState;
  readonly exchange: ConnectExchange | undefined;
}) {
  const project = <ForeignText text={session.projectName} />;
  if (state === 'canceled') {
    const outcome =
      session.reconnects === null ? 'No account was connected' : 'The key was not replaced';
    return <p>Canceled. {outcome}, and nothing was stored.</p>;
  }
  return (
    <p>
      {exchange?.name ?? 'The account'} is connected. {project} {explainReading(session.reconnects)}
    </p>
  );
}

/** Returns what the project does with an account that was connected. A new key does not resume a paused wallet. */
function explainReading(reconnects: ConnectSession['reconnects']): string {
  if (reconnects === null) return 'now reads your history, which can take some minutes.';
  return reconnects.state === 'paused'
    ? 'has paused the account, and reads it with the new key after resuming it.'
    : 'continues to read your history with the new key.';
}

/** Shows why there is no form. */
function LoadFailure({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const end = explainEnd(error);
  if (end !== undefined) {
    return (
      <Notice tone="error" title={end[0]} isAlert>
        {end[1]}
      </Notice>
    );
  }
  const retry = (
    <button type="button" class="button" onClick={onRetry}>
      Try again
    </button>
  );
  const title =
    error instanceof ConnectRefusal ? error.problem.title : 'The service does not respond';
  return (
    <Notice tone="error" title={title} action={retry} isAlert>
      {error instanceof ConnectRefusal
        ? error.problem.detail
        : 'Check your connection to the internet, then try again.'}
    </Notice>
  );
}

function titleOf(shown: Shown): string {
  if (shown.view === 'end') return shown.state === 'connected' ? 'Connected' : 'Canceled';
  if (shown.view !== 'form') return 'Connect an exchange';
  const { session, exchanges } = shown;
  const name = exchanges.find(({ id }) => id === session.exchange)?.name ?? 'an exchange';
  return `${session.reconnects === null ? 'Connect' : 'Reconnect'} ${name}`;
}
