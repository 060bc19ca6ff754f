/** Writes the tables of the page of exchanges from the catalogue. */
import { CERTIFIED_EXCHANGES, EXCHANGE_CATALOGUE } from '../src/exchanges/catalogue.ts';
import { UNSUPPORTED_EXCHANGES } from '../src/exchanges/best-effort/reviewed-endpoints.ts';
import type { ExchangeProfile } from '../src/exchanges/profile.ts';
import { writeTable } from './markdown.ts';

type Columns = Readonly<Record<string, (profile: ExchangeProfile) => string>>;

const COLUMNS: Columns = {
  exchange: ({ name, facts }) => `${facts.title} \`${name}\``,
  history: ({ facts }) => facts.history,
  pending: ({ facts }) => facts.pending,
  account: ({ facts }) => facts.withdrawableAccount,
  source: ({ facts: { withdrawableSource: url } }) =>
    url === null ? 'not documented' : `[page](${url})`,
  'networks, limits': ({ facts }) => facts.networks,
  'address patterns': ({ facts }) => facts.addressPatterns,
  'key needs': ({ facts }) => facts.readOnlyKey,
  credentials: ({ requiredCredentials }) =>
    requiredCredentials.map((field) => `\`${field}\``).join(' '),
  checked: ({ facts }) => (facts.reportsPermissions ? 'yes' : 'no'),
};
/** The columns of other exchanges. The text explains pending rows and checked keys. */
const { pending: _pending, checked: _checked, ...OTHER_COLUMNS } = COLUMNS;

export function writeCertified(): string {
  return writeProfiles(CERTIFIED_EXCHANGES, COLUMNS);
}

export function writeOthers(): string {
  const others = EXCHANGE_CATALOGUE.filter(({ facts }) => !facts.certified);
  return writeProfiles(others, OTHER_COLUMNS);
}

export function writeUnsupported(): string {
  const unsupported = Object.entries(UNSUPPORTED_EXCHANGES);
  return unsupported.map(([name, why]) => `- \`${name}\`: ${why}`).join('\n');
}

function writeProfiles(profiles: readonly ExchangeProfile[], columns: Columns): string {
  const rows = profiles.map((profile) => Object.values(columns).map((write) => write(profile)));
  return writeTable(Object.keys(columns), rows);
}
