import { PATHS } from '../../http/paths.ts';
import { type CallerHeaders, formatCurl, headersOf } from '../curl.ts';

const TRANSACTIONS_SHOWN = 5;

/** The management API of a demo. */
export interface DemoManagement {
  readonly manageUrl: string;
  readonly manageKey: string;
  /** An account that a customer can connect. */
  readonly customer: {
    readonly exchange: string;
    readonly credentials: Readonly<Record<string, string>>;
  };
}

/** A running demo. */
export interface DemoView {
  readonly url: string;
  readonly tenant: CallerHeaders;
  /** The prefix of the URLs of the simulated exchange. */
  readonly exchangeProxyUrl: string;
  /** The database that the user has named; if missing, it is removed when the demo ends. */
  readonly database: string | undefined;
  readonly manage: DemoManagement | undefined;
}

/** Returns the demo for JSON output. */
export function describeDemo({ url, tenant, exchangeProxyUrl, manage }: DemoView) {
  const { manageUrl, manageKey, customer } = manage ?? {};
  return {
    url,
    explorerUrl: linkToExplorer(url, tenant),
    ...tenant,
    headers: headersOf(tenant),
    exchangeProxyUrl,
    ...(manage !== undefined && { manageUrl, manageKey, customer }),
  };
}

/** Returns the demo as text for people, with requests that can be copied. */
export function formatDemo(demo: DemoView): string {
  const { url, tenant, manage } = demo;
  return [
    `The service listens on ${url}`,
    '',
    'The explorer, connected to the sample wallet:',
    linkToExplorer(url, tenant),
    '',
    'The latest transactions:',
    formatCurl(`${url}${PATHS.transactions}?limit=${TRANSACTIONS_SHOWN}`, tenant),
    '',
    'The withdrawable balances and their networks:',
    formatCurl(`${url}${PATHS.balance}`, tenant),
    '',
    ...(manage === undefined ? [] : formatManagement(tenant, manage)),
    ...formatExchange(demo),
    'Ctrl-C ends the demo.',
  ].join('\n');
}

function formatManagement(
  { projectId }: CallerHeaders,
  { manageUrl, manageKey, customer }: DemoManagement,
): string[] {
  const { exchange, credentials } = customer;
  return [
    `The management API listens on ${manageUrl}`,
    'Opened in a browser, it shows all wallets and asks for this key:',
    `export TELLER_MANAGE_KEY=${manageKey}`,
    `export TELLER_MANAGE_URL=${manageUrl}`,
    `export TELLER_PROJECT=${projectId}`,
    `An account that a customer can connect: ${exchange}, ${JSON.stringify(credentials)}`,
    '',
  ];
}

/** Without the variable, a command sends the keys of the demo to the real exchange, which refuses them. */
function formatExchange({ database, exchangeProxyUrl }: DemoView): string[] {
  if (database === undefined) return [];
  return [
    `Other commands with --database ${database} call the real exchanges, unless this variable is set:`,
    `export TELLER_EXCHANGE_PROXY_URL=${exchangeProxyUrl}`,
    '',
  ];
}

/**
 * Returns a link with the credentials in its fragment, so that the page connects automatically. A browser
 * does not send the fragment, and the page first removes it from the URL.
 */
function linkToExplorer(url: string, tenant: CallerHeaders): string {
  const { apiKey, orgId, projectId, walletId } = tenant;
  const credentials = new URLSearchParams({ apiKey, orgId, projectId, walletId });
  return `${url}/#connect?${credentials.toString()}`;
}
