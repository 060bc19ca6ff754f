import type { JsonValue } from '../json-text.ts';
import type { KrakenAccount } from './account.ts';
import { resolveAssets } from './asset-names.ts';
import type { KrakenAsset, KrakenMethod } from './assets.ts';
import { KRAKEN_ASSETS } from './assets.ts';
import { KrakenError } from './errors.ts';

/**
 * `POST /0/private/WithdrawMethods`: the withdrawal methods of each asset. Throws EGeneral:Permission denied
 * for a key without the withdraw permission. Source: Kraken REST API, "Get Withdrawal Methods".
 */
export function listWithdrawMethods(account: KrakenAccount, params: URLSearchParams): JsonValue {
  if (account.permissions.withdraw !== true) throw new KrakenError('EGeneral:Permission denied');
  const assets = resolveAssets(params.get('asset') ?? 'all');
  const network = params.get('network');
  return KRAKEN_ASSETS.filter(({ id }) => assets === undefined || assets.has(id)).flatMap((asset) =>
    asset.methods
      .filter((method) => network === null || method.network === network)
      .map((method) => writeMethod(asset, method)),
  );
}

function writeMethod(asset: KrakenAsset, method: KrakenMethod): JsonValue {
  return {
    asset: asset.id,
    method: method.method,
    method_id: method.methodId,
    network: method.network,
    network_id: method.networkId,
    minimum: method.minimum,
    fee: { aclass: 'currency', asset: asset.id, fee: method.fee },
    limits: [],
  };
}
