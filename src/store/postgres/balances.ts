import type { AssetBalance, Network } from '../../domain/balance.ts';
import type { Decimal } from '../../domain/decimal.ts';
import type { BoundStatement, PostgresRow, Statement } from './connection.ts';
import type { PostgresDatabase } from './database.ts';
import { renewBalancesRevision } from './revisions.ts';

const LIST: Statement = {
  name: 'list_balances',
  text: `SELECT balance.asset, balance.amount, balance.networks_unknown, network.id, network.code,
      network.name, network.display_name, network.min_withdrawal, network.max_withdrawal,
      network.asset_name, network.address_regex
    FROM wallet_balance AS balance
    LEFT JOIN wallet_network AS network
      ON network.wallet_id = balance.wallet_id AND network.asset = balance.asset
    WHERE balance.wallet_id = $1
    ORDER BY balance.asset, network.id`,
};
const REMOVE_NETWORKS: Statement = {
  name: 'remove_networks',
  text: 'DELETE FROM wallet_network WHERE wallet_id = $1',
};
const REMOVE_BALANCES: Statement = {
  name: 'remove_balances',
  text: 'DELETE FROM wallet_balance WHERE wallet_id = $1',
};
const ADD_BALANCES: Statement = {
  name: 'add_balances',
  text: `INSERT INTO wallet_balance (wallet_id, asset, amount, networks_unknown)
    SELECT $1, * FROM unnest($2::text[], $3::text[], $4::boolean[])`,
};
const ADD_NETWORKS: Statement = {
  name: 'add_networks',
  text: `INSERT INTO wallet_network (wallet_id, asset, id, code, name, display_name,
      min_withdrawal, max_withdrawal, asset_name, address_regex)
    SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
      $7::text[], $8::text[], $9::text[], $10::text[])`,
};

/** See `ServingStore.listBalances`. */
export async function listBalances(
  database: PostgresDatabase,
  walletId: string,
): Promise<readonly AssetBalance[]> {
  const balances: (AssetBalance & { readonly networks: Network[] })[] = [];
  for (const row of await database.readOfWallet(walletId, LIST, walletId)) {
    const [asset, amount, networksUnknown, networkId] = row;
    if (balances.at(-1)?.asset !== asset) {
      const balance = { asset: asset as string, amount: amount as Decimal, networks: [] };
      balances.push(networksUnknown === true ? { ...balance, networksUnknown } : balance);
    }
    if (networkId !== null) balances.at(-1)?.networks.push(toNetwork(row));
  }
  return balances;
}

/** Replaces the balances and networks of a wallet. */
export function replaceBalances(
  walletId: string,
  balances: readonly AssetBalance[],
): readonly BoundStatement[] {
  const networks = balances.flatMap((balance) =>
    balance.networks.map((network) => ({ asset: balance.asset, network })),
  );
  return [
    [REMOVE_NETWORKS, walletId],
    [REMOVE_BALANCES, walletId],
    [
      ADD_BALANCES,
      walletId,
      balances.map(({ asset }) => asset),
      balances.map(({ amount }) => amount),
      balances.map(({ networksUnknown }) => networksUnknown ?? false),
    ],
    [
      ADD_NETWORKS,
      walletId,
      networks.map(({ asset }) => asset),
      networks.map(({ network }) => network.id),
      networks.map(({ network }) => network.code),
      networks.map(({ network }) => network.name),
      networks.map(({ network }) => network.displayName),
      networks.map(({ network }) => network.minWithdrawal),
      networks.map(({ network }) => network.maxWithdrawal),
      networks.map(({ network }) => network.assetName),
      networks.map(({ network }) => network.addressRegex),
    ],
    ...renewBalancesRevision(walletId),
  ];
}

function toNetwork(row: PostgresRow): Network {
  return {
    id: row[3] as string,
    code: row[4] as string,
    name: row[5] as string,
    displayName: row[6] as string,
    minWithdrawal: row[7] as string | null,
    maxWithdrawal: row[8] as string | null,
    assetName: row[9] as string,
    addressRegex: row[10] as string | null,
  };
}
