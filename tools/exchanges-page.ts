/** Writes the page of exchanges: tables from the catalogue, and manual notes. */
import { CERTIFIED_EXCHANGES, EXCHANGE_CATALOGUE } from '../src/exchanges/catalogue.ts';
import { UNSUPPORTED_EXCHANGES } from '../src/exchanges/best-effort/reviewed-endpoints.ts';
import type { ExchangeProfile } from '../src/exchanges/profile.ts';

const NOTES = /<!-- notes: [^>]*-->\n[\s\S]*<!-- \/notes -->/;
const NO_NOTES = '<!-- notes: written by hand -->\n<!-- /notes -->';

/** Returns the page with new tables and with the notes of `page`. */
export function writeExchangesPage(page: string): string {
  const [notes = NO_NOTES] = NOTES.exec(page) ?? [];
  const others = EXCHANGE_CATALOGUE.filter(({ facts }) => !facts.certified);
  return `# Exchanges

The data that wallet-teller reads from each exchange. \`teller wallet add --exchange\` needs the name in code
font. Always use a key that can only read. "checked" means that the exchange reports the permissions of a key,
so that \`wallet add\` refuses a key with more permissions.

## Certified

${CERTIFIED_EXCHANGES.length} exchanges with their own mapping of rows, statuses and ids, tested with a simulator in the
exchange's wire format. "account" is the account from which withdrawals are made and the field that is
reported as withdrawable; "source" links to the exchange's documentation of it.

${writeTable(CERTIFIED_EXCHANGES, CERTIFIED_COLUMNS)}

## Best effort

${others.length} exchanges, read through ccxt's unified methods; values that ccxt rounds, invents or omits are
restored from the exchange's rows. They have these limits:

- A status that has no mapping is \`unknown\` and rechecked daily.
- A list that may be truncated is read in shorter windows or page by page until it is complete. If that is not
  possible, the source fails with an error.
- Some exchanges only return their newest rows, or the rows of the last days. Then \`x-svc-history\` remains
  \`backfilling\`, \`teller wallet show\` shows the time since which the history is complete, and the sync worker
  logs the reason. A wallet that is synchronised often enough has a complete history from then on.
- If rows are only listed by asset ("by asset") and there are more than 40 assets, the assets in the balance
  and common ones are requested. Rows of other assets may be missing, so \`x-svc-history\` remains
  \`backfilling\`.
- A row without an identifier is identified by its content; if the exchange changes its time, it becomes a new
  row.
- "account" is the account that is reported, and "source" the exchange's page that says which amount of it can
  be withdrawn. Without a source, the balance has \`x-svc-unverified-withdrawable: true\`, as it has if the
  exchange omits or refuses a figure from which the amount of an asset is computed.
- Every network of the exchange is a separate entry with the exchange's identifier. It has a known \`code\` and
  an address pattern only if the exchange's own words name exactly one chain; a token standard that it uses
  for several networks names none. Otherwise \`code\` is the identifier, or \`UNKNOWN\` if the identifier names a
  chain that other texts contradict.
- If the exchange does not report the networks of an asset, or one of them cannot be read, the asset is listed
  in \`x-svc-unknown-networks\`.
- A row, coin or network that cannot be read, and an asset whose history is refused, are quarantined by name
  and re-read daily; all other data is read.
- Pending rows are listed if the exchange lists them. The permissions of keys are not checked.
- A private key is never needed. Hyperliquid, Nado and dYdX are read only by the address.

${writeTable(others, OTHER_COLUMNS)}

### Not supported

${listItems(Object.entries(UNSUPPORTED_EXCHANGES).map(([name, why]) => `\`${name}\`: ${why}`))}

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
/** The columns of other exchanges. The text explains pending rows and checked keys. */
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
