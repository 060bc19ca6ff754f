/**
 * Responses in Bitfinex's format (docs.bitfinex.com, Movements and Wallets): rows without names of
 * fields.
 */
import type { RecordedResponses } from '../../best-effort/recorded-exchange.ts';

const MOVEMENT = [
  13105603,
  'ETH',
  'ETHEREUM',
  null,
  null,
  1718000000000,
  1718000123000,
  null,
  null,
  'CANCELED',
  null,
  null,
  -0.24,
  -0.00135,
  null,
  null,
  '0x52908400098527886e0f7030069857d2e4169ee7',
  null,
  null,
  null,
  '0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b',
  'a note',
];

export const RESPONSES: RecordedResponses = {
  'POST api.bitfinex.com/v2/auth/r/movements/hist': [MOVEMENT],
  'POST api.bitfinex.com/v2/auth/r/wallets': [['exchange', 'ETH', 1.25, 0, 1.25, null, null]],
};
