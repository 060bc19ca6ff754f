import { likeHitbtc } from './hitbtc.ts';

export const fmfwio = likeHitbtc(2020, 'https://api.fmfw.io');
