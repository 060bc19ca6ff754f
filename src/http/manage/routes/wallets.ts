/** Wallets of a project: how they are added, found, changed and removed. */
import { Type } from 'typebox';

import { parseInstantCeiling } from '../../../domain/instant.ts';
import { choiceParameter, type QueryParameter } from '../../../domain/query.ts';
import { object, words } from '../../../domain/shapes.ts';
import { CREDENTIAL_FIELDS_MAX, readCredentialFields } from '../../../manage/credentials.ts';
import { requireExchangeProfile } from '../../../manage/exchanges.ts';
import { explainPlace } from '../../../manage/names.ts';
import type { KeyPolicy } from '../../../manage/key-check.ts';
import {
  addImportsWallet,
  addWallet,
  changeWallet,
  removeWallet,
  replaceCredentials,
  requestSync,
  requireSynchronised,
  type StoredKey,
} from '../../../manage/wallets.ts';
import { type SyncStateName, SYNC_STATES, type WalletRecord } from '../../../store/records.ts';
import { acceptedBy, type BodyCheck, refuseFields } from '../body.ts';
import {
  checkInstant,
  LIST_PARAMETERS,
  limitOf,
  type ListQuery,
  readPlace,
  textParameter,
  writePlace,
} from '../lists.ts';
import type { ListPage, ManageParts, ManageRequest, PathRequest, RouteTable } from '../route.ts';
import { viewNewWallet, viewWallet } from '../../../manage/views.ts';
import { body, ID, NAME, nullable, TIME, WALLET } from './fields.ts';

/** `later`: the key is not checked; the first synchronisation does it. */
const CHECK = Type.Optional(words(['now', 'later']));
const CREDENTIALS = Type.Record(Type.String(), Type.String(), {
  maxProperties: CREDENTIAL_FIELDS_MAX,
  description: 'By the names of `GET /v0/exchanges`.',
});
const NEW_WALLET = body('NewWallet', {
  exchange: Type.String({ minLength: 1, maxLength: 64 }),
  credentials: Type.Optional(CREDENTIALS),
  label: Type.Optional(nullable(NAME)),
  externalId: Type.Optional(nullable(NAME)),
  check: CHECK,
  importsOnly: Type.Optional(
    Type.Boolean({
      description:
        'True for a wallet without credentials, which is never synchronised and holds imported rows. Its exchange is any name.',
    }),
  ),
});
const WITH_KEY = {
  ...WALLET.properties,
  sameKeyAs: nullable(ID),
  warnings: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
};
const ADDED_WALLET = object('AddedWallet', 'A wallet that was just added.', WITH_KEY);
const REKEYED_WALLET = object(
  'RekeyedWallet',
  'A wallet whose key was just replaced. `sameKeyAs` is another wallet of the project with the same key.',
  WITH_KEY,
);
const CHANGES = body('WalletChanges', {
  label: Type.Optional(nullable(NAME)),
  externalId: Type.Optional(nullable(NAME)),
  paused: Type.Optional(Type.Boolean()),
});
const KEY_PROBLEMS = [
  'credentials_malformed',
  'credentials_rejected',
  'credentials_too_powerful',
  'exchange_unavailable',
] as const;

interface WalletQuery extends ListQuery {
  readonly state?: SyncStateName;
  readonly exchange?: string;
  readonly externalId?: string;
  readonly search?: string;
}

type AllWalletsQuery = WalletQuery & { readonly projectId?: string };

/** The table of {@link WalletQuery}. */
const WALLET_PARAMETERS: Readonly<Record<string, QueryParameter<WalletQuery>>> = {
  ...LIST_PARAMETERS,
  state: choiceParameter(
    'Only wallets in this state.',
    Object.keys(SYNC_STATES) as SyncStateName[],
    (state) => ({ state }),
  ),
  exchange: textParameter('Only wallets at this exchange.', (exchange) => ({ exchange })),
  externalId: textParameter('Only wallets with this external id.', (externalId) => ({
    externalId,
  })),
  search: textParameter(
    'Only wallets whose label, external id or id contains this text.',
    (search) => ({ search }),
  ),
};

/** Adds the routes of wallets. */
export function addWalletRoutes(routes: RouteTable): void {
  addCreation(routes);
  addReads(routes);
  addChanges(routes);
  addCredentials(routes);
  addSync(routes);
}

