/** The withdrawable balances of a wallet, and the networks of each asset. */
import { crc32 } from 'node:zlib';

import { type BalanceDocument, writeBalanceDocument } from '../../domain/balance-document.ts';
import type { AssetBalance, Network } from '../../domain/balance.ts';
import type { Decimal } from '../../domain/decimal.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { Row, ServingDatabase, Session, WriteSession } from '../sql/database.ts';
import { EngineText, insertInto, type Query, raw, records, sql } from '../sql/query.ts';
import { randomNumber } from './random-number.ts';

/** A row of `wallet_balance`. */
export interface BalanceRow {
  readonly asset: string;
  readonly amount: Decimal;
  readonly networks_unknown: boolean | number;
  readonly checksum?: number;
}

/** A row of {@link NETWORK_COLUMNS}. */
type NetworkRow = Network & { readonly asset: string };

/** The columns of a network, from `wallet_network`. */
const NETWORK_COLUMNS = raw(`wallet_network.asset, wallet_network.id, code, name,
  display_name AS "displayName", min_withdrawal AS "minWithdrawal", max_withdrawal AS "maxWithdrawal",
  asset_name AS "assetName", address_regex AS "addressRegex"`);

const CHECKSUM = new EngineText({ sqlite: ', checksum', postgres: '' });

/** See `ServingStore.readBalances`. */
export async function readBalances(
  serving: ServingDatabase,
  walletNo: number,
): Promise<BalanceDocument> {
  return toDocument(walletNo, await serving.readAtOnce(walletNo, selectStored(walletNo)));
}

/** Replaces the balances of a wallet. The revision does not change if they are equal. */
export async function replaceBalances(
  session: WriteSession,
  wallet: { readonly walletNo: number; readonly walletId: string },
  reported: readonly AssetBalance[],
  withdrawableUnverified: boolean,
): Promise<void> {
  const { walletNo, walletId } = wallet;
  const balances = reported.map((balance) => ({
    ...toWellFormed(balance),
    networks: balance.networks.map(toWellFormed),
  }));
  const stored = JSON.stringify(await readStoredBalances(session, walletNo));
  if (stored === JSON.stringify(writeBalanceDocument(balances, withdrawableUnverified))) return;
  await session.change(sql`DELETE FROM wallet_balance WHERE wallet_no = ${walletNo}`);
  await session.change(sql`DELETE FROM wallet_network WHERE wallet_no = ${walletNo}`);
  const inserted = insertInto('wallet_balance', balances, {
    wallet_no: ['integer', () => walletNo],
    asset: ['text', ({ asset }) => asset],
    amount: ['numeric', ({ amount }) => amount],
    networks_unknown: ['boolean', ({ networksUnknown = false }) => networksUnknown],
    checksum: ['checksum', (balance) => checksumOfBalance(walletNo, balance)],
  });
  await session.change(inserted);
  const networks = balances.flatMap(({ asset, networks: all }) =>
    all.map((network) => ({ ...network, asset })),
  );
  const ofAssets = insertInto('wallet_network', networks, {
    wallet_no: ['integer', () => walletNo],
    asset: ['text', ({ asset }) => asset],
    id: ['text', ({ id }) => id],
    code: ['text', ({ code }) => code],
    name: ['text', ({ name }) => name],
    display_name: ['text', ({ displayName }) => displayName],
    min_withdrawal: ['text', ({ minWithdrawal }) => minWithdrawal],
    max_withdrawal: ['text', ({ maxWithdrawal }) => maxWithdrawal],
    asset_name: ['text', ({ assetName }) => assetName],
    address_regex: ['text', ({ addressRegex }) => addressRegex],
  });
  await session.change(ofAssets);
  await session.change(sql`UPDATE wallet_content
    SET withdrawable_unverified = ${withdrawableUnverified}, balances_revision = ${randomNumber()}
    WHERE wallet_no = ${walletNo}`);
  session.changed.add(walletId);
}

/**
 * Returns a record with the texts that a database stores: it replaces half of a surrogate pair by U+FFFD, so a checksum of
 * the half would be wrong.
 */
function toWellFormed<Item extends object>(record: Item): Item {
  const fields = Object.entries(record).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.toWellFormed() : value,
  ]);
  return Object.fromEntries(fields) as Item;
}

/** Returns true unless balances of the wallet are corrupted. */
export async function areBalancesSound(session: Session, walletNo: number): Promise<boolean> {
  return (await readStoredBalances(session, walletNo)) !== 'corrupted';
}

