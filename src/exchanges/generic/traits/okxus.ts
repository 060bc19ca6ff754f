import { likeOkx } from '../okx-family.ts';
import type { VenueTraits } from '../venue-traits.ts';

export const okxus: VenueTraits = likeOkx('https://app.okx.com/docs-v5/en/');
