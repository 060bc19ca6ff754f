import { ProblemError } from '../../../client/src/index.ts';
import { connections } from '../state/connections.ts';
import { writeFragment } from '../state/route.ts';
import { Notice } from './notice.tsx';

/** Why a request failed, and what to do about it. */
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
      <Notice tone="error" title="The service does not answer" action={retry} isAlert>
        Check that <code>teller serve</code> is running and that this computer can reach{' '}
        <code>{location.host}</code>. The page retries every 10 seconds.
      </Notice>
    );
  }
  const walletId = connections.get().current?.walletId ?? '';
  switch (error.code) {
    case 'wallet_not_synced': {
      return (
        <Notice tone="information" title="The wallet was not synchronised yet" action={retry}>
          {describeFirstSync(error)} The page checks every 10 seconds.
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
    default: {
      return (
        <Notice tone="error" title={error.title} action={retry} isAlert>
          <Detail error={error} />
          The page retries every 10 seconds. The service's log has the cause under{' '}
          <code>{error.requestId}</code>.
        </Notice>
      );
    }
  }
}

/** What the service says, in its own words. */
export function Detail({ error }: { readonly error: ProblemError }) {
  return <span class="detail">{error.detail}</span>;
}

function describeFirstSync({ sync: { error } }: ProblemError): string {
  if (error === null) {
    return 'The first synchronisation is under way, or the sync worker does not run: "teller serve" starts it.';
  }
  return `The first synchronisation failed (${error}) and is retried automatically.`;
}
