import { onOrderly } from '../orderly.ts';
import type { VenueTraits } from '../venue-traits.ts';

export const modetrade: VenueTraits = onOrderly(2023);
