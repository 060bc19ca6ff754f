/** The audit log, and the database that appends to it in the transaction of each change. */
import { randomBytes } from 'node:crypto';

import { createId } from '../../domain/id.ts';
import type { Actor, AuditEntry, AuditRecord, AuditTargets } from '../audit.ts';
import type { AuditQuery } from '../manage.ts';
import type { Database, Session, WriteSession } from '../sql/database.ts';
import { allOf, sql } from '../sql/query.ts';

interface AuditRow extends Pick<AuditRecord, 'id' | 'atMs' | 'action'> {
  readonly kind: Actor['kind'];
  readonly actorId: string;
  readonly targets: string;
  readonly detail: string | null;
}

/** See `ManageStore.listAudit`. */
export async function listAudit(
  session: Session,
  { projectId, walletId, after, limit }: AuditQuery,
): Promise<readonly AuditRecord[]> {
  const where = allOf(
    projectId !== undefined && sql`project_id = ${projectId}`,
    walletId !== undefined && sql`wallet_id = ${walletId}`,
    after && sql`(at_ms, id) < (${after.atMs}, ${after.id})`,
  );
  const rows = await session.rows<AuditRow>(sql`SELECT id, at_ms AS "atMs", actor_kind AS kind,
      actor_id AS "actorId", action, targets, detail
    FROM audit_log WHERE ${where} ORDER BY at_ms DESC, id DESC LIMIT ${limit}`);
  return rows.map(toRecord);
}

function toRecord({ kind, actorId, targets, detail, ...row }: AuditRow): AuditRecord {
  return {
    ...row,
    actor: { kind, id: actorId },
    targets: JSON.parse(targets) as AuditTargets,
    ...(detail !== null && { detail: JSON.parse(detail) as Record<string, unknown> }),
  };
}

/** Appends an entry. */
export async function recordAudit(session: Session, entry: AuditEntry): Promise<void> {
  const { atMs, actor, action, targets, detail } = entry;
  const { orgId = null, projectId = null, walletId = null } = targets;
  await session.change(sql`INSERT INTO audit_log
      (id, at_ms, actor_kind, actor_id, action, org_id, project_id, wallet_id, targets, detail)
    VALUES (${createId('audit', randomBytes)}, ${atMs}, ${actor.kind}, ${actor.id}, ${action},
      ${orgId}, ${projectId}, ${walletId}, ${JSON.stringify(targets)},
      ${detail === undefined ? null : JSON.stringify(detail)})`);
}

/** Appends a repair by `teller doctor --fix`. */
export function recordRepair(
  session: Session,
  atMs: number,
  repair: Pick<AuditEntry, 'action' | 'targets' | 'detail'>,
): Promise<void> {
  return recordAudit(session, { atMs, actor: { kind: 'command', id: 'doctor' }, ...repair });
}

/**
 * Returns a database whose transactions that write end with `record`, which so is committed with the change or not at
 * all. Single statements are passed on without it.
 *
 * @param record also receives the result of the transaction.
 */
export function recordingDatabase(
  database: Database,
  record: (session: WriteSession, result: unknown) => Promise<void>,
): Database {
  const recorded =
    <T>(work: (session: WriteSession) => Promise<T>) =>
    async (session: WriteSession): Promise<T> => {
      const result = await work(session);
      await record(session, result);
      return result;
    };
  return {
    rows: (query) => database.rows(query),
    row: (query) => database.row(query),
    change: (query) => database.change(query),
    read: (work) => database.read(work),
    write: (work) => database.write(recorded(work)),
    withOwnConnection: (work) =>
      database.withOwnConnection((own) =>
        work({
          rows: (query) => own.rows(query),
          row: (query) => own.row(query),
          change: (query) => own.change(query),
          write: (inside, isCommitted) => own.write(recorded(inside), isCommitted),
        }),
      ),
  };
}
