/** The wallets whose rows `AdminStore.checkIntegrity` reads: all, except for those of nodes that do not respond. */
import type { Session } from '../sql/database.ts';
import { sql } from '../sql/query.ts';

/** Nodes of a cluster that do not respond. */
export interface LostNodes {
  /** Host and port of each. */
  readonly addresses: readonly string[];
  /** The numbers of the wallets whose rows they have. */
  readonly walletNos: ReadonlySet<number>;
}

/** A wallet whose rows can be read. */
export interface CheckedWallet {
  readonly walletNo: number;
  readonly id: string;
  readonly exchange: string;
}

/** Returns the wallets by number, without those of lost nodes. */
export async function listWallets(
  session: Session,
  { walletNos }: LostNodes,
): Promise<readonly CheckedWallet[]> {
  const wallets = await session.rows<CheckedWallet>(sql`SELECT wallet_no AS "walletNo", id, exchange
    FROM wallet ORDER BY wallet_no`);
  return wallets.filter(({ walletNo }) => !walletNos.has(walletNo));
}
