import { makeOrderlySample } from '../orderly-platform.ts';
import type { ExchangeSample } from '../exchange-sample.ts';

export const sample: ExchangeSample = makeOrderlySample('A new chain');
