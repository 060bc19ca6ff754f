/** The shapes of the management API, from the types that are generated from its OpenAPI document. */
import type { components, operations } from './management-openapi.ts';
import type { AssetBalance, Transaction } from './schemas.ts';

type Schemas = components['schemas'];
type QueryOf<Operation extends keyof operations> = NonNullable<
  operations[Operation]['parameters']['query']
>;
/** Optional members may also be `undefined`. */
type Loose<Given> = {
  readonly [Name in keyof Given]: Given extends Readonly<Record<Name, Given[Name]>>
    ? Given[Name]
    : Given[Name] | undefined;
};

export type Organization = Schemas['Organization'];
export type NewOrganization = Schemas['NewOrganization'];
export type Project = Schemas['Project'];
export type NewProject = Schemas['NewProject'];
export type ApiKey = Schemas['ApiKey'];
export type NewApiKey = Loose<Schemas['NewApiKey']>;
export type CreatedApiKey = Schemas['CreatedApiKey'];

/** A wallet with the state of its synchronisation. */
export type ManagedWallet = Schemas['Wallet'];
export type NewWallet = Loose<Schemas['NewWallet']>;
export type AddedWallet = Schemas['AddedWallet'];
export type RekeyedWallet = Schemas['RekeyedWallet'];
export type WalletChanges = Loose<Schemas['WalletChanges']>;
export type WalletFilters = Loose<Omit<QueryOf<'listWallets'>, 'limit' | 'cursor'>>;
export type NewCredentials = Loose<Schemas['NewCredentials']>;
/** Values by the name of their field; `exchanges.all()` yields the fields of each exchange. */
export type Credentials = NewCredentials['credentials'];
export type SyncRequest = Loose<Schemas['SyncRequest']>;

export type Import = Schemas['Import'];
export type ImportedFile = Schemas['ImportedFile'];
export type UndoneImport = Schemas['UndoneImport'];

export type Webhook = Schemas['Webhook'];
export type NewWebhook = Loose<Schemas['NewWebhook']>;
export type AddedWebhook = Schemas['AddedWebhook'];
export type WebhookChanges = Loose<Schemas['WebhookChanges']>;
export type TestedWebhook = Schemas['TestedWebhook'];
export type RotatedSecret = Schemas['RotatedSecret'];

export type ConnectSession = Schemas['ConnectSession'];
export type NewConnectSession = Loose<Schemas['NewConnectSession']>;
export type CreatedConnectSession = Schemas['CreatedConnectSession'];

/** An exchange, and what a form for its keys needs. */
export type Exchange = Schemas['Exchange'];
export type AuditEntry = Schemas['AuditEntry'];
export type AuditFilters = Loose<Omit<QueryOf<'listAudit'>, 'limit' | 'cursor'>>;

/** Amounts are text with every digit. */
export type ProjectTransaction = Transaction;
/** Amounts are text with every digit. */
export type ProjectBalance = AssetBalance & Omit<Schemas['ProjectBalance'], keyof AssetBalance>;
export type ProjectBalanceFilters = Loose<Omit<QueryOf<'listProjectBalances'>, 'limit' | 'cursor'>>;
