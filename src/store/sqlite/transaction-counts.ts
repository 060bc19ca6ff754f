/**
 * How many transactions a wallet has, by asset, type and status: kept beside the rows and written
 * in the same transaction, so that a total costs a few rows and not a scan of the wallet.
 */
import type { SqliteConnection, SqliteRow } from './connection.ts';

const ADD = `INSERT INTO wallet_transaction_count (wallet_no, asset, type, status, count)
    VALUES (?1, ?2, ?3, ?4, ?5)
  ON CONFLICT (wallet_no, asset, type, status) DO UPDATE SET count = count + excluded.count`;
const REMOVE_EMPTY = `DELETE FROM wallet_transaction_count
  WHERE wallet_no = ?1 AND asset = ?2 AND type = ?3 AND status = ?4 AND count = 0`;

/** What rows are counted by. */
export interface CountKey {
  readonly asset: string;
  readonly type: number;
  readonly status: number;
}

/** The changes of a wallet's counts in one transaction of the database. */
export class CountChanges {
  readonly #changes = new Map<string, CountKey & { change: number }>();

  /** Counts a row that was added. */
  add(key: CountKey): void {
    this.#change(key, 1);
  }

  /** Counts a row that was changed from one key to another. */
  move(from: CountKey, to: CountKey): void {
    this.#change(from, -1);
    this.#change(to, 1);
  }

  /** Writes the changes, inside the transaction that wrote the rows. */
  write(connection: SqliteConnection, walletNo: number): void {
    for (const { asset, type, status, change } of this.#changes.values()) {
      if (change === 0) continue;
      connection.change(ADD, walletNo, asset, type, status, change);
      if (change < 0) connection.change(REMOVE_EMPTY, walletNo, asset, type, status);
    }
  }

  #change(key: CountKey, change: number): void {
    const name = `${key.type} ${key.status} ${key.asset}`;
    const known = this.#changes.get(name);
    if (known === undefined) this.#changes.set(name, { ...key, change });
    else known.change += change;
  }
}

/** Counts that are not those of the rows: wallet, asset, type, status, in two listings' difference. */
const DIFFERENCES = `
  SELECT wallet_no, asset, type, status, sum(kept) AS kept, sum(found) AS found FROM (
    SELECT wallet_no, asset, type, status, count AS kept, 0 AS found FROM wallet_transaction_count
    UNION ALL
    SELECT wallet_no, asset, type, status, 0, count(*) FROM wallet_transaction
      GROUP BY wallet_no, asset, type, status
  ) GROUP BY wallet_no, asset, type, status HAVING sum(kept) <> sum(found)`;

/** How many counts differ from the rows. */
export function countDifferences(connection: SqliteConnection): number {
  return connection.readRow(`SELECT count(*) FROM (${DIFFERENCES})`)?.[0] as number;
}

/** Makes the counts those of the rows and returns how many differed. */
export function mendCounts(connection: SqliteConnection): number {
  return connection.write(() => {
    const differences: readonly SqliteRow[] = connection.readRows(DIFFERENCES);
    for (const [walletNo, asset, type, status, kept, found] of differences) {
      const change = Number(found) - Number(kept);
      connection.change(ADD, walletNo ?? null, asset ?? null, type ?? null, status ?? null, change);
    }
    connection.change('DELETE FROM wallet_transaction_count WHERE count = 0');
    return differences.length;
  });
}
