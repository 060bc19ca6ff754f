/** Writes `venues.json` from the installed ccxt: `npm run venues`. */
import { writeFileSync } from 'node:fs';

import { deriveVenues } from './derive-venues.ts';

writeFileSync(
  new URL('../src/exchanges/generic/venues.json', import.meta.url),
  `${JSON.stringify(await deriveVenues(), undefined, 2)}\n`,
);
