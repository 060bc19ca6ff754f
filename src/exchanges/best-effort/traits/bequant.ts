import { likeHitbtc } from './hitbtc.ts';

export const bequant = likeHitbtc(2018, 'https://api.bequant.io');
