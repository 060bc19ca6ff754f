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

/** Returns the demo for JSON output. */
export function describeDemo(url: string, tenant: CallerHeaders, manage?: DemoManagement) {
  const { manageUrl, manageKey, customer } = manage ?? {};
  return {
    url,
    explorerUrl: linkToExplorer(url, tenant),
    ...tenant,
    headers: headersOf(tenant),
    ...(manage !== undefined && { manageUrl, manageKey, customer }),
  };
}

/** Returns the demo as text for people, with requests that can be copied. */
export function formatDemo(url: string, tenant: CallerHeaders, manage?: DemoManagement): string {
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

/**
 * Returns a link with the credentials in its fragment, so that the page connects automatically. A browser
 * does not send the fragment, and the page first removes it from the URL.
 */
function linkToExplorer(url: string, tenant: CallerHeaders): string {
  const { apiKey, orgId, projectId, walletId } = tenant;
  const credentials = new URLSearchParams({ apiKey, orgId, projectId, walletId });
  return `${url}/#connect?${credentials.toString()}`;
}
