/** Shows the requests that the service sends to the receivers of events. */
import type { WebhookRequest } from './document.ts';
import { FieldList } from './fields.tsx';
import { Prose } from './prose.tsx';
import { MediaTypes, Responses } from './responses.tsx';

/** Shows each event with an example, then the headers and the responses, which all events have. */
export function Webhooks({
  webhooks,
}: {
  readonly webhooks: Readonly<Record<string, { readonly post: WebhookRequest }>>;
}) {
  const [first] = Object.values(webhooks);
  return (
    <>
      {Object.entries(webhooks).map(([event, { post }]) => (
        <section key={event} class="card operation" id={post.operationId}>
          <h3>
            <span class="method">POST</span> <code>{event}</code>
          </h3>
          <Prose text={post.summary} />
          <MediaTypes label={`Example of ${event}`} content={post.requestBody.content} />
        </section>
      ))}
      {first !== undefined && (
        <section class="card operation">
          <h3>Headers and responses of every event</h3>
          <FieldList fields={first.post.parameters} />
          <Responses responses={first.post.responses} />
        </section>
      )}
    </>
  );
}
