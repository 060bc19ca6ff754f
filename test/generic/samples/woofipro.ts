import { makeOrderlySample } from '../orderly-platform.ts';
import type { VenueSample } from '../venue-sample.ts';

export const sample: VenueSample = makeOrderlySample('A new chain');
