import { makeHitbtcSample } from '../hitbtc-platform.ts';
import type { VenueSample } from '../venue-sample.ts';

export const sample: VenueSample = makeHitbtcSample('api.fmfw.io');