function addCreation(routes: RouteTable): void {
  routes.add({
    method: 'POST',
    path: '/v0/projects/:id/wallets',
    operationId: 'addWallet',
    summary: 'Adds a wallet, after its key was checked at the exchange.',
    body: NEW_WALLET,
    checkBody: checkNewWallet,
    status: 201,
    response: ADDED_WALLET,
    problems: [...KEY_PROBLEMS, 'external_id_taken'],
    run: async ({ params: { id = '' }, body: added, context, parts, requireVisible }) => {
      requireVisible(id, 'project');
      const wallet = {
        projectId: id,
        label: added.label?.trim() ?? null,
        externalId: added.externalId?.trim() ?? null,
      };
      if (added.importsOnly === true) {
        return addImportsWallet(context, wallet, added.exchange.trim());
      }
      const exchange = requireExchangeProfile(added.exchange);
      const isLater = added.check === 'later';
      const credentials = readCredentialFields(added.credentials ?? {}, exchange);
      return addWallet(context, wallet, { exchange, credentials }, policyOf(parts, isLater));
    },
    view: ({ wallet, ...key }) => ({ ...viewNewWallet(wallet), ...viewStoredKey(key) }),
  });
}

/** Returns what is reported about a key that was just stored. */
function viewStoredKey({ sameKeyAs, warnings }: StoredKey) {
  return { sameKeyAs, warnings: warnings.map(({ code, message }) => ({ code, message })) };
}

const explainExchange = acceptedBy(requireExchangeProfile);

/** A wallet has credentials, or it only takes imports, from any place. */
const checkNewWallet: BodyCheck = ({ exchange, importsOnly, ...fields }) => {
  const explain = importsOnly === true ? explainPlace : explainExchange;
  const problem = typeof exchange === 'string' ? explain(exchange) : undefined;
  const ofExchange = problem === undefined ? [] : [['exchange', problem] as const];
  if (importsOnly !== true) {
    return 'credentials' in fields ? ofExchange : [...ofExchange, ['credentials', 'is missing']];
  }
  const refused = ['credentials', 'check'].filter((name) => name in fields);
  return [
    ...ofExchange,
    ...refused.map((name) => [name, 'must be missing if importsOnly is true'] as const),
  ];
};

function addReads(routes: RouteTable): void {
  routes.addList<WalletQuery>({
    path: '/v0/projects/:id/wallets',
    operationId: 'listWallets',
    summary: 'Lists the wallets of a project, in the order in which they were added.',
    query: WALLET_PARAMETERS,
    response: WALLET,
    list: (request) => listWallets(request, request.params['id']),
  });
  routes.addList<AllWalletsQuery>({
    path: '/v0/wallets',
    operationId: 'listAllWallets',
    summary: 'Lists the wallets of all projects that the key can see.',
    query: {
      ...(WALLET_PARAMETERS as Readonly<Record<string, QueryParameter<AllWalletsQuery>>>),
      projectId: textParameter('Only wallets of this project.', (projectId) => ({ projectId })),
    },
    response: WALLET,
    list: (request) =>
      listWallets(request, request.query.projectId ?? request.key.projectId ?? undefined),
  });
  routes.add({
    method: 'GET',
    path: '/v0/wallets/:id',
    operationId: 'getWallet',
    summary: 'Returns a wallet and the state of its synchronisation.',
    status: 200,
    response: WALLET,
    problems: ['wallet_not_found'],
    run: async (request) => {
      const { id } = await findWallet(request);
      return request.context.store.readManagedWallet(id);
    },
    view: viewWallet,
  });
}

/** Returns a page of the wallets of a project, or of all. @throws {ProblemError | RecordNotFoundError} */
async function listWallets(
  request: ManageRequest<unknown, AllWalletsQuery>,
  projectId: string | undefined,
): Promise<ListPage> {
  const { store } = request.context;
  if (projectId !== undefined) {
    request.requireVisible(projectId, 'project');
    await store.readProject(projectId);
  }
  const { limit: _limit, cursor: _cursor, ...filters } = request.query;
  const place = await readPlace<{ after: number }>(request);
  const limit = limitOf(request.query);
  const page = await store.listManagedWallets({
    ...filters,
    ...(projectId !== undefined && { projectId }),
    ...place,
    limit,
  });
  const next = page.next === undefined ? undefined : { after: page.next };
  return {
    items: page.items.map((wallet) => JSON.stringify(viewWallet(wallet))),
    next: await writePlace(request, next),
  };
}

