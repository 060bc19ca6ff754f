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
that speaks the exchange's wire format. "account" is the account that withdrawals leave from, with the
figure that is reported as withdrawable, and "source" the exchange's page about it.

${writeTable(certified, CERTIFIED_COLUMNS)}

## Best effort

${others.length} exchanges, read through ccxt's common methods, with what ccxt rounds, makes up or leaves out
restored from the exchange's own rows. They can be relied on less:

- A status that is not one of the common words is \`unknown\`, and asked for again daily.
- A list that may have been cut is read in shorter windows or page by page until nothing can be
  missing. If that is not possible, the source fails and says so.
- Some exchanges return their newest rows alone, or those of the last days. Then \`x-svc-history\` stays
  \`backfilling\`, \`teller wallet show\` shows from when on the history is complete, and the log of the
  sync worker says why. A wallet that is synchronised often enough keeps its history from then on.
- If rows are listed by asset alone ("by asset") and there are more than 40 assets, those in the balance
  and the commonest ones are requested. Rows of others may be missing, so \`x-svc-history\` stays
  \`backfilling\`.
- Without an identifier a row is known by its content; a time that the exchange changes makes it a new row.
- "account" is the account that is reported, and "source" the exchange's page that says which amount of
  it can be withdrawn. Without a source, the balance carries \`x-svc-unverified-withdrawable: true\`.
- Every network that the exchange lists is one of its own, under the exchange's identifier. Its \`code\` is
  the vocabulary's, and an address pattern is given, only if the exchange's own words name exactly one
  chain; a token standard that it uses for several networks names none. Otherwise \`code\` is the
  identifier, or \`UNKNOWN\` if the identifier would claim a chain that the rest contradicts.
- If the exchange does not report the networks of an asset, or one of them cannot be read, the asset is
  named in \`x-svc-unknown-networks\`.
- A row, coin or network that cannot be read, and an asset whose history is refused, are quarantined by
  name and read again daily; everything else is read.
- Pending rows are listed if the exchange lists them. No key is checked for what it may do.
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
const CHECKED: Column = ['checked', ({ facts }) => (facts.reportsPermissions ? 'yes' : 'no')];
const ACCOUNT: Column = ['account', ({ facts }) => facts.withdrawableAccount];
const SOURCE: Column = [
  'source',
  ({ facts: { withdrawableSource: url } }) => (url === null ? 'not documented' : `[page](${url})`),
];

const CERTIFIED_COLUMNS = [
  EXCHANGE,
  HISTORY,
  PENDING,
  ACCOUNT,
  SOURCE,
  NETWORKS,
  PATTERNS,
  KEY,
  FIELDS,
  CHECKED,
];
/** Pending rows are listed if the exchange lists them, and no key is checked: the text says so. */
const OTHER_COLUMNS = [EXCHANGE, HISTORY, ACCOUNT, SOURCE, NETWORKS, PATTERNS, KEY, FIELDS];

function writeTable(profiles: readonly ExchangeProfile[], columns: readonly Column[]): string {
  const rows = profiles.map((profile) => columns.map(([, write]) => write(profile)));
  return [columns.map(([title]) => title), columns.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function listItems(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
