import { ALL_ASSETS } from '../counted/tally.ts';
import type { SqliteConnection } from './connection.ts';

const FIND = 'SELECT asset_no FROM wallet_asset WHERE wallet_no = ? AND asset = ?';
const ADD = 'INSERT INTO wallet_asset (wallet_no, asset, asset_no) VALUES (?, ?, ?)';
const LAST = 'SELECT max(asset_no) FROM wallet_asset WHERE wallet_no = ?';

/** The number under which a wallet's rows of an asset are counted; `undefined` for one unknown. */
export function findAssetNo(
  connection: SqliteConnection,
  walletNo: number,
  asset: string,
): number | undefined {
  return connection.readRow(FIND, walletNo, asset)?.[0] as number | undefined;
}

/** The numbers of a wallet's assets, within one transaction of the database. */
export class AssetNumbers {
  readonly #connection: SqliteConnection;
  readonly #walletNo: number;
  readonly #known = new Map<string, number>();
  readonly #added = new Map<string, number>();
  #last: number | undefined;

  constructor(connection: SqliteConnection, walletNo: number) {
    this.#connection = connection;
    this.#walletNo = walletNo;
  }

  /** The number of an asset; a new one where it has none, which is stored by {@link save}. */
  numberOf(asset: string): number {
    const known = this.#known.get(asset);
    if (known !== undefined) return known;
    const stored = findAssetNo(this.#connection, this.#walletNo, asset);
    const assetNo = stored ?? this.#nextNo();
    if (stored === undefined) this.#added.set(asset, assetNo);
    this.#known.set(asset, assetNo);
    return assetNo;
  }

  /** Stores the numbers of new assets. */
  save(): void {
    for (const [asset, assetNo] of this.#added) {
      this.#connection.change(ADD, this.#walletNo, asset, assetNo);
    }
    this.#added.clear();
  }

  #nextNo(): number {
    this.#last ??= (this.#connection.readRow(LAST, this.#walletNo)?.[0] ?? ALL_ASSETS) as number;
    this.#last += 1;
    return this.#last;
  }
}
