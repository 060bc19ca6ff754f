import { fixedFromUnits, toUnits } from '../decimal-units.ts';
import type { JsonValue } from '../json-text.ts';
import type { KrakenAccount } from './account.ts';
import { KRAKEN_ASSETS } from './assets.ts';

const DECIMALS: ReadonlyMap<string, number> = new Map(
  KRAKEN_ASSETS.map(({ id, decimals }) => [id, decimals]),
);

/** `POST /0/private/Balance`: totals by asset. */
export function readBalance(account: KrakenAccount, nowMs: number): JsonValue {
  return Object.fromEntries(
    account.balances.at(nowMs).map(({ assetId, total }) => [assetId, write(assetId, total)]),
  );
}

/** `POST /0/private/BalanceEx`: totals, and amounts that open orders hold. */
export function readExtendedBalance(account: KrakenAccount, nowMs: number): JsonValue {
  return Object.fromEntries(
    account.balances
      .at(nowMs)
      .map(({ assetId, total, locked }) => [
        assetId,
        { balance: write(assetId, total), hold_trade: write(assetId, locked) },
      ]),
  );
}

function write(assetId: string, text: string): string {
  return fixedFromUnits(toUnits(text), DECIMALS.get(assetId) ?? 10);
}
