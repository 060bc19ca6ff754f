import { render } from 'preact';

import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/controls.css';
import './styles/table.css';
import './styles/views.css';
import './styles/send.css';
import './styles/transactions.css';
import './styles/details.css';
import './styles/code.css';
import 'uplot/dist/uPlot.min.css';
import './styles/activity.css';
import './styles/dialog.css';
import './styles/print.css';
import { App } from './app.tsx';
import { restoreConnections } from './state/connections.ts';
import { readDemoLink } from './state/demo-link.ts';
import { offerConnection } from './state/offered-connection.ts';
import { parseFragment, route, watchFragment, writeFragment } from './state/route.ts';
import { VIEWS } from './views/index.ts';

restoreConnections();
watchFragment((fragment) => {
  const demo = readDemoLink(fragment);
  if (demo === undefined) {
    route.set(parseFragment(fragment));
    return;
  }
  // This is the first step, so that the credentials do not stay in the URL or the history.
  const { connection } = demo;
  const shown = writeFragment(connection === undefined ? 'connect' : VIEWS[0].id);
  history.replaceState(null, '', shown);
  if (connection !== undefined) offerConnection(connection);
  route.set(parseFragment(shown));
});
const container = document.querySelector('#app');
if (container !== null) render(<App />, container);
