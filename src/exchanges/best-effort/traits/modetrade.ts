import { onOrderly } from '../orderly.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

export const modetrade: ExchangeTraits = onOrderly(2023);
