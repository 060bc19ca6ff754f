import type { ExchangeTraits } from '../exchange-traits.ts';
import { bybiteu } from './bybiteu.ts';

export const bybitid: ExchangeTraits = { ...bybiteu, openedIn: 2024 };
