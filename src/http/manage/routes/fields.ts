/** Schemas of the fields of bodies and responses that several routes have. */
import { type TProperties, type TSchema, Type } from 'typebox';

import { WEBHOOK_EVENT_NAMES } from '../../../domain/webhook.ts';
import { object, words } from '../../../domain/shapes.ts';
import { NAME_LENGTH_MAX } from '../../../manage/names.ts';
import { SYNC_STATES, type SyncStateName } from '../../../store/records.ts';

/** Returns the schema of a body: an unknown member is an error. @param name of the component in the document. */
export function body<Properties extends TProperties>(name: string, properties: Properties) {
  return Type.Object(properties, { $id: name, additionalProperties: false });
}

/** Returns a schema that also accepts `null`. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** A name, label or external id; the rule of `explainName`. */
export const NAME = Type.String({
  minLength: 1,
  maxLength: NAME_LENGTH_MAX,
  // The two parts before the rest have no character in common, so the pattern takes linear time.
  // oxlint-disable-next-line no-control-regex -- control characters are what a name must not have
  pattern: String.raw`^[^\S\u0000-\u001f\u007f-\u009f]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000-\u001f\u007f-\u009f]*$`,
});

/** An identifier. */
export const ID = Type.String({ minLength: 1, maxLength: 64 });

/** A time: RFC 3339 with an offset, or a date. */
export const TIME = Type.String({ minLength: 1, maxLength: 64 });

/** A time in a response. */
export const INSTANT = Type.String({ format: 'date-time' });

const ANY_NAME = nullable(Type.String());

export const ORGANIZATION = object('Organization', 'An organization.', {
  id: ID,
  name: Type.String(),
  createdAt: INSTANT,
});

export const PROJECT = object('Project', 'A project of an organization.', {
  id: ID,
  orgId: ID,
  name: Type.String(),
  createdAt: INSTANT,
});

export const API_KEY = object('ApiKey', 'An API key, without its secret.', {
  id: ID,
  projectId: ID,
  walletId: nullable(ID),
  label: ANY_NAME,
  state: words(['active', 'expired', 'revoked']),
  createdAt: INSTANT,
  expiresAt: nullable(INSTANT),
  revokedAt: nullable(INSTANT),
});

export const WALLET = object('Wallet', 'A wallet with the state of its synchronisation.', {
  id: ID,
  projectId: ID,
  exchange: Type.String(),
  label: ANY_NAME,
  externalId: ANY_NAME,
  importsOnly: Type.Boolean(),
  createdAt: INSTANT,
  state: words(Object.keys(SYNC_STATES) as SyncStateName[]),
  paused: Type.Boolean(),
  lastSyncAt: nullable(INSTANT),
  nextSyncAt: nullable(INSTANT),
  historyComplete: Type.Boolean(),
  lastError: nullable(Type.Object({ code: Type.String(), message: Type.String(), at: INSTANT })),
  transactionCount: nullable(Type.Integer()),
  quarantinedCount: Type.Integer(),
  sources: Type.Array(Type.Object({ source: Type.String(), completeSince: INSTANT }), {
    description:
      'The lists of the exchange that were read, each without a gap from `completeSince` to its last reading.',
  }),
  skippedSources: Type.Array(Type.String(), {
    description:
      'The lists that the last successful synchronisation skipped: the key may not read them, or the exchange does not ' +
      'offer them. One that is also in `sources` was read by a former key.',
  }),
});

export const WEBHOOK = object('Webhook', 'A receiver of events, without its secret.', {
  id: ID,
  projectId: ID,
  url: Type.String(),
  events: Type.Array(words(WEBHOOK_EVENT_NAMES)),
  walletIds: nullable(Type.Array(ID)),
  createdAt: INSTANT,
  state: words(['active', 'failing', 'disabled']),
  pendingCount: Type.Integer(),
  failing: nullable(
    Type.Object({
      walletId: ID,
      message: Type.String(),
      since: INSTANT,
      nextAttemptAt: INSTANT,
    }),
  ),
  disabled: nullable(Type.Object({ message: Type.String(), at: INSTANT })),
});

export const CONNECT_SESSION = object(
  'ConnectSession',
  'A link by which a customer connects an account.',
  {
    id: ID,
    projectId: ID,
    state: words(['open', 'connected', 'expired', 'canceled']),
    exchange: ANY_NAME,
    externalId: ANY_NAME,
    label: ANY_NAME,
    walletId: nullable(ID),
    returnUrl: nullable(Type.String()),
    createdAt: INSTANT,
    expiresAt: INSTANT,
  },
);
