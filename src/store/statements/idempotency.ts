/** Requests that are not run again if they are repeated. */
import { ClaimLostError } from '../errors.ts';
import type {
  IdempotencyClaim,
  IdempotencyOutcome,
  IdempotentRequest,
  ManageStore,
  RequestName,
  SealedResponse,
  StoredResponse,
} from '../manage.ts';
import type { Database, Session } from '../sql/database.ts';
import { EngineText, FOR_UPDATE, type Query, sql } from '../sql/query.ts';
import { requireCurrentKey } from './master-keys.ts';
import { randomNumber } from './random-number.ts';

/** Returns the methods of idempotent requests. */
export function idempotencyStatements(database: Database) {
  return {
    async beginRequest(request) {
      const { managementKeyId, idempotencyKey, requestHash, runsUntilMs, expiresAtMs } = request;
      const claim = { managementKeyId, idempotencyKey, token: randomNumber() };
      // Of two concurrent requests, one inserts the row; the other waits for its commit, and finds it.
      const added = await database.change(sql`INSERT INTO idempotency_key
          (management_key_id, idempotency_key, request_hash, token, runs_until_ms, expires_at_ms)
        VALUES (${managementKeyId}, ${idempotencyKey}, ${requestHash}, ${claim.token},
          ${runsUntilMs}, ${expiresAtMs})
        ON CONFLICT DO NOTHING`);
      return added === 1
        ? { outcome: 'run', claim }
        : database.write((session) => beginAgain(session, request, claim));
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

    listResponsesOfOtherKeys: (keyId, { managementKeyId, idempotencyKey }, limit) =>
      database.rows<SealedResponse>(sql`SELECT management_key_id AS "managementKeyId",
          idempotency_key AS "idempotencyKey", ${KEY_ID} AS "keyId", body AS sealed
        FROM idempotency_key WHERE status IS NOT NULL AND ${KEY_ID} <> ${keyId}
          AND (management_key_id, idempotency_key) > (${managementKeyId}, ${idempotencyKey})
        ORDER BY management_key_id, idempotency_key LIMIT ${limit}`),

    resealResponse: (previous, next) =>
      database.write(async (session) => {
        const row = await session.row<{ readonly headers: string }>(sql`SELECT headers
          FROM idempotency_key WHERE ${isNamed(previous)} AND body = ${previous.sealed} ${FOR_UPDATE}`);
        if (row === undefined) return;
        const { headers } = JSON.parse(row.headers) as StoredHeaders;
        await session.change(sql`UPDATE idempotency_key
          SET headers = ${writeHeaders(next.keyId, headers)}, body = ${next.sealed}
          WHERE ${isNamed(previous)}`);
      }),
  } satisfies Partial<ManageStore>;
}

/** The column `headers`, as JSON. */
interface StoredHeaders extends Pick<StoredResponse, 'headers'> {
  /** The id of the master key that sealed the body. */
  readonly keyId: string;
}

const KEY_ID = new EngineText({
  sqlite: `json_extract(headers, '$.keyId')`,
  postgres: `CAST(headers AS json) ->> 'keyId'`,
});

function writeHeaders(keyId: string, headers: StoredHeaders['headers']): string {
  return JSON.stringify({ keyId, headers } satisfies StoredHeaders);
}

interface StoredRequest {
  readonly requestHash: Uint8Array;
  readonly runsUntilMs: number;
  readonly expiresAtMs: number;
  /** `null` while the request runs. */
  readonly status: number | null;
  readonly headers: string;
  readonly body: Uint8Array;
}

/** Begins a request whose key was used before. */
async function beginAgain(
  session: Session,
  request: IdempotentRequest,
  claim: IdempotencyClaim,
): Promise<IdempotencyOutcome> {
  const { requestHash, nowMs, runsUntilMs, expiresAtMs } = request;
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
    const response = { status, ...(JSON.parse(headers) as StoredHeaders), sealed: body };
    return { outcome: 'done', response };
  }
  if (!isForgotten && stored.runsUntilMs > nowMs) return { outcome: 'running' };
  await session.change(sql`UPDATE idempotency_key SET request_hash = ${requestHash},
      token = ${claim.token}, runs_until_ms = ${runsUntilMs}, expires_at_ms = ${expiresAtMs},
      status = NULL, headers = NULL, body = NULL
    WHERE ${isNamed(request)}`);
  return { outcome: 'run', claim };
}

/** Stores the response of a request that runs. @throws {ClaimLostError | MasterKeyReplacedError} */
export async function completeRequest(
  session: Session,
  claim: IdempotencyClaim,
  { status, keyId, headers, sealed }: StoredResponse,
): Promise<void> {
  await requireCurrentKey(session, keyId);
  const stored = await session.change(sql`UPDATE idempotency_key
    SET status = ${status}, headers = ${writeHeaders(keyId, headers)}, body = ${sealed}
    WHERE ${isHeld(claim)}`);
  if (stored === 0) throw new ClaimLostError('idempotency key', claim.idempotencyKey);
}

function isNamed({ managementKeyId, idempotencyKey }: RequestName): Query {
  return sql`management_key_id = ${managementKeyId} AND idempotency_key = ${idempotencyKey}`;
}

function isHeld(claim: IdempotencyClaim): Query {
  return sql`${isNamed(claim)} AND token = ${claim.token} AND status IS NULL`;
}