function addChanges(routes: RouteTable): void {
  routes.add({
    method: 'PATCH',
    path: '/v0/wallets/:id',
    operationId: 'changeWallet',
    summary: 'Changes the label or the external id of a wallet, pauses or resumes it.',
    body: CHANGES,
    status: 200,
    response: WALLET,
    problems: ['wallet_not_found', 'external_id_taken', 'wallet_imports_only'],
    run: async (request) => {
      const { id } = await findWallet(request);
      const { label, externalId, paused } = request.body;
      const changes = {
        ...(label !== undefined && { label: label?.trim() ?? null }),
        ...(externalId !== undefined && { externalId: externalId?.trim() ?? null }),
        ...(paused !== undefined && { paused }),
      };
      if (Object.keys(changes).length > 0) await changeWallet(request.context, id, changes);
      return request.context.store.readManagedWallet(id);
    },
    view: viewWallet,
  });
  routes.add({
    method: 'DELETE',
    path: '/v0/wallets/:id',
    operationId: 'removeWallet',
    summary: 'Removes a wallet with its credentials, transactions and balances.',
    status: 204,
    problems: ['wallet_not_found'],
    run: async (request) => {
      const { id } = await findWallet(request);
      await removeWallet(request.context, id);
    },
    view: () => undefined,
  });
}

function addCredentials(routes: RouteTable): void {
  routes.add({
    method: 'PUT',
    path: '/v0/wallets/:id/credentials',
    operationId: 'replaceCredentials',
    summary: 'Replaces the exchange key of a wallet, which keeps its history.',
    body: body('NewCredentials', { credentials: CREDENTIALS, check: CHECK }),
    status: 200,
    response: REKEYED_WALLET,
    problems: [...KEY_PROBLEMS, 'wallet_not_found', 'wallet_imports_only'],
    run: async (request) => {
      const { id } = await findWallet(request);
      const { context, parts } = request;
      const wallet = await requireSynchronised(context.store, id);
      const exchange = requireExchangeProfile(wallet.exchange);
      const credentials = readCredentialFields(request.body.credentials, exchange);
      const policy = policyOf(parts, request.body.check === 'later');
      const key = await replaceCredentials(context, id, { exchange, credentials }, policy);
      return { wallet: await context.store.readManagedWallet(id), key };
    },
    view: ({ wallet, key }) => ({ ...viewWallet(wallet), ...viewStoredKey(key) }),
  });
}

function addSync(routes: RouteTable): void {
  routes.add({
    method: 'POST',
    path: '/v0/wallets/:id/sync',
    operationId: 'syncWallet',
    summary: 'Makes a wallet due now; with `from`, its history is read again since then.',
    body: body('SyncRequest', { from: Type.Optional(TIME) }),
    checks: { from: checkInstant },
    status: 202,
    response: Type.Object({ id: ID }),
    problems: ['wallet_not_found', 'wallet_paused', 'wallet_imports_only'],
    run: async (request) => {
      const { id } = await findWallet(request);
      const { from } = request.body;
      const fromMs = from === undefined ? undefined : parseInstantCeiling(from);
      if (fromMs !== undefined && fromMs > request.context.now()) {
        refuseFields([['from', 'must not be in the future']]);
      }
      return requestSync(request.context, id, fromMs);
    },
    view: ({ walletId }) => ({ id: walletId }),
  });
}

/** Returns the wallet of the path. @throws {ProblemError} if the key may not see it. */
export async function findWallet(request: PathRequest): Promise<WalletRecord> {
  const wallet = await request.context.store.readWallet(request.params['id'] ?? '');
  request.requireVisible(wallet.projectId, 'wallet');
  return wallet;
}

function policyOf({ checkKey, exchangeAddresses }: ManageParts, isLater: boolean): KeyPolicy {
  return {
    checkKey: isLater ? undefined : checkKey,
    addresses: exchangeAddresses,
    requireResponse: true,
  };
}
