import type { ReportProgress } from '../progress.ts';
import type { Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';
import { WalletCounts } from './transaction-counts.ts';
import { lockWallet } from './transaction-writes.ts';

const NEXT: Statement = {
  name: 'next_in_count_backlog',
  text: 'SELECT wallet_id FROM wallet_count_backlog LIMIT 1',
};
const TAKE: Statement = {
  name: 'take_from_count_backlog',
  text: 'DELETE FROM wallet_count_backlog WHERE wallet_id = $1',
};

/** Counts the rows of wallets in the backlog, each wallet in its own transaction. */
export async function countBacklog(
  database: PostgresDatabase,
  onProgress?: ReportProgress,
): Promise<void> {
  let done = 0;
  // Each iteration removes a wallet from the backlog.
  for (let [next] = await database.read(NEXT); next !== undefined; done += 1) {
    onProgress?.({ activity: 'recounted', unit: 'wallets', done });
    const walletId = next[0] as string;
    await database.maintain(async (connection) => {
      await lockWallet(connection, walletId);
      const { rowCount } = await connection.run(TAKE, walletId);
      if (rowCount > 0) await new WalletCounts(connection, walletId).rebuild();
    });
    [next] = await database.read(NEXT);
  }
}
