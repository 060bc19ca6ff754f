/** Balances as both engines store them: the document, and a checksum that detects a corrupted document. */
import { crc32 } from 'node:zlib';

import { type BalanceDocument, loadBalanceDocument } from '../domain/balance-document.ts';
import type { JsonText } from '../domain/json-text.ts';
import type { StoreCheck } from './admin.ts';
import { listFirstWallets } from './describe-corruption.ts';
import { StoreUnavailableError } from './errors.ts';

/**
 * The JSON text, the assets with unknown networks as a JSON array, and whether the withdrawable amounts are
 * unverified.
 */
export type BalanceColumns = readonly [
  json: JsonText,
  unknownNetworks: string,
  unverified: boolean | number,
];

/**
 * Returns the CRC-32 of balances, which detects every change of up to 32 consecutive bits. It takes
 * 0.8 µs for 3 KB, and 11 µs for 60 assets with 300 networks (55 KB).
 */
export function checksumOfBalances([json, unknownNetworks, unverified]: BalanceColumns): number {
  return crc32(unknownNetworks, crc32(json, Number(unverified)));
}

/** Returns the columns of a document. */
export function toBalanceColumns({
  json,
  unknownNetworks,
  withdrawableUnverified,
}: BalanceDocument): BalanceColumns {
  return [json, JSON.stringify(unknownNetworks), withdrawableUnverified];
}

/**
 * Returns false if a row of {@link BalanceColumns} and their checksum is corrupted. A row without a checksum
 * was written before checksums existed.
 */
export function areBalancesIntact(row: readonly unknown[]): boolean {
  const checksum = row[3] as number | null;
  return checksum === null || checksum === checksumOfBalances(row as unknown as BalanceColumns);
}

/**
 * Returns the document of a wallet from a row of {@link BalanceColumns} and their checksum; an empty document
 * if there is no row.
 *
 * @throws {StoreUnavailableError} if the row is corrupted.
 */
export function loadBalances(
  walletId: string,
  row: readonly unknown[] | undefined,
): BalanceDocument {
  if (row !== undefined && !areBalancesIntact(row)) {
    throw new StoreUnavailableError(
      `the balances of ${walletId} are corrupted; run \`teller doctor\``,
    );
  }
  return loadBalanceDocument(row);
}

/** Returns the finding about wallets whose balances are corrupted. */
export function reportBalances(corrupted: readonly string[]): StoreCheck {
  const name = 'balances';
  if (corrupted.length === 0) return { name, ok: true, detail: 'balances match their checksums' };
  const wallets = listFirstWallets(corrupted);
  return {
    name,
    ok: false,
    detail: `corrupted of ${wallets}; run \`teller sync --once --wallet ID\` to re-read them`,
  };
}
