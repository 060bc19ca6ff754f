import { useId, useState } from 'preact/hooks';

import {
  type CodeLanguage,
  CREDENTIAL_PLACEHOLDERS,
  type ShownRequest,
  writeRequest,
} from '../format/request-code.ts';
import { type Connection, findBaseUrl } from '../state/connections.ts';
import { CopyButton } from './copy-button.tsx';

const LANGUAGES: readonly CodeLanguage[] = ['curl', 'TypeScript'];

/** The request behind what is shown, for a terminal or a program. */
export function RequestCode({
  connection,
  request,
}: {
  readonly connection: Connection;
  readonly request: ShownRequest;
}) {
  const [shown, setShown] = useState<CodeLanguage | undefined>();
  const id = useId();
  return (
    <section class="request-code" aria-label="This request in code">
      <div class="button-row">
        {LANGUAGES.map((language) => (
          <button
            key={language}
            type="button"
            class="button"
            aria-expanded={language === shown}
            aria-controls={language === shown ? id : undefined}
            onClick={() => setShown(language === shown ? undefined : language)}
          >
            Show as {language}
          </button>
        ))}
      </div>
      {shown !== undefined && (
        <Code id={id} language={shown} connection={connection} request={request} />
      )}
    </section>
  );
}

function Code({
  id,
  language,
  connection,
  request,
}: {
  readonly id: string;
  readonly language: CodeLanguage;
  readonly connection: Connection;
  readonly request: ShownRequest;
}) {
  const [hasCredentials, setHasCredentials] = useState(false);
  const credentials = hasCredentials ? connection : CREDENTIAL_PLACEHOLDERS;
  const text = writeRequest(language, request, findBaseUrl(), credentials);
  return (
    <div class="card code" id={id}>
      <div class="code-head">
        <label class="checkbox">
          <input
            type="checkbox"
            checked={hasCredentials}
            onChange={(event) => setHasCredentials(event.currentTarget.checked)}
          />
          With the credentials of this wallet
        </label>
        <CopyButton text={text} label="Copy the code" />
      </div>
      <pre role="region" aria-label={`Request as ${language}`}>
        {text}
      </pre>
    </div>
  );
}
