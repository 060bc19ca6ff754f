import type { VenueTraits } from '../venue-traits.ts';
import { bybiteu } from './bybiteu.ts';

export const bybitid: VenueTraits = { ...bybiteu, openedIn: 2024 };
