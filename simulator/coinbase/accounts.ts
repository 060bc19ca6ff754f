import type { AssetBalance } from '../balance-sheet.ts';
import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import type { ReadRoute } from '../routed/description.ts';
import { accountIdOf, stakedAccountIdOf, uuidOf } from './identifiers.ts';
import { writePage } from './pages.ts';

/** The lists that the accounts have. */
export const SOURCES = [
  'deposit',
  'internal-deposit',
  'withdrawal',
  'internal-withdrawal',
  'ledger',
] as const;

const OPENED_AT = '2022-01-01T00:00:00Z';
const FIAT: ReadonlySet<string> = new Set(['EUR']);

/**
 * `GET /v2/accounts`; `updated_at` does not change with new rows. Source: Coinbase App, "Accounts".
 */
export const listAccounts: ReadRoute = (account, params, nowMs) => {
  const wallets = listHeld(account, nowMs).flatMap(({ assetId, total }) => [
    { id: accountIdOf(assetId), name: `${assetId} Wallet`, primary: true, assetId, total },
    { id: stakedAccountIdOf(assetId), name: `Staked ${assetId}`, primary: false, assetId, total },
  ]);
  return writePage(wallets, params, '/v2/accounts', idOf, ({ assetId, total, ...wallet }) => ({
    ...wallet,
    type: FIAT.has(assetId) ? 'fiat' : 'wallet',
    balance: { amount: total, currency: assetId },
    created_at: OPENED_AT,
    updated_at: OPENED_AT,
    resource: 'account',
    resource_path: `/v2/accounts/${wallet.id}`,
    currency: { code: assetId, name: assetId, type: FIAT.has(assetId) ? 'fiat' : 'crypto' },
    allow_deposits: true,
    allow_withdrawals: true,
  }));
};

/** Balances of the assets that have rows, also if nothing of them is left. */
export function listHeld(account: RoutedAccount, nowMs: number): readonly AssetBalance[] {
  const balances = account.balances.at(nowMs);
  const held = new Set(balances.map(({ assetId }) => assetId));
  const reported = new Set(account.listRows(SOURCES, nowMs).map(({ asset }) => asset));
  const others = [...reported].filter((asset) => !held.has(asset));
  return [
    ...balances,
    ...others.map((assetId) => ({ assetId, total: '0', free: '0', locked: '0' })),
  ];
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

const BROKERAGE_PAGE_SIZE = 3;

/**
 * `GET /api/v3/brokerage/accounts`, a few to a page, with a vault among them. Accounts without a balance are listed (ccxt,
 * pull request 20082). Source: Advanced Trade API, "List Accounts".
 */
export const listBrokerageAccounts: ReadRoute = (account, params, nowMs) => {
  const accounts = listHeld(account, nowMs).map(writeBrokerageAccount);
  const vault = { ...VAULT, uuid: uuidOf('vault') };
  const begin = Number(params.get('cursor') ?? '0');
  const end = begin + BROKERAGE_PAGE_SIZE;
  const page = [...accounts, vault].slice(begin, end);
  const hasNext = end <= accounts.length;
  return {
    accounts: page,
    has_next: hasNext,
    cursor: hasNext ? String(end) : '',
    size: page.length,
  };
};

const VAULT = {
  name: 'BTC Vault',
  currency: 'BTC',
  available_balance: { value: '1000', currency: 'BTC' },
  type: 'ACCOUNT_TYPE_VAULT',
  hold: { value: '0', currency: 'BTC' },
};

function writeBrokerageAccount({ assetId, free, locked }: AssetBalance): JsonValue {
  return {
    uuid: accountIdOf(assetId),
    name: `${assetId} Wallet`,
    currency: assetId,
    available_balance: { value: free, currency: assetId },
    default: true,
    active: true,
    created_at: OPENED_AT,
    updated_at: OPENED_AT,
    deleted_at: null,
    type: FIAT.has(assetId) ? 'ACCOUNT_TYPE_FIAT' : 'ACCOUNT_TYPE_CRYPTO',
    platform: 'ACCOUNT_PLATFORM_CONSUMER',
    ready: true,
    hold: { value: locked, currency: assetId },
  };
}
