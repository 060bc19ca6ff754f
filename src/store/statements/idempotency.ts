/** Requests that are not run again if they are repeated. */
import { ClaimLostError } from '../errors.ts';
import type {
  IdempotencyClaim,
  IdempotencyOutcome,
  IdempotentRequest,
  ManageStore,
  StoredResponse,
} from '../manage.ts';
import type { Database, Session } from '../sql/database.ts';
import { FOR_UPDATE, type Query, sql } from '../sql/query.ts';
import { newRevision } from './revision.ts';

/** Returns the methods of idempotent requests. */
export function idempotencyStatements(database: Database) {
  return {
    async beginRequest(request) {
      const claim = await claimNew(database, request);
      return claim === undefined
        ? database.write((session) => beginAgain(session, request))
        : { outcome: 'run', claim };
    },

    async extendRequest(claim, runsUntilMs) {
      await database.change(sql`UPDATE idempotency_key SET runs_until_ms = ${runsUntilMs}
        WHERE ${isHeld(claim)}`);
    },

    completeRequest: (claim, response) =>
      database.write((session) => completeRequest(session, claim, response)),

    async abandonRequest(claim) {
      await database.change(sql`DELETE FROM idempotency_key WHERE ${isHeld(claim)}`);
    },

    pruneRequests: (nowMs, limit) =>
      database.change(sql`DELETE FROM idempotency_key
        WHERE (management_key_id, idempotency_key) IN (
          SELECT management_key_id, idempotency_key FROM idempotency_key
            WHERE expires_at_ms <= ${nowMs} ORDER BY expires_at_ms LIMIT ${limit})`),
  } satisfies Partial<ManageStore>;
}

interface StoredRequest extends Omit<StoredResponse, 'status'> {
  readonly requestHash: Uint8Array;
  readonly runsUntilMs: number;
  readonly expiresAtMs: number;
  /** `null` while the request runs. */
  readonly status: number | null;
}

/** Of two concurrent requests, one inserts the row; the other waits for its commit, and finds it. */
async function claimNew(
  session: Session,
  request: IdempotentRequest,
): Promise<IdempotencyClaim | undefined> {
  const { managementKeyId, idempotencyKey, requestHash, runsUntilMs, expiresAtMs } = request;
  const claim = { managementKeyId, idempotencyKey, token: newRevision() };
  const added = await session.change(sql`INSERT INTO idempotency_key
      (management_key_id, idempotency_key, request_hash, token, runs_until_ms, expires_at_ms)
    VALUES (${managementKeyId}, ${idempotencyKey}, ${requestHash}, ${claim.token}, ${runsUntilMs},
      ${expiresAtMs})
    ON CONFLICT DO NOTHING`);
  return added === 1 ? claim : undefined;
}

/** Begins a request whose key was used before. */
async function beginAgain(
  session: Session,
  request: IdempotentRequest,
): Promise<IdempotencyOutcome> {
  const { managementKeyId, idempotencyKey, requestHash, nowMs, runsUntilMs, expiresAtMs } = request;
  const claim = { managementKeyId, idempotencyKey, token: newRevision() };
  const stored = await session.row<StoredRequest>(sql`SELECT request_hash AS "requestHash",
      runs_until_ms AS "runsUntilMs", expires_at_ms AS "expiresAtMs", status, headers, body
    FROM idempotency_key WHERE ${isNamed(request)} ${FOR_UPDATE}`);
  // Another request has removed the row since: it can be repeated.
  if (stored === undefined) return { outcome: 'running' };
  const isForgotten = stored.expiresAtMs <= nowMs;
  if (!isForgotten && Buffer.compare(stored.requestHash, requestHash) !== 0) {
    return { outcome: 'conflict' };
  }
  const { status, headers, body } = stored;
  if (!isForgotten && status !== null) {
    return { outcome: 'done', response: { status, headers, body } };
  }
  if (!isForgotten && stored.runsUntilMs > nowMs) return { outcome: 'running' };
  await session.change(sql`UPDATE idempotency_key SET request_hash = ${requestHash},
      token = ${claim.token}, runs_until_ms = ${runsUntilMs}, expires_at_ms = ${expiresAtMs},
      status = NULL, headers = NULL, body = NULL
    WHERE ${isNamed(request)}`);
  return { outcome: 'run', claim };
}

/** Stores the response of a request that runs. @throws {ClaimLostError} */
export async function completeRequest(
  session: Session,
  claim: IdempotencyClaim,
  { status, headers, body }: StoredResponse,
): Promise<void> {
  const stored = await session.change(sql`UPDATE idempotency_key
    SET status = ${status}, headers = ${headers}, body = ${body} WHERE ${isHeld(claim)}`);
  if (stored === 0) throw new ClaimLostError('idempotency key', claim.idempotencyKey);
}

function isNamed({ managementKeyId, idempotencyKey }: Omit<IdempotencyClaim, 'token'>): Query {
  return sql`management_key_id = ${managementKeyId} AND idempotency_key = ${idempotencyKey}`;
}

function isHeld(claim: IdempotencyClaim): Query {
  return sql`${isNamed(claim)} AND token = ${claim.token} AND status IS NULL`;
}
