import type { AssetBalance, Network } from '../../domain/balance.ts';
import type { Decimal } from '../../domain/decimal.ts';
import type { SqliteConnection, SqliteRow } from './connection.ts';

const SELECT_BALANCES = `SELECT asset, amount, networks_unknown FROM wallet_balance
  WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?) ORDER BY asset`;
const SELECT_NETWORKS = `SELECT asset, id, code, name, display_name, min_withdrawal,
    max_withdrawal, asset_name, address_regex FROM wallet_network
  WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?) ORDER BY asset, id`;
const INSERT_NETWORK = `INSERT INTO wallet_network (wallet_no, asset, id, code, name,
    display_name, min_withdrawal, max_withdrawal, asset_name, address_regex)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** See `ServingStore.listBalances`. */
export function listBalances(
  connection: SqliteConnection,
  walletId: string,
): readonly AssetBalance[] {
  const [balances, networks] = connection.read(() => [
    connection.readRows(SELECT_BALANCES, walletId),
    connection.readRows(SELECT_NETWORKS, walletId),
  ]);
  const networksByAsset = new Map<string, Network[]>();
  for (const row of networks) {
    const asset = row[0] as string;
    const known = networksByAsset.get(asset);
    if (known === undefined) networksByAsset.set(asset, [toNetwork(row)]);
    else known.push(toNetwork(row));
  }
  return balances.map(([asset, amount, networksUnknown]) =>
    Object.assign(
      {
        asset: asset as string,
        amount: amount as Decimal,
        networks: networksByAsset.get(asset as string) ?? [],
      },
      networksUnknown === 1 ? { networksUnknown: true as const } : {},
    ),
  );
}

/** Replaces the balances and networks of a wallet, inside a transaction. */
export function replaceBalances(
  connection: SqliteConnection,
  walletNo: number,
  balances: readonly AssetBalance[],
): void {
  connection.change('DELETE FROM wallet_network WHERE wallet_no = ?', walletNo);
  connection.change('DELETE FROM wallet_balance WHERE wallet_no = ?', walletNo);
  for (const { asset, amount, networks, networksUnknown } of balances) {
    connection.change(
      'INSERT INTO wallet_balance (wallet_no, asset, amount, networks_unknown) VALUES (?, ?, ?, ?)',
      walletNo,
      asset,
      amount,
      Number(networksUnknown ?? false),
    );
    for (const network of networks) insertNetwork(connection, walletNo, asset, network);
  }
}

function insertNetwork(
  connection: SqliteConnection,
  walletNo: number,
  asset: string,
  network: Network,
): void {
  connection.change(
    INSERT_NETWORK,
    walletNo,
    asset,
    network.id,
    network.code,
    network.name,
    network.displayName,
    network.minWithdrawal,
    network.maxWithdrawal,
    network.assetName,
    network.addressRegex,
  );
}

function toNetwork(row: SqliteRow): Network {
  return {
    id: row[1] as string,
    code: row[2] as string,
    name: row[3] as string,
    displayName: row[4] as string,
    minWithdrawal: row[5] as string | null,
    maxWithdrawal: row[6] as string | null,
    assetName: row[7] as string,
    addressRegex: row[8] as string | null,
  };
}
