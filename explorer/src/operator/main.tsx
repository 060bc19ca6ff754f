import { render } from 'preact';

import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/layout.css';
import '../styles/controls.css';
import '../styles/table.css';
import '../styles/views.css';
import '../styles/transactions.css';
import '../styles/code.css';
import '../styles/details.css';
import '../styles/dialog.css';
import '../styles/operator.css';
import '../styles/print.css';
import { parseFragment, route, watchFragment } from '../state/route.ts';
import { restoreManagementKey } from './management-key.ts';
import { OperatorApp } from './operator-app.tsx';

restoreManagementKey();
watchFragment((fragment) => route.set(parseFragment(fragment)));
const container = document.querySelector('#app');
if (container !== null) render(<OperatorApp />, container);
