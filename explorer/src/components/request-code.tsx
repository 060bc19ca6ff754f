import { useId, useState } from 'preact/hooks';

import { type CodeLanguage, type ShownRequest, writeRequest } from '../format/request-code.ts';
import { type Connection, findBaseUrl } from '../state/connections.ts';
import { CodeCard } from './code-card.tsx';

const LANGUAGES: readonly CodeLanguage[] = ['curl', 'TypeScript'];

/** Shows the request of a view as code for a terminal or a program. */
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
        <CodeCard
          id={id}
          label={`Request as ${shown}`}
          credentials={connection}
          write={(credentials) => writeRequest(shown, request, findBaseUrl(), credentials)}
        />
      )}
    </section>
  );
}
