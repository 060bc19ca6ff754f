import { ProblemError } from '../../../client/src/index.ts';
import { Detail, LogHint } from '../components/failure-notice.tsx';
import { Notice } from '../components/notice.tsx';
import { managementKey } from './management-key.ts';

/** Shows why the management API refused a request, and what the operator can do. */
export function ManagementFailure({
  error,
  onRetry,
}: {
  readonly error: Error;
  readonly onRetry?: () => void;
}) {
  const retry = onRetry && (
    <button type="button" class="button" onClick={onRetry}>
      Retry now
    </button>
  );
  if (!(error instanceof ProblemError)) {
    return (
      <Notice tone="error" title="The management API does not respond" action={retry} isAlert>
        Check that <code>teller serve --manage-port</code> is running and that this computer can
        reach <code>{location.host}</code>.
      </Notice>
    );
  }
  const { code, title, errors, status } = error;
  return (
    <Notice
      tone={code === 'rate_limited' ? 'warning' : 'error'}
      title={title}
      action={status === 401 && managementKey.get() !== undefined ? <OtherKey /> : retry}
      isAlert
    >
      {errors.length === 0 ? (
        <Detail error={error} />
      ) : (
        <ul>
          {errors.map(({ parameter, message }) => (
            <li key={parameter}>
              <code>{parameter}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {status >= 500 && code !== 'exchange_unavailable' && <LogHint error={error} />}
    </Notice>
  );
}

function OtherKey() {
  return (
    <button type="button" class="button" onClick={() => managementKey.set(undefined)}>
      Enter another key
    </button>
  );
}