async function readStoredBalances(
  session: Session,
  walletNo: number,
): Promise<BalanceDocument | 'corrupted'> {
  const stored = await Promise.all(selectStored(walletNo).map((query) => session.rows(query)));
  try {
    return toDocument(walletNo, stored);
  } catch (error) {
    if (error instanceof StoreUnavailableError) return 'corrupted';
    throw error;
  }
}

/** Returns the queries whose results {@link toDocument} reads. */
function selectStored(walletNo: number): readonly Query[] {
  return [
    sql`SELECT withdrawable_unverified AS unverified FROM wallet_content WHERE wallet_no = ${walletNo}`,
    sql`SELECT asset, amount, networks_unknown${CHECKSUM}
      FROM wallet_balance WHERE wallet_no = ${walletNo} ORDER BY asset`,
    sql`SELECT ${NETWORK_COLUMNS} FROM wallet_network WHERE wallet_no = ${walletNo} ORDER BY asset, id`,
  ];
}

function toDocument(walletNo: number, results: readonly (readonly Row[])[]): BalanceDocument {
  const [[content], rows, networkRows] = results as unknown as [
    readonly { readonly unverified: boolean | number }[],
    readonly BalanceRow[],
    readonly NetworkRow[],
  ];
  const networks = Map.groupBy(networkRows, ({ asset }) => asset);
  const balances = rows.map((row) => toBalance(walletNo, row, networks.get(row.asset) ?? []));
  return writeBalanceDocument(balances, Boolean(content?.unverified));
}

/** Returns a balance with its networks. @throws {StoreUnavailableError} if it is corrupted. */
function toBalance(walletNo: number, row: BalanceRow, rows: readonly NetworkRow[]): AssetBalance {
  const { asset, amount, checksum } = row;
  const networks = rows.map(({ asset: _asset, ...network }) => network);
  const balance = { asset, amount, networks };
  const whole = row.networks_unknown ? { ...balance, networksUnknown: true as const } : balance;
  if (checksum !== undefined && checksum !== checksumOfBalance(walletNo, whole)) {
    throw new StoreUnavailableError(
      'the balances of a wallet are corrupted; run `teller doctor --fix`',
    );
  }
  return whole;
}

/** A balance of any wallet. */
export type AnyBalance = BalanceRow & { readonly wallet_no: number };

/** Returns balances with their networks, in the order of the rows. @throws {StoreUnavailableError} if one is corrupted. */
export async function addNetworks(
  session: Session,
  rows: readonly AnyBalance[],
): Promise<readonly AssetBalance[]> {
  const list = records(rows, {
    no: ['integer', (row) => row.wallet_no],
    asset: ['text', ({ asset }) => asset],
  });
  const found = await session.rows<NetworkRow & { readonly no: number }>(sql`SELECT list.no,
      ${NETWORK_COLUMNS}
    FROM ${list} AS list
    JOIN wallet_network ON wallet_network.wallet_no = list.no AND wallet_network.asset = list.asset
    ORDER BY list.no, wallet_network.asset, wallet_network.id`);
  const keyOf = (no: number, asset: string): string => `${no} ${asset}`;
  const networks = Map.groupBy(found, ({ no, asset }) => keyOf(no, asset));
  return rows.map((row) => {
    const own = networks.get(keyOf(row.wallet_no, row.asset)) ?? [];
    return toBalance(
      row.wallet_no,
      row,
      own.map(({ no: _no, ...network }) => network),
    );
  });
}

/** Returns the checksums that SQLite stores. @throws {StoreUnavailableError} if a balance is corrupted. */
export async function checksumBalances(
  session: Session,
  rows: readonly AnyBalance[],
): Promise<readonly number[]> {
  const balances = await addNetworks(session, rows);
  return rows.map((row, index) =>
    checksumOfBalance(row.wallet_no, balances[index] as AssetBalance),
  );
}

/** Returns the CRC-32 of a balance and its networks, which detects every change of up to 32 consecutive bits. */
function checksumOfBalance(
  walletNo: number,
  { asset, amount, networks, networksUnknown }: AssetBalance,
): number {
  const fields = networks
    .toSorted((left, right) => (left.id < right.id ? -1 : 1))
    .flatMap((network) => [
      network.id,
      network.code,
      network.name,
      network.displayName,
      network.minWithdrawal,
      network.maxWithdrawal,
      network.assetName,
      network.addressRegex,
    ]);
  const values = [walletNo, asset, amount, Number(networksUnknown ?? false), ...fields];
  return crc32(JSON.stringify(values));
}
