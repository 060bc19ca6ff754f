import { likeOkx } from '../okx-family.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

export const myokx: ExchangeTraits = likeOkx('https://my.okx.com/docs-v5/en/');
