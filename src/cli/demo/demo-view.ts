import type { DemoTenant } from './demo-tenant.ts';
import { HEADERS } from '../../http/header-names.ts';
import { PATHS } from '../../http/paths.ts';

const TRANSACTIONS_SHOWN = 5;

/** Returns the demo for JSON output. */
export function describeDemo(url: string, tenant: DemoTenant) {
  return { url, explorerUrl: linkToExplorer(url, tenant), ...tenant, headers: headersOf(tenant) };
}

/** Returns the demo as text for people, with requests that can be copied. */
export function formatDemo(url: string, tenant: DemoTenant): string {
  return [
    `The service listens on ${url}`,
    '',
    'The explorer, connected to the sample wallet:',
    linkToExplorer(url, tenant),
    '',
    'The latest transactions:',
    formatCurl(`${url}${PATHS.transactions}?limit=${TRANSACTIONS_SHOWN}`, tenant),
    '',
    'What can be withdrawn, and where:',
    formatCurl(`${url}${PATHS.balance}`, tenant),
    '',
    'Ctrl-C ends the demo.',
  ].join('\n');
}

function headersOf({ apiKey, orgId, projectId, walletId }: DemoTenant): Record<string, string> {
  return {
    [HEADERS.apiKey]: apiKey,
    [HEADERS.orgId]: orgId,
    [HEADERS.projectId]: projectId,
    [HEADERS.walletId]: walletId,
  };
}

/**
 * A link that connects the page by itself. A browser does not send the fragment, and the page removes
 * it from the address before it does anything else.
 */
function linkToExplorer(url: string, tenant: DemoTenant): string {
  const { apiKey, orgId, projectId, walletId } = tenant;
  const credentials = new URLSearchParams({ apiKey, orgId, projectId, walletId });
  return `${url}/#connect?${credentials.toString()}`;
}

function formatCurl(address: string, tenant: DemoTenant): string {
  const headers = Object.entries(headersOf(tenant)).map(
    ([name, value]) => `-H '${name}: ${value}'`,
  );
  return [`curl -s '${address}'`, ...headers].join(' \\\n  ');
}
