/** Sessions in which a customer gives an exchange key to the service. */
import { ClaimLostError, RecordNotFoundError } from '../errors.ts';
import type {
  ConnectClaim,
  ConnectClaimOutcome,
  ConnectSessionRecord,
  ManageStore,
} from '../manage.ts';
import type { ClaimTimes } from '../records.ts';
import type { Database, Session } from '../sql/database.ts';
import { allOf, FOR_UPDATE, type Query, raw, sql } from '../sql/query.ts';
import { requireProject } from './tenants.ts';
import { randomNumber } from './random-number.ts';
import { findWalletNo } from './wallets.ts';

const COLUMNS = raw(`id, project_id AS "projectId", exchange, external_id AS "externalId", label,
  wallet_id AS "walletId", return_url AS "returnUrl", created_at_ms AS "createdAtMs",
  expires_at_ms AS "expiresAtMs", state, check_step AS "checkStep",
  claimed_until_ms AS "claimedUntilMs", connected_wallet_id AS "connectedWalletId"`);

/** A stored session, and the end of its claim. */
type StoredSession = ConnectSessionRecord & { readonly claimedUntilMs: number | null };

/** Returns the methods of connect sessions. */
export function connectSessionStatements(database: Database) {
  return {
    createConnectSession: ({ id, projectId, walletId, ...connect }) =>
      database.write(async (session) => {
        await requireProject(session, projectId);
        if (walletId !== null && (await findWalletNo(session, walletId, projectId)) === undefined) {
          throw new RecordNotFoundError('wallet', walletId);
        }
        await session.change(sql`INSERT INTO connect_session (id, project_id, token_hash, exchange,
            external_id, label, wallet_id, return_url, created_at_ms, expires_at_ms)
          VALUES (${id}, ${projectId}, ${connect.tokenHash}, ${connect.exchange},
            ${connect.externalId}, ${connect.label}, ${walletId}, ${connect.returnUrl},
            ${connect.createdAtMs}, ${connect.expiresAtMs})`);
      }),

    cancelConnectSession: (id, nowMs) =>
      database.write(async (session) => {
        const row = await requireSession(session, id, sql`id = ${id} ${FOR_UPDATE}`);
        if (withState(row, nowMs).state !== 'open') return null;
        await session.change(sql`UPDATE connect_session SET state = 'canceled' WHERE id = ${id}`);
        return true;
      }),

    async findConnectSession(tokenHash, nowMs) {
      const row = await findSession(database, sql`token_hash = ${tokenHash}`);
      return row && withState(row, nowMs);
    },

    async readConnectSession(id, nowMs) {
      return withState(await requireSession(database, id), nowMs);
    },

    async listConnectSessions({ projectId, nowMs, after, limit }) {
      const isEarlier = after && sql`(created_at_ms, id) < (${after.atMs}, ${after.id})`;
      const rows = await database.rows<StoredSession>(sql`SELECT ${COLUMNS} FROM connect_session
        WHERE ${allOf(sql`project_id = ${projectId}`, isEarlier)}
        ORDER BY created_at_ms DESC, id DESC LIMIT ${limit}`);
      return rows.map((row) => withState(row, nowMs));
    },

    claimConnectSession: (tokenHash, times) =>
      database.write((session) => claimSession(session, tokenHash, times)),

    async releaseConnectSession(claim) {
      await database.change(sql`UPDATE connect_session
        SET claim_token = NULL, claimed_until_ms = NULL, check_step = NULL WHERE ${isHeld(claim)}`);
    },

    async recordConnectStep(claim, step) {
      await database.change(
        sql`UPDATE connect_session SET check_step = ${step} WHERE ${isHeld(claim)}`,
      );
    },

    pruneConnectSessions: (expiredBeforeMs, limit) =>
      database.change(sql`DELETE FROM connect_session WHERE id IN (
        SELECT id FROM connect_session WHERE expires_at_ms < ${expiredBeforeMs}
          ORDER BY expires_at_ms LIMIT ${limit})`),
  } satisfies Partial<ManageStore>;
}

function findSession(session: Session, which: Query): Promise<StoredSession | undefined> {
  return session.row(sql`SELECT ${COLUMNS} FROM connect_session WHERE ${which}`);
}

async function requireSession(
  session: Session,
  id: string,
  which: Query = sql`id = ${id}`,
): Promise<StoredSession> {
  const row = await findSession(session, which);
  if (row === undefined) throw new RecordNotFoundError('connect session', id);
  return row;
}

/** The row is locked, so one of several concurrent requests claims it, and the others find the claim. */
async function claimSession(
  session: Session,
  tokenHash: Uint8Array,
  { nowMs, untilMs }: ClaimTimes,
): Promise<ConnectClaimOutcome> {
  const row = await findSession(session, sql`token_hash = ${tokenHash} ${FOR_UPDATE}`);
  if (row === undefined) return { outcome: 'unknown' };
  const connect = withState(row, nowMs);
  if (connect.state !== 'open') return { outcome: 'closed', session: connect };
  if (isClaimed(row, nowMs)) return { outcome: 'busy' };
  const claim = { sessionId: row.id, token: randomNumber() };
  await session.change(sql`UPDATE connect_session
    SET claim_token = ${claim.token}, claimed_until_ms = ${untilMs}, check_step = NULL
    WHERE id = ${row.id}`);
  return { outcome: 'claimed', session: connect, claim };
}

/** Connects a claimed session. @throws {ClaimLostError} if it is not open, or another request has claimed it since. */
export async function connectSession(
  session: Session,
  claim: ConnectClaim,
  walletId: string,
): Promise<void> {
  const connected = await session.change(sql`UPDATE connect_session SET state = 'connected',
      connected_wallet_id = ${walletId}, claim_token = NULL, claimed_until_ms = NULL,
      check_step = NULL
    WHERE ${isHeld(claim)}`);
  if (connected === 0) throw new ClaimLostError('connect session', claim.sessionId);
}

function isHeld({ sessionId, token }: ConnectClaim): Query {
  return sql`id = ${sessionId} AND claim_token = ${token} AND state = 'open'`;
}

function isClaimed({ claimedUntilMs }: StoredSession, nowMs: number): boolean {
  return (claimedUntilMs ?? 0) > nowMs;
}

function withState(row: StoredSession, nowMs: number): ConnectSessionRecord {
  const { claimedUntilMs: _until, ...stored } = row;
  // The process that checked the key may have ended.
  const isChecking = isClaimed(row, nowMs);
  // A key that is being checked may still be connected.
  const isExpired = row.state === 'open' && row.expiresAtMs <= nowMs && !isChecking;
  return {
    ...stored,
    state: isExpired ? 'expired' : row.state,
    checkStep: isChecking ? row.checkStep : null,
  };
}
