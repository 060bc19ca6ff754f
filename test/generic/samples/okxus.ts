import { okxSample } from '../okx-platform.ts';
import type { VenueSample } from '../venue-sample.ts';

export const sample: VenueSample = okxSample('us.okx.com');
