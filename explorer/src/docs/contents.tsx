import { type ApiDocument, anchorOfSchema, listEndpoints } from './document.ts';

/** Minimum width of the page for contents next to the text. They are open at that width. */
const WIDE = '(min-width: 64rem)';

type Link = readonly [anchor: string, text: string];

/** Shows links to all sections. */
export function Contents({ document }: { readonly document: ApiDocument }) {
  const endpoints = listEndpoints(document);
  return (
    <aside class="contents" aria-label="Contents">
      <details open={matchMedia(WIDE).matches}>
        <summary>Contents</summary>
        <ul>
          <Group
            anchor="requests"
            title="Requests"
            links={endpoints.map(({ operationId, path }) => [operationId, path])}
          />
          <Group
            anchor="webhooks"
            title="Webhooks"
            links={Object.entries(document.webhooks).map(([event, { post }]) => [
              post.operationId,
              event,
            ])}
          />
          <Group anchor="authentication" title="Authentication" links={[]} />
          <Group
            anchor="problems"
            title="Problems"
            links={Object.keys(document['x-problems']).map((code) => [code, code])}
          />
          <Group anchor="headers" title="Response headers" links={[]} />
          <Group
            anchor="schemas"
            title="Schemas"
            links={Object.keys(document.components.schemas).map((name) => [
              anchorOfSchema(name),
              name,
            ])}
          />
        </ul>
      </details>
    </aside>
  );
}

function Group({
  anchor,
  title,
  links,
}: {
  readonly anchor: string;
  readonly title: string;
  readonly links: readonly Link[];
}) {
  return (
    <li>
      <a href={`#${anchor}`}>{title}</a>
      {links.length > 0 && (
        <ul>
          {links.map(([target, text]) => (
            <li key={target}>
              <a href={`#${target}`}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
