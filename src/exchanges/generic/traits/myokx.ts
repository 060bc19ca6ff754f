import { likeOkx } from '../okx-family.ts';
import type { VenueTraits } from '../venue-traits.ts';

export const myokx: VenueTraits = likeOkx('https://my.okx.com/docs-v5/en/');
