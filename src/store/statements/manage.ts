/** The methods of the management API and Connect; see `../manage.ts`. */
import type { AlsoWritten, ManageStore } from '../manage.ts';
import type { Database, WriteSession } from '../sql/database.ts';
import { listAudit, recordAudit, recordingDatabase } from './audit.ts';
import { connectSession, connectSessionStatements } from './connect-sessions.ts';
import { completeRequest, idempotencyStatements } from './idempotency.ts';
import { importStatements } from './imports.ts';
import { manageKeyStatements } from './manage-keys.ts';
import { managedWalletStatements } from './managed-wallets.ts';
import { masterKeyStatements } from './master-keys.ts';
import { projectReads } from './project-reads.ts';
import { tenantStatements } from './tenants.ts';
import { walletStatements } from './wallets.ts';
import { webhookStatements } from './webhooks.ts';

/** Returns the methods that change what operators own; see `ManageStore.withAudit`. */
export function changeStatements(database: Database) {
  return {
    ...tenantStatements(database),
    ...walletStatements(database),
    ...importStatements(database),
    ...webhookStatements(database),
    ...manageKeyStatements(database),
    ...connectSessionStatements(database),
    ...managedWalletStatements(database),
    ...masterKeyStatements(database),
  };
}

/** Returns the other methods of the management API. */
export function manageStatements(database: Database) {
  return {
    ...idempotencyStatements(database),
    ...projectReads(database),
    listAudit: (query) => listAudit(database, query),
    withAudit(entry, also = {}) {
      const recorded = recordingDatabase(database, async (session, result) => {
        // The methods return false if they are refused, and null if there was nothing to change.
        if (result === false) return;
        const recorded = result === null ? undefined : recordAudit(session, entry);
        await Promise.all([recorded, writeAlso(session, also)]);
      });
      return changeStatements(recorded);
    },
  } satisfies Partial<ManageStore>;
}

async function writeAlso(
  session: WriteSession,
  { response, connected }: AlsoWritten,
): Promise<void> {
  if (connected !== undefined) {
    await connectSession(session, connected.claim, connected.walletId);
  }
  if (response !== undefined) await completeRequest(session, response.claim, response.response);
}
