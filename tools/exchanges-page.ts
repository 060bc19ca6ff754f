/** Writes the tables of the page of exchanges from the catalogue. */
import { CERTIFIED_EXCHANGES, EXCHANGE_CATALOGUE } from '../src/exchanges/catalogue.ts';
import { UNSUPPORTED_EXCHANGES } from '../src/exchanges/best-effort/reviewed-endpoints.ts';
import type { ExchangeProfile } from '../src/exchanges/profile.ts';
import { replaceMarked, writeTable } from './markdown.ts';

/** Returns the page with new tables. */
export function writeExchangesPage(page: string): string {
  const others = EXCHANGE_CATALOGUE.filter(({ facts }) => !facts.certified);
  const unsupported = Object.entries(UNSUPPORTED_EXCHANGES);
  return Object.entries({
    certified: writeProfiles(CERTIFIED_EXCHANGES, CERTIFIED_COLUMNS),
    'best-effort': writeProfiles(others, OTHER_COLUMNS),
    unsupported: unsupported.map(([name, why]) => `- \`${name}\`: ${why}`).join('\n'),
  }).reduce((written, [name, content]) => replaceMarked(written, name, content), page);
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

function writeProfiles(profiles: readonly ExchangeProfile[], columns: readonly Column[]): string {
  return writeTable(
    columns.map(([title]) => title),
    profiles.map((profile) => columns.map(([, write]) => write(profile))),
  );
}
