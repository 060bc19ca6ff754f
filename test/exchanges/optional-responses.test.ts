/**
 * Responses that an exchange may refuse to a key. Without them the balances are reported with less certainty, or without
 * networks. If the exchange only does not respond for a while, the balances fail instead, and the stored ones remain.
 */
import { expect, it } from 'vitest';

import { requireExchange } from '../../src/exchanges/catalogue.ts';
import { ExchangeError } from '../../src/exchanges/exchange.ts';
import { importAccount } from '../../src/exchanges/registry.ts';
import { scriptContext } from './scripted-client.ts';

const NOW_MS = Date.UTC(2024, 5, 10);
const UNVERIFIED = { withdrawableUnverified: true };
const WITHOUT_NETWORKS = { balances: [{ asset: 'BTC', networksUnknown: true }] };

type Respond = (endpoint: string) => unknown;

const ofHtx: Respond = (endpoint) =>
  endpoint.endsWith('Balance')
    ? { status: 'ok', data: { list: [{ currency: 'btc', type: 'trade', balance: '1' }] } }
    : { status: 'ok', code: 200, data: [{ id: 8, type: 'spot' }] };

it.each<[exchange: string, endpoint: string, respond: Respond, without: object]>([
  [
    'binance',
    'sapiGetCapitalDepositHisrec',
    (endpoint) => (endpoint === 'privateGetAccount' ? { balances: [] } : []),
    UNVERIFIED,
  ],
  [
    'bitget',
    'publicSpotGetV2SpotPublicCoins',
    () => ({ data: [{ coin: 'BTC', available: '1' }] }),
    WITHOUT_NETWORKS,
  ],
  [
    'bitstamp',
    'publicGetCurrencies',
    () => [{ currency: 'btc', available: '1' }],
    WITHOUT_NETWORKS,
  ],
  [
    'bybit',
    'privateGetV5AssetWithdrawWithdrawableAmount',
    () => ({ result: { rows: [], balance: [{ coin: 'BTC', transferBalance: '1' }] } }),
    UNVERIFIED,
  ],
  [
    'cryptocom',
    'v1PrivatePostPrivateGetCurrencyNetworks',
    () => {
      const position = { instrument_name: 'BTC', max_withdrawal_balance: '1' };
      return { result: { data: [{ position_balances: [position] }] } };
    },
    WITHOUT_NETWORKS,
  ],
  ['htx', 'spotPrivateGetV1QueryDepositWithdraw', ofHtx, UNVERIFIED],
  ['htx', 'spotPublicGetV2ReferenceCurrencies', ofHtx, WITHOUT_NETWORKS],
  [
    'kucoin',
    'privateGetWithdrawalsQuotas',
    () => ({ data: [{ currency: 'BTC', type: 'main', available: '1' }] }),
    UNVERIFIED,
  ],
  ['okx', 'privateGetAssetDepositHistory', () => ({ data: [] }), UNVERIFIED],
])(
  '%s: reads balances without %s only if it is refused',
  async (exchange, endpoint, respond, without) => {
    const { openAccount } = await importAccount(requireExchange(exchange));
    const read = (code: ConstructorParameters<typeof ExchangeError>[0]) => {
      const context = scriptContext(NOW_MS, (requested) => {
        if (requested === endpoint) throw new ExchangeError(code, endpoint);
        return respond(requested);
      });
      return openAccount(context).readBalances();
    };
    expect(await read('exchange_request_refused')).toMatchObject(without);
    const failed = { code: 'exchange_unavailable', message: endpoint };
    await expect(read('exchange_unavailable')).rejects.toMatchObject(failed);
  },
);
