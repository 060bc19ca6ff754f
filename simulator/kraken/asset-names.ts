import { KRAKEN_ASSETS } from './assets.ts';
import { KrakenError } from './errors.ts';

const ID_BY_NAME: ReadonlyMap<string, string> = new Map(
  KRAKEN_ASSETS.flatMap(({ id, altname }) => [
    [id, id],
    [altname, id],
  ]),
);

/**
 * Returns Kraken's ids of a comma-separated list of asset names (`XBT` or `XXBT`); `undefined` for `all`.
 *
 * @throws {KrakenError} EQuery:Unknown asset if a name is unknown.
 */
export function resolveAssets(list: string): ReadonlySet<string> | undefined {
  if (list === 'all') return undefined;
  return new Set(
    list.split(',').map((name) => {
      const id = ID_BY_NAME.get(name);
      if (id === undefined) throw new KrakenError('EQuery:Unknown asset');
      return id;
    }),
  );
}
