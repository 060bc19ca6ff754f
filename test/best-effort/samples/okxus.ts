import { okxSample } from '../okx-platform.ts';
import type { ExchangeSample } from '../exchange-sample.ts';

export const sample: ExchangeSample = okxSample('us.okx.com');
