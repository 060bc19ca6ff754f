/**
 * The common traits of exchanges on Orderly Network: chains have numbers, one history contains deposits and
 * withdrawals, and holdings also cover losses. Pure functions.
 */
import {
  type Decimal,
  isNegativeDecimal,
  parseDecimal,
  subtractDecimals,
} from '../../domain/decimal.ts';
import { type RawRow, readText, requireDecimal, requireText } from '../mapping/raw-row.ts';
import type { StatusTable } from '../mapping/status-table.ts';
import { readEntries, readLimit, rowsAt } from './reader-forms.ts';
import { byPages, endsAt, startsAt } from './trait-forms.ts';
import type { AmountReader, ExchangeTraits, RawNetwork } from './exchange-traits.ts';

/**
 * Chains by Orderly's numbers: the numbers of EIP-155 (chainlist.org), and Orderly's own number for Solana.
 */
const CHAIN_NAMES: Readonly<Record<string, string>> = {
  '1': 'Ethereum',
  '10': 'Optimism',
  '56': 'BNB Smart Chain',
  '137': 'Polygon',
  '143': 'Monad',
  '146': 'Sonic',
  '1329': 'Sei EVM',
  '1514': 'Story',
  '2741': 'Abstract',
  '2818': 'Morph',
  '5000': 'Mantle',
  '8453': 'Base',
  '34443': 'Mode',
  '42161': 'Arbitrum One',
  '43114': 'Avalanche C-Chain',
  '80094': 'Berachain',
  '98866': 'Plume',
  '900900900': 'Solana',
};

/** Returns a chain of a row of `public/token`; the token can be withdrawn on each of them. */
function readNetwork(chain: RawRow, row: RawRow): RawNetwork {
  const id = requireText(chain, 'chain_id');
  const known = CHAIN_NAMES[id];
  const names = row[NAMES] as Readonly<Record<string, string>> | undefined;
  return {
    id,
    name: known ?? names?.[id] ?? null,
    hints: known === undefined ? [] : [known],
    isOpen: true,
    minWithdrawal: readLimit(row, 'minimum_withdraw_amount'),
  };
}

/** The field that is added to a token for the names of chains by number. */
const NAMES = 'chainNames';

/** Returns the tokens, with the names of chains if the list of chains was also requested. */
function listTokens(responses: readonly unknown[]): readonly unknown[] {
  const named = responses.flatMap((response) => rowsAt('data', 'rows')([response])) as RawRow[];
  const chains = named.filter((row) => typeof row?.['name'] === 'string');
  const names = Object.fromEntries(chains.map((row) => [String(row['chain_id']), row['name']]));
  const tokens = rowsAt('data', 'rows')(responses);
  return tokens.map((token) => addNames(token, names));
}

function addNames(token: unknown, names: object): unknown {
  return typeof token === 'object' && token !== null ? { ...token, [NAMES]: names } : token;
}

const ZERO = parseDecimal('0');

/**
 * Returns the holding without the frozen amount; zero if losses made it negative. Positions may hold a
 * further part of it, which the response does not report.
 */
function readHolding(row: RawRow): Decimal {
  const frozen = readText(row, 'frozen') === null ? ZERO : requireDecimal(row, 'frozen');
  const free = subtractDecimals(requireDecimal(row, 'holding'), frozen);
  return isNegativeDecimal(free) ? ZERO : free;
}

const HOLDINGS: AmountReader = {
  rows: rowsAt('data', 'holding'),
  coin: (row) => requireText(row, 'token'),
  amount: readHolding,
};

/** `trans_status` (orderly.network/docs, Get asset history). */
const STATUSES: StatusTable = {
  NEW: 'pending',
  CONFIRM: 'pending',
  CONFIRMING: 'pending',
  PROCESSING: 'pending',
  PENDING: 'pending',
  PENDING_REBALANCE: 'pending',
  COMPLETED: 'completed',
  CANCELED: 'canceled',
  FAILED: 'failed',
};

/** Returns the traits of an exchange on Orderly Network. */
export function onOrderly(openedIn: number): ExchangeTraits {
  return {
    openedIn,
    start: startsAt('start_t'),
    end: endsAt('end_t'),
    windowDays: 365,
    limit: 500,
    limitName: 'size',
    page: byPages('page'),
    withdrawable: { account: 'account', source: null, reader: HOLDINGS },
    coins: {
      rows: listTokens,
      coin: (row) => requireText(row, 'token'),
      networkRows: (row) => readEntries(row, 'chain_details'),
      network: readNetwork,
    },
    rows: {
      createdAt: ['created_time'],
      status: { field: 'trans_status', deposits: STATUSES, withdrawals: STATUSES },
      fee: ['fee'],
    },
  };
}
