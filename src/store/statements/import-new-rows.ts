/** Stores the rows of a file that are new, set by set: no row of them passes through this process again. */
import { IMPORT_BATCH_ROWS } from '../import.ts';
import type { ChangeOrigin } from '../rules/wallet-events.ts';
import type { Session, WriteSession } from '../sql/database.ts';
import { EngineText, type Query, raw, sql } from '../sql/query.ts';
import { addCounts } from './counts.ts';
import { recordCreated } from './events.ts';
import { renewRevision } from './transactions.ts';
import type { WrittenWallet } from './written-wallet.ts';

/** SQLite's checksum of a staged row does not cover its origin yet. */
const CHECKSUM_COLUMN = new EngineText({ sqlite: ', checksum', postgres: '' });
const EXTENDED_CHECKSUM = new EngineText({
  sqlite: ', extend_checksum(checksum, import_no, adoptable)',
  postgres: '',
});
const IS_NEW = sql`NOT EXISTS (SELECT 1 FROM import_found WHERE import_found.row_no = import_row.row_no)`;

/** Returns the number of staged rows that are new. */
export async function countNewRows(session: Session): Promise<number> {
  const row = await session.row<{ readonly count: number }>(
    sql`SELECT count(*) AS count FROM import_row WHERE ${IS_NEW}`,
  );
  return row?.count ?? 0;
}

/** Inserts the new rows in batches of consecutive rows of the file, and yields the number of rows of each. */
export async function* insertNewRows(
  session: WriteSession,
  wallet: WrittenWallet,
  { importNo, rowCount }: { readonly importNo: number; readonly rowCount: number },
  origin: ChangeOrigin,
): AsyncGenerator<number> {
  for (let fromNo = 0; fromNo < rowCount; fromNo += IMPORT_BATCH_ROWS) {
    const isInBatch = sql`row_no >= ${fromNo} AND row_no < ${fromNo + IMPORT_BATCH_ROWS} AND ${IS_NEW}`;
    yield await insertRows(session, wallet, importNo, isInBatch);
    await recordCreated(
      session,
      wallet,
      sql`SELECT id FROM import_row WHERE ${isInBatch} ORDER BY row_no`,
      origin,
    );
  }
  const counted = sql`SELECT asset, time, type, status FROM import_row WHERE ${IS_NEW}`;
  await addCounts(session, wallet.walletNo, counted);
  await renewRevision(session, wallet);
}

/** Inserts in the order of the listing, so that adjacent rows share pages. */
function insertRows(
  session: Session,
  { walletNo, projectNo }: WrittenWallet,
  importNo: number,
  condition: Query,
): Promise<number> {
  const columns = raw(`wallet_no, project_no, id, time, asset, type, status, amount, txid, address,
    fee_cost, fee_currency, import_no, adoptable`);
  return session.change(sql`INSERT INTO wallet_transaction (${columns}${CHECKSUM_COLUMN})
    SELECT ${columns}${EXTENDED_CHECKSUM}
      FROM import_row, (SELECT CAST(${walletNo} AS integer) AS wallet_no,
        CAST(${projectNo} AS integer) AS project_no, CAST(${importNo} AS integer) AS import_no) AS origin
      WHERE ${condition} ORDER BY time, id`);
}
