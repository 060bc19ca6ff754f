import { likeOkx } from '../okx-family.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

export const okxus: ExchangeTraits = likeOkx('https://app.okx.com/docs-v5/en/');
