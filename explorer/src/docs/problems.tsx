import type { ApiDocument, ProblemDescription } from './document.ts';
import { Inline } from './prose.tsx';

/** Shows all problems of the service. The `type` of a problem is the URL of its section. */
export function Problems({ document }: { readonly document: ApiDocument }) {
  return (
    <>
      <p>
        An error is a problem document (RFC 9457), <code>application/problem+json</code>. A program
        should look at <code>code</code>; <code>detail</code> is for people. If query parameters are
        invalid, <code>errors</code> lists them. <code>requestId</code> identifies the request in
        the service's log.
      </p>
      {Object.entries(document['x-problems']).map(([code, problem]) => (
        <ProblemSection key={code} code={code} problem={problem} />
      ))}
    </>
  );
}

function ProblemSection({
  code,
  problem: { status, title, when, action, retryAfterSeconds },
}: {
  readonly code: string;
  readonly problem: ProblemDescription;
}) {
  return (
    <section class="card problem" id={code}>
      <h3>
        <code>{code}</code>
      </h3>
      <p>
        <strong>{status}</strong> {title}
      </p>
      <dl class="fields">
        <div>
          <dt>When</dt>
          <dd>
            <Inline text={when} />
          </dd>
        </div>
        <div>
          <dt>What to do</dt>
          <dd>
            <Inline text={action} />
          </dd>
        </div>
        <div>
          <dt>Retry</dt>
          <dd>{describeRetry(retryAfterSeconds)}</dd>
        </div>
      </dl>
    </section>
  );
}

function describeRetry(retryAfterSeconds: number | undefined): string {
  if (retryAfterSeconds === undefined) {
    return 'No: the same request fails until the cause is removed.';
  }
  const unit = retryAfterSeconds === 1 ? 'second' : 'seconds';
  return `Yes, after the ${retryAfterSeconds} ${unit} of retry-after.`;
}
