import type { ComponentChildren } from 'preact';

import { ProblemError } from '../../../client/src/index.ts';
import { connections } from '../state/connections.ts';
import { FIRST_PAGE, replaceParameters, writeFragment } from '../state/route.ts';
import { findLimitMs, findRetryMs } from '../state/use-resource.ts';
import { Notice } from './notice.tsx';

interface ProblemNoticeProps {
  readonly error: ProblemError;
  /** The button that retries. */
  readonly retry: ComponentChildren;
}

/** Shows why a request failed and what the reader can do. */
export function FailureNotice({
  error,
  onRetry,
}: {
  readonly error: Error;
  readonly onRetry: () => void;
}) {
  const retry = (
    <button type="button" class="button" onClick={onRetry}>
      Retry now
    </button>
  );
  if (!(error instanceof ProblemError)) {
    return (
      <Notice tone="error" title="The service does not respond" action={retry} isAlert>
        Check that <code>teller serve</code> is running and that this computer can reach{' '}
        <code>{location.host}</code>. The page retries every 10 seconds.
      </Notice>
    );
  }
  return <ProblemNotice error={error} retry={retry} />;
}

/** Shows a problem of the service by its code. */
function ProblemNotice({ error, retry }: ProblemNoticeProps) {
  const walletId = connections.get().current?.walletId ?? '';
  switch (error.code) {
    case 'wallet_not_synced': {
      return (
        <Notice tone="information" title="The wallet was not synchronised yet" action={retry}>
          {describeFirstSync(error)} The page checks every 10 seconds.
        </Notice>
      );
    }
    case 'balance_not_available': {
      return (
        <Notice tone="information" title="The wallet has no balance">
          It only takes imports. See its <a href={writeFragment('transactions')}>transactions</a>.
        </Notice>
      );
    }
    case 'wallet_stopped': {
      return (
        <Notice tone="error" title="The wallet is stopped" action={retry} isAlert>
          <Detail error={error} />
          The operator sees the state with <code>teller wallet show {walletId}</code> and replaces a
          refused key with <code>teller wallet credentials {walletId}</code>.
        </Notice>
      );
    }
    case 'invalid_credentials':
    case 'missing_credentials':
    case 'scope_mismatch':
    case 'wallet_not_found': {
      return (
        <Notice
          tone="error"
          title={error.title}
          isAlert
          action={
            <a class="button" href={writeFragment('connect')}>
              Check the credentials
            </a>
          }
        >
          <Detail error={error} />
        </Notice>
      );
    }
    case 'invalid_parameter': {
      return <ParameterNotice error={error} />;
    }
    case 'rate_limited': {
      return <LimitNotice error={error} retry={retry} />;
    }
    default: {
      return (
        <Notice tone="error" title={error.title} action={retry} isAlert>
          <Detail error={error} />
          {findRetryMs(error) !== undefined && 'The page retries every 10 seconds. '}
          <LogHint error={error} />
        </Notice>
      );
    }
  }
}

/**
 * Shows which filters in the URL are invalid. The cursor can be that of another wallet, because it remains in bookmarks and
 * in the history of the browser. No other control of the page removes it.
 */
function ParameterNotice({ error: { title, errors } }: { readonly error: ProblemError }) {
  const isCursor = errors.some(({ parameter }) => parameter === 'cursor');
  const leave = isCursor && (
    <button type="button" class="button" onClick={() => replaceParameters(FIRST_PAGE)}>
      Show the newest
    </button>
  );
  return (
    <Notice tone="error" title={title} action={leave} isAlert>
      <ul>
        {errors.map(({ parameter, message }) => (
          <li key={parameter}>
            <code>{parameter}</code> {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function LimitNotice({ error, retry }: ProblemNoticeProps) {
  return (
    <Notice tone="warning" title={error.title} action={retry} isAlert>
      <Detail error={error} />
      The page retries automatically in {formatSeconds(findLimitMs(error))}.
    </Notice>
  );
}

/** Shows the `detail` of a problem. */
export function Detail({ error }: { readonly error: ProblemError }) {
  return <span class="detail">{error.detail}</span>;
}

/** Shows how to find a request in the service's log. The response of a proxy has no request id. */
export function LogHint({ error: { requestId } }: { readonly error: ProblemError }) {
  if (!requestId) return null;
  return (
    <>
      To find the cause, search the service's log for <code>{requestId}</code>.
    </>
  );
}

function formatSeconds(durationMs: number): string {
  const seconds = Math.ceil(durationMs / 1000);
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

function describeFirstSync({ sync: { error, state } }: ProblemError): string {
  if (state === 'paused') return 'The operator has paused its synchronisation.';
  if (error === null) {
    return 'The first synchronisation is under way, or the sync worker does not run: "teller serve" starts it.';
  }
  return `The first synchronisation failed (${error}) and is retried automatically.`;
}
