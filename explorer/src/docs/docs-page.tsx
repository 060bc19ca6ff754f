import { useEffect, useRef } from 'preact/hooks';

import { Footer } from '../components/footer.tsx';
import { LogoIcon } from '../components/icons.tsx';
import { SkipButton } from '../components/skip-button.tsx';
import { Contents } from './contents.tsx';
import { type ApiDocument, listEndpoints } from './document.ts';
import { OperationSection } from './operation.tsx';
import { Problems } from './problems.tsx';
import { Prose } from './prose.tsx';
import { Authentication, HeaderList, SchemaSections } from './shared-parts.tsx';
import { Webhooks } from './webhooks.tsx';

/** Shows the API reference: requests, webhooks, credentials, problems, headers and schemas. */
export function DocsPage({ document }: { readonly document: ApiDocument }) {
  const main = useRef<HTMLElement>(null);
  useEffect(showTarget, []);
  const { info, components } = document;
  return (
    <>
      <SkipButton target={main} />
      <header class="header">
        <div class="header-content">
          <a class="brand" href="./">
            <LogoIcon />
            <span class="brand-name">wallet-teller</span>
          </a>
          <nav aria-label="Pages">
            <a href="./">Explorer</a>
            <a href="./docs" aria-current="page">
              API reference
            </a>
          </nav>
        </div>
      </header>
      <div class="docs">
        <Contents document={document} />
        <main ref={main} tabIndex={-1}>
          <header>
            <h1>API reference</h1>
            <Prose text={info.description} />
            <p class="quiet">
              Version {info.version}. As OpenAPI 3.1: <a href="./openapi.json">openapi.json</a>
            </p>
          </header>
          <h2 id="requests">Requests</h2>
          {listEndpoints(document).map((endpoint) => (
            <OperationSection key={endpoint.path} endpoint={endpoint} document={document} />
          ))}
          <h2 id="webhooks">Webhooks</h2>
          <Webhooks webhooks={document.webhooks} />
          <h2 id="authentication">Authentication</h2>
          <Authentication schemes={components.securitySchemes} />
          <h2 id="problems">Problems</h2>
          <Problems document={document} />
          <h2 id="headers">Response headers</h2>
          <HeaderList headers={components.headers} />
          <h2 id="schemas">Schemas</h2>
          <SchemaSections schemas={components.schemas} />
        </main>
      </div>
      <Footer />
    </>
  );
}

/** Scrolls to the section in the fragment. The browser did not find it before the page was rendered. */
function showTarget(): void {
  if (location.hash !== '') location.replace(location.hash);
}
