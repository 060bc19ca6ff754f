/** The audit log, and the database that appends to it in the transaction of each change. */
import { randomBytes } from 'node:crypto';

import { createId } from '../../domain/id.ts';
import type { Actor, AuditEntry, AuditRecord, AuditTargets, ListPlace } from '../audit.ts';
import type { AuditQuery } from '../manage.ts';
import type { Database, Session, WriteSession } from '../sql/database.ts';
import { type Query, raw, records, sql } from '../sql/query.ts';

interface AuditRow {
  readonly id: string;
  readonly atMs: number;
  readonly actorKind: Actor['kind'];
  readonly actorId: string;
  readonly action: string;
  readonly targets: string;
  readonly detail: string | null;
}

const COLUMNS = raw(`id, at_ms AS "atMs", actor_kind AS "actorKind", actor_id AS "actorId", action,
  targets, detail`);

/** See `ManageStore.listAudit`. */
export async function listAudit(
  session: Session,
  { projectId, walletId, after, limit }: AuditQuery,
): Promise<readonly AuditRecord[]> {
  const conditions: Query[] = [raw('true')];
  if (projectId !== undefined) conditions.push(sql`project_id = ${projectId}`);
  if (walletId !== undefined) conditions.push(sql`wallet_id = ${walletId}`);
  if (after !== undefined) conditions.push(sql`(at_ms, id) < (${after.atMs}, ${after.id})`);
  const where = conditions.reduce((all, each) => sql`${all} AND ${each}`);
  const rows = await session.rows<AuditRow>(sql`SELECT ${COLUMNS} FROM audit_log
    WHERE ${where} ORDER BY at_ms DESC, id DESC LIMIT ${limit}`);
  return rows.map(toRecord);
}

/** See `CopySource.listAuditAfter`. */
export async function listAuditAfter(
  session: Session,
  after: ListPlace | undefined,
  limit: number,
): Promise<readonly AuditRecord[]> {
  const isLater =
    after === undefined ? raw('') : sql`WHERE (at_ms, id) > (${after.atMs}, ${after.id})`;
  const rows = await session.rows<AuditRow>(sql`SELECT ${COLUMNS} FROM audit_log ${isLater}
    ORDER BY at_ms, id LIMIT ${limit}`);
  return rows.map(toRecord);
}

/** Appends entries; one that is already stored remains as it is. */
export async function appendAudit(
  session: Session,
  entries: readonly AuditRecord[],
): Promise<void> {
  const list = records(entries, {
    id: ['text', ({ id }) => id],
    at_ms: ['bigint', ({ atMs }) => atMs],
    actor_kind: ['text', ({ actor }) => actor.kind],
    actor_id: ['text', ({ actor }) => actor.id],
    action: ['text', ({ action }) => action],
    org_id: ['text', ({ targets }) => targets.orgId ?? null],
    project_id: ['text', ({ targets }) => targets.projectId ?? null],
    wallet_id: ['text', ({ targets }) => targets.walletId ?? null],
    targets: ['text', ({ targets }) => JSON.stringify(targets)],
    detail: ['text', ({ detail }) => (detail === undefined ? null : JSON.stringify(detail))],
  });
  await session.change(sql`INSERT INTO audit_log
      (id, at_ms, actor_kind, actor_id, action, org_id, project_id, wallet_id, targets, detail)
    SELECT list.id, list.at_ms, list.actor_kind, list.actor_id, list.action, list.org_id,
        list.project_id, list.wallet_id, list.targets, list.detail
      FROM ${list} AS list WHERE true ON CONFLICT DO NOTHING`);
}

/** Appends a new entry. */
export function recordAudit(session: Session, entry: AuditEntry): Promise<void> {
  return appendAudit(session, [{ ...entry, id: createId('audit', randomBytes) }]);
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
    own: (work) =>
      database.own((own) =>
        work({
          rows: (query) => own.rows(query),
          row: (query) => own.row(query),
          change: (query) => own.change(query),
          write: (inside, isCommitted) => own.write(recorded(inside), isCommitted),
        }),
      ),
  };
}

function toRecord(row: AuditRow): AuditRecord {
  const { id, atMs, actorKind: kind, actorId, action, targets, detail } = row;
  const record = {
    id,
    atMs,
    actor: { kind, id: actorId },
    action,
    targets: JSON.parse(targets) as AuditTargets,
  };
  return detail === null
    ? record
    : { ...record, detail: JSON.parse(detail) as Record<string, unknown> };
}
