import { Notice } from '../components/notice.tsx';
import { indentJson } from '../format/indent-json.ts';
import { Example } from './example.tsx';
import type { ApiResponse } from './request.ts';

const PROBLEM_TYPE = 'application/problem+json';
const JSON_TYPES = new Set(['application/json', PROBLEM_TYPE]);

/** Shows the status, headers and body of a response. No number is rounded. */
export function ResponseView({ response }: { readonly response: ApiResponse | Error }) {
  if (response instanceof Error) {
    return (
      <Notice tone="error" title="The request was not answered" isAlert>
        {response.message}. Check that the service is running and that the headers have no unusual
        characters.
      </Notice>
    );
  }
  const { status, statusText, headers, body } = response;
  const type = new Map(headers).get('content-type') ?? '';
  const isJson = JSON_TYPES.has(type);
  return (
    <div class="response">
      <p role="status">
        <strong class={status < 400 ? 'is-success' : 'is-failure'}>
          {status} {statusText}
        </strong>
        {type === PROBLEM_TYPE && <ProblemLink body={body} />}
      </p>
      <Example
        label="Response headers"
        text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
      />
      {body !== '' && <Example label="Response body" text={isJson ? indentJson(body) : body} />}
    </div>
  );
}

/** Shows a link to the section of the problem. */
function ProblemLink({ body }: { readonly body: string }) {
  const { code } = JSON.parse(body) as { code: string };
  return (
    <>
      {' '}
      <a href={`#${code}`}>
        What <code>{code}</code> means
      </a>
    </>
  );
}
