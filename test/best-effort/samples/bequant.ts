import { makeHitbtcSample } from '../hitbtc-platform.ts';
import type { ExchangeSample } from '../exchange-sample.ts';

export const sample: ExchangeSample = makeHitbtcSample('api.bequant.io');
