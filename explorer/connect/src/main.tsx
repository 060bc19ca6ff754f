import { render } from 'preact';

import '../../src/styles/tokens.css';
import '../../src/styles/base.css';
import '../../src/styles/layout.css';
import '../../src/styles/controls.css';
import '../../src/styles/print.css';
import './connect.css';
import { App } from './app.tsx';
import { createConnectApi } from './connect-api.ts';

/**
 * The token remains in the fragment while the session is open: a phone may reload the page when the customer
 * comes back from the exchange. {@link App} removes it when the session ends.
 */
const token = location.hash.slice(1);
const container = document.querySelector('#app');
if (container !== null) render(<App api={createConnectApi(token)} />, container);
// Another link in the same tab changes only the fragment.
addEventListener('hashchange', () => location.reload());
