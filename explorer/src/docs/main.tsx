import { render } from 'preact';

import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/layout.css';
import '../styles/controls.css';
import '../styles/code.css';
import '../styles/docs.css';
import '../styles/print.css';
import { Notice } from '../components/notice.tsx';
import { restoreConnections } from '../state/connections.ts';
import { DocsPage } from './docs-page.tsx';
import type { ApiDocument } from './document.ts';

const TIMEOUT_MS = 30_000;

/** Loads the OpenAPI document of the service, which describes the running version. */
async function loadDocument(): Promise<ApiDocument> {
  const response = await fetch('./openapi.json', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`/openapi.json returned ${response.status}`);
  return (await response.json()) as ApiDocument;
}

function LoadFailure() {
  const reload = (
    <button type="button" class="button" onClick={() => location.reload()}>
      Reload
    </button>
  );
  return (
    <main>
      <Notice tone="error" title="The reference could not be loaded" action={reload} isAlert>
        The service did not return <code>/openapi.json</code>. Check that the service is running.
      </Notice>
    </main>
  );
}

restoreConnections();
const container = document.querySelector('#app');
if (container !== null) {
  loadDocument().then(
    (api) => render(<DocsPage document={api} />, container),
    () => render(<LoadFailure />, container),
  );
}
