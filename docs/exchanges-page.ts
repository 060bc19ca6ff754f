/** The page of exchanges: tables from the catalogue, around what is written by hand. */
import { EXCHANGE_CATALOGUE } from '../src/exchanges/catalogue.ts';
import { LEFT_OUT } from '../src/exchanges/generic/reviewed-endpoints.ts';
import type { ExchangeProfile } from '../src/exchanges/profile.ts';

const NOTES = /<!-- notes: [^>]*-->\n[\s\S]*<!-- \/notes -->/;
const NO_NOTES = '<!-- notes: written by hand -->\n<!-- /notes -->';

/** The page with the tables made anew; what stands between its marks is kept. */
export function writeExchangesPage(page: string): string {
  const [notes = NO_NOTES] = NOTES.exec(page) ?? [];
  const certified = EXCHANGE_CATALOGUE.filter(({ facts }) => facts.certified);
  const others = EXCHANGE_CATALOGUE.filter(({ facts }) => !facts.certified);
  return `# Exchanges

What to expect of each exchange that a wallet can be held at. The name in code is what
\`teller wallet add --exchange\` takes. Use a key that only reads everywhere; "checked" says
that \`wallet add\` can tell from the exchange whether a key may do more, and refuses it.

## Certified

${certified.length} exchanges with sources, statuses and identifiers of their own here, proved against a simulator
that speaks the exchange's wire format.

${writeTable(certified, CERTIFIED_COLUMNS)}

## Best effort

${others.length} exchanges, read through ccxt's common methods, with what ccxt rounds, makes up or leaves out
restored from the exchange's own rows. They can be relied on less:

- A status that is not one of the common words is \`unknown\`, and asked for again daily.
- Where a list may have been cut its window is halved; where the exchange looks at no times, the rows
  that it tells are all there is.
- Where rows are told by asset alone ("by asset"), all assets are asked where they are at most 40,
  else those in the balance and the commonest ones.
- Without an identifier a row is known by its content; a time that the exchange changes makes it a new row.
- Where networks are not told, the balance has none, which does not say that there are none.
- Pending rows are told where the exchange tells them. No key is checked for what it may do.
- No private key is ever asked for. Hyperliquid, Nado and dYdX are read by the address alone.

${writeTable(others, OTHER_COLUMNS)}

### Left out

${listItems(Object.entries(LEFT_OUT).map(([name, why]) => `\`${name}\`: ${why}`))}

${notes}
`;
}

type Column = readonly [title: string, write: (profile: ExchangeProfile) => string];

const EXCHANGE: Column = ['exchange', ({ name, facts }) => `${facts.title} \`${name}\``];
const HISTORY: Column = ['history', ({ facts }) => facts.history];
const PENDING: Column = ['pending', ({ facts }) => facts.pending];
const NETWORKS: Column = ['networks, limits', ({ facts }) => facts.networks];
const PATTERNS: Column = ['address patterns', ({ facts }) => facts.addressPatterns];
const KEY: Column = ['key needs', ({ facts }) => facts.readOnlyKey];
const FIELDS: Column = [
  'credentials',
  ({ requiredCredentials }) => requiredCredentials.map((field) => `\`${field}\``).join(' '),
];
const CHECKED: Column = ['checked', ({ facts }) => (facts.tellsPermissions ? 'yes' : 'no')];

const CERTIFIED_COLUMNS = [EXCHANGE, HISTORY, PENDING, NETWORKS, PATTERNS, KEY, FIELDS, CHECKED];
/** Pending rows are told where the exchange tells them, and no key is checked: the text says so. */
const OTHER_COLUMNS = [EXCHANGE, HISTORY, NETWORKS, PATTERNS, KEY, FIELDS];

function writeTable(profiles: readonly ExchangeProfile[], columns: readonly Column[]): string {
  const rows = profiles.map((profile) => columns.map(([, write]) => write(profile)));
  return [columns.map(([title]) => title), columns.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function listItems(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
