import { makeBybitSample } from '../bybit-platform.ts';

export const sample = makeBybitSample('api.bybit.eu');
