import { onOrderly } from '../orderly.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

export const woofipro: ExchangeTraits = onOrderly(2023);
