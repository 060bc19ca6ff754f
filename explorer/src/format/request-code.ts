/** Writes the request of a view as a shell command or a program. */
import { TRANSACTION_FIELDS, type TransactionQuery } from '../../../client/src/index.ts';
import type { Credentials } from '../state/connections.ts';

/** The request of a view. */
export type ShownRequest =
  | { readonly kind: 'balance' }
  | { readonly kind: 'transactions'; readonly query: TransactionQuery };

/** The language of the code. */
export type CodeLanguage = 'curl' | 'TypeScript';

/** Placeholders for credentials, as in the specification. */
export const CREDENTIAL_PLACEHOLDERS: Credentials = {
  apiKey: '<API_KEY>',
  orgId: '<ORG_ID>',
  projectId: '<PROJECT_ID>',
  walletId: '<WALLET_ID>',
};

const HEADERS = [
  ['x-svc-api-key', 'apiKey'],
  ['x-svc-org-id', 'orgId'],
  ['x-svc-project-id', 'projectId'],
  ['x-svc-wallet-id', 'walletId'],
] as const;

/** Returns the request as code in a language. @param baseUrl without a trailing slash. */
export function writeRequest(
  language: CodeLanguage,
  request: ShownRequest,
  baseUrl: string,
  credentials: Credentials,
): string {
  return language === 'curl'
    ? writeCurl(
        baseUrl + writePath(request),
        HEADERS.map(([header, name]) => [header, credentials[name]]),
      )
    : writeTypeScript(request, baseUrl, credentials);
}

/** Returns a GET request as a shell command. */
export function writeCurl(
  address: string,
  headers: readonly (readonly [name: string, value: string])[],
): string {
  const options = headers.map(([name, value]) => `--header ${quoteForShell(`${name}: ${value}`)}`);
  return [`curl ${quoteForShell(address)}`, ...options].join(' \\\n  ');
}

function writePath(request: ShownRequest): string {
  if (request.kind === 'balance') return '/v0/wallet/withdraw/balance';
  const search = new URLSearchParams(
    listParameters(request.query).map(([name, value]) => [name, String(value)]),
  )
    .toString()
    .replaceAll('%2C', ',');
  return `/v0/wallet/transactions${search === '' ? '' : `?${search}`}`;
}

function writeTypeScript(request: ShownRequest, baseUrl: string, credentials: Credentials): string {
  const options = writeMembers([
    ['baseUrl', baseUrl],
    ...HEADERS.map(([, name]) => [name, credentials[name]] as const),
  ]);
  const call =
    request.kind === 'balance'
      ? ['const balance = await wallet.withdrawableBalance();', 'console.log(balance.balances);']
      : [
          `const page = await wallet.transactions.list(${writeMembers(listParameters(request.query))});`,
          'console.log(page.pagination.totalCount, page.transactions);',
        ];
  return [
    "import { WalletTeller } from '@wallet-teller/client';",
    '',
    `const wallet = new WalletTeller(${options});`,
    ...call,
  ].join('\n');
}

/** Returns the defined parameters. Omits `fields` if it lists all fields, which is the default. */
function listParameters(query: TransactionQuery): [string, unknown][] {
  return Object.entries(query).filter(
    ([name, value]) =>
      value !== undefined &&
      !(name === 'fields' && query.fields?.length === TRANSACTION_FIELDS.length),
  );
}

function writeMembers(members: readonly (readonly [string, unknown])[]): string {
  if (members.length === 0) return '';
  const lines = members.map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`);
  return ['{', ...lines, '}'].join('\n');
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
