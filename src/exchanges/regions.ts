/**
 * Regional exchanges of certified ones: separate accounts, and the same interface on another host. They are read by the code
 * of the certified exchange. Sources: bybit-exchange.github.io/docs/v5/guide (the hosts of Bybit), www.okx.com/docs-v5
 * (Overview: my.okx.com and app.okx.com have documentation of their own), and ccxt, whose classes of the regions change
 * only hosts and markets. Nothing was recorded from them. Plain data: no exchange library is loaded.
 */
import { BYBIT } from './bybit/profile.ts';
import type { ReadEndpoint } from './client/read-only.ts';
import { GATE } from './gate/profile.ts';
import { OKX } from './okx/profile.ts';
import type { ExchangeProfile } from './profile.ts';

/** Every region. */
export const REGIONS: readonly ExchangeProfile[] = [
  regionOf(BYBIT, 'bybiteu', 'Bybit EU', 'api.bybit.eu'),
  regionOf(BYBIT, 'bybitid', 'Bybit Indonesia', 'api.bybit.id'),
  regionOf(GATE, 'gateeu', 'Gate EU', 'api.gateeu.com'),
  regionOf(OKX, 'myokx', 'MyOKX (EEA)', 'eea.okx.com'),
  regionOf(OKX, 'okxus', 'OKX (US)', 'us.okx.com'),
];

/** Returns the profile of an exchange on another host. */
function regionOf(
  exchange: ExchangeProfile,
  name: string,
  title: string,
  host: string,
): ExchangeProfile {
  return {
    ...exchange,
    name,
    folder: exchange.name,
    facts: { ...exchange.facts, title, certified: false },
    readEndpoints: exchange.readEndpoints.map(
      (endpoint) => endpoint.replace(/ [^/]+/, ` ${host}`) as ReadEndpoint,
    ),
  };
}
