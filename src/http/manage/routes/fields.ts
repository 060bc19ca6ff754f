/** Schemas of the fields of bodies and responses that several routes have. */
import { type TProperties, type TSchema, Type } from 'typebox';

import { NAME_LENGTH_MAX } from '../../../manage/names.ts';

/** Returns the schema of a body: an unknown member is an error. */
export function body<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

/** Returns a schema that also accepts `null`. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** Returns a schema of one of these words. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return Type.Unsafe<Word>({ type: 'string', enum: words });
}

/** A name, label or external id; the rule of `explainName`. */
export const NAME = Type.String({
  minLength: 1,
  maxLength: NAME_LENGTH_MAX,
  // oxlint-disable-next-line no-control-regex -- control characters are what a name must not have
  pattern: String.raw`^[^\u0000-\u001f\u007f-\u009f]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000-\u001f\u007f-\u009f]*$`,
});

/** An identifier. */
export const ID = Type.String({ minLength: 1, maxLength: 64 });

/** A time: RFC 3339 with an offset, or a date. */
export const TIME = Type.String({ minLength: 1, maxLength: 64 });

/** A time in a response. */
export const INSTANT = Type.String({ format: 'date-time' });

const ANY_NAME = nullable(Type.String());

export const ORGANIZATION = Type.Object({ id: ID, name: Type.String(), createdAt: INSTANT });

export const PROJECT = Type.Object({
  id: ID,
  orgId: ID,
  name: Type.String(),
  createdAt: INSTANT,
});

export const API_KEY = Type.Object({
  id: ID,
  projectId: ID,
  walletId: nullable(ID),
  label: ANY_NAME,
  state: oneOf(['active', 'expired', 'revoked']),
  createdAt: INSTANT,
  expiresAt: nullable(INSTANT),
  revokedAt: nullable(INSTANT),
});

export const WALLET = Type.Object({
  id: ID,
  projectId: ID,
  exchange: Type.String(),
  label: ANY_NAME,
  externalId: ANY_NAME,
  importsOnly: Type.Boolean(),
  createdAt: INSTANT,
  state: Type.String(),
  paused: Type.Boolean(),
  lastSyncAt: nullable(INSTANT),
  nextSyncAt: nullable(INSTANT),
  historyComplete: Type.Boolean(),
  lastError: nullable(Type.Object({ code: Type.String(), message: Type.String(), at: INSTANT })),
  transactionCount: Type.Integer(),
  quarantinedCount: Type.Integer(),
  sources: Type.Array(Type.Object({ source: Type.String(), completeSince: INSTANT })),
});

export const WEBHOOK = Type.Object({
  id: ID,
  projectId: ID,
  url: Type.String(),
  events: Type.Array(Type.String()),
  walletIds: nullable(Type.Array(ID)),
  createdAt: INSTANT,
  state: oneOf(['active', 'failing', 'disabled']),
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

export const CONNECT_SESSION = Type.Object({
  id: ID,
  projectId: ID,
  state: oneOf(['open', 'connected', 'expired', 'canceled']),
  exchange: ANY_NAME,
  externalId: ANY_NAME,
  label: ANY_NAME,
  walletId: nullable(ID),
  returnUrl: nullable(Type.String()),
  createdAt: INSTANT,
  expiresAt: INSTANT,
});
