import { onOrderly } from '../orderly.ts';
import type { VenueTraits } from '../venue-traits.ts';

export const woofipro: VenueTraits = onOrderly(2023);
