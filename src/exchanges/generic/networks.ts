/** Networks of any exchange, as ccxt's currencies tell them, mapped. Pure. */
import type { Network } from '../../domain/balance.ts';
import { addressPatternOf, networkCodeOf } from '../networks/chains.ts';
import { type RawRow, readText } from '../raw-row.ts';

/** A currency of ccxt's unified form. */
export type UnifiedCurrency = RawRow;

/** The networks of a currency that are open for withdrawal; `null` where the class tells none. */
export function mapNetworks(currency: UnifiedCurrency, asset: string): Network[] | null {
  const networks = Object.entries(asRow(currency['networks']));
  if (networks.length === 0) return currency['type'] === 'fiat' ? [] : null;
  const limited = networks.some(([, network]) => limitsOf(asRow(network)) !== undefined);
  return networks
    .map(([key, network]) => [key, asRow(network)] as const)
    .filter(([, network]) => network['withdraw'] !== false && network['active'] !== false)
    .map(([key, network]) => {
      // Limits of the currency hold on each of its networks where none has its own.
      const limits = asRow(limited ? limitsOf(network) : limitsOf(currency));
      const id = readText(network, 'id') ?? key;
      const code = networkCodeOf(id, readText(network, 'network') ?? key);
      const name = readName(network) ?? id;
      return {
        id,
        code,
        name,
        displayName: name,
        minWithdrawal: readLimit(limits, 'min'),
        maxWithdrawal: readLimit(limits, 'max'),
        assetName: asset,
        addressRegex: readPattern(asRow(network['info'])) ?? addressPatternOf(code),
      };
    });
}

function asRow(value: unknown): RawRow {
  return typeof value === 'object' && value !== null ? (value as RawRow) : {};
}

/** The limits of a withdrawal, where one is told. */
function limitsOf(part: RawRow): RawRow | undefined {
  const withdraw = asRow(asRow(part['limits'])['withdraw']);
  const told = readLimit(withdraw, 'min') ?? readLimit(withdraw, 'max');
  return told === null ? undefined : withdraw;
}

/** As the exchange wrote it: a JavaScript number was not written by it. */
function readLimit(limits: RawRow, field: 'min' | 'max'): string | null {
  return typeof limits[field] === 'string' ? readText(limits, field) : null;
}

const NAME_FIELDS = ['networkName', 'network_name', 'fullName', 'full_name', 'name', 'chainName'];

function readName(network: RawRow): string | null {
  const info = asRow(network['info']);
  for (const row of [network, info]) {
    for (const field of NAME_FIELDS) {
      const name = typeof row[field] === 'string' ? readText(row, field) : null;
      if (name !== null) return name;
    }
  }
  return null;
}

const PATTERN_FIELDS = ['addressRegex', 'address_regex', 'AddressRegex'];

/** The exchange's own pattern, where it tells one that compiles. */
function readPattern(info: RawRow): string | null {
  for (const field of PATTERN_FIELDS) {
    const pattern = info[field];
    if (typeof pattern === 'string' && pattern !== '' && compiles(pattern)) return pattern;
  }
  return null;
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}
