/** Maps balances and networks of HTX. Pure functions. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances } from '../mapping/join-balances.ts';
import { keyByTexts, type MappedRows, mapEach, type ToSymbol } from '../mapping/map-rows.ts';
import { mapOpenNetwork } from '../mapping/network.ts';
import { type RawRow, readText, requireText } from '../mapping/raw-row.ts';

/**
 * Maps the amounts that the spot account can trade, and therefore withdraw (`account/accounts/{id}/balance`,
 * rows of type `trade`; other types are frozen, locked, lent or owed amounts), with the networks of each
 * currency (`reference/currencies`; fiat has none).
 *
 * @param currencies `undefined` if the exchange does not return them.
 */
export function mapBalances(
  balances: readonly unknown[],
  currencies: readonly unknown[] | undefined,
  toSymbol: ToSymbol,
): BalanceReading {
  return joinBalances({
    balances: balances.filter((row) => typeof row !== 'object' || typeOf(row) === 'trade'),
    assetField: 'currency',
    amountField: 'balance',
    coins: currencies,
    coinField: 'currency',
    toSymbol,
    mapNetworks,
  });
}

function typeOf(row: object | null): unknown {
  return (row as RawRow | null)?.['type'];
}

/**
 * Maps the networks of a currency. `chain` identifies the pair of currency and chain (`trc20usdt`),
 * `baseChain` only the chain; a currency on its own chain only has a `displayName`. `assetType` 2 is fiat.
 */
function mapNetworks(currency: RawRow, asset: string): MappedRows<Network> {
  const isFiat = readText(currency, 'assetType') === '2';
  const chains = !isFiat && Array.isArray(currency['chains']) ? currency['chains'] : [];
  return mapEach(
    'networks',
    chains,
    (chain) => mapNetwork(chain, asset),
    (chain) => keyByTexts('networks', currency['currency'], chain['chain']),
  );
}

function mapNetwork(chain: RawRow, asset: string): Network | undefined {
  if (readText(chain, 'withdrawStatus') !== 'allowed') return undefined;
  const id = requireText(chain, 'chain');
  const name = readText(chain, 'displayName') ?? readText(chain, 'baseChain') ?? id;
  const chainId = readText(chain, 'baseChain') ?? name;
  return mapOpenNetwork(asset, {
    id,
    name,
    displayName: readText(chain, 'fullName') ?? name,
    chainId,
    minWithdrawal: readText(chain, 'minWithdrawAmt'),
    maxWithdrawal: readText(chain, 'maxWithdrawAmt'),
  });
}
