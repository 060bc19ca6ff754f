import { PATHS } from '../../http/paths.ts';
import { type CallerHeaders, formatCurl, headersOf } from '../curl.ts';

const TRANSACTIONS_SHOWN = 5;

/** Returns the demo for JSON output. */
export function describeDemo(url: string, tenant: CallerHeaders) {
  return { url, explorerUrl: linkToExplorer(url, tenant), ...tenant, headers: headersOf(tenant) };
}

/** Returns the demo as text for people, with requests that can be copied. */
export function formatDemo(url: string, tenant: CallerHeaders): string {
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
    'Ctrl-C ends the demo.',
  ].join('\n');
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
