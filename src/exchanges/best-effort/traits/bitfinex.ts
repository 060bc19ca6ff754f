import { type RawRow, readText, requireText, UnreadableRowError } from '../../mapping/raw-row.ts';
import { rowsAt } from '../reader-forms.ts';
import { endsAt, startsAt } from '../trait-forms.ts';
import type { ExchangeTraits, RawNetwork } from '../exchange-traits.ts';

/** The place of each list in the response to `conf/…`, which is a list of lists. */
const LIST = { ids: 0, pools: 5, methods: 8, statuses: 9 } as const;
/** The place of the flag of withdrawals in an entry of `pub:info:tx:status`. */
const WITHDRAWAL_STATUS = 2;

/**
 * The chains of the methods that move Tether; the identifiers of these methods are shortened names. Kava is
 * omitted: Bitfinex calls its method Cosmos, and does not document which of Kava's chains it uses.
 */
const TETHER_CHAINS: Readonly<Record<string, string>> = {
  TETHERUSE: 'Ethereum',
  TETHERUSS: 'EOS',
  TETHERUSX: 'Tron',
  TETHERUSDTALG: 'Algorand',
  TETHERUSDTAPT: 'Aptos',
  TETHERUSDTARB: 'Arbitrum',
  TETHERUSDTAVAX: 'Avalanche C-Chain',
  TETHERUSDTCELO: 'Celo',
  TETHERUSDTDOT: 'Polkadot Asset Hub',
  TETHERUSDTKAIA: 'Kaia',
  TETHERUSDTKSM: 'Kusama Asset Hub',
  TETHERUSDTNEAR: 'NEAR',
  TETHERUSDTPLY: 'Polygon',
  TETHERUSDTSOL: 'Solana',
  TETHERUSDTTON: 'TON',
  TETHERUSDTXTZ: 'Tezos',
};
/** A transfer by a bank. */
const WIRE = 'WIRE';

type Entries = readonly (readonly [string, unknown, ...unknown[]])[];

function listAt(lists: readonly unknown[], index: number): Entries {
  const list = lists[index];
  if (!Array.isArray(list)) throw new UnreadableRowError(`conf has no list ${index}`);
  return list as Entries;
}

/** Returns a row for each currency with its withdrawal methods. Derivatives (`USTF0`) cannot be moved. */
function listCurrencies(responses: readonly unknown[]): readonly unknown[] {
  const lists = rowsAt()(responses);
  const pools = new Map(listAt(lists, LIST.pools).map(([id, pool]) => [id, pool]));
  const open = new Map(
    listAt(lists, LIST.statuses).map((entry) => [entry[0], Number(entry[WITHDRAWAL_STATUS]) === 1]),
  );
  const methods = new Map<string, string[]>();
  for (const [method, ids] of listAt(lists, LIST.methods)) {
    for (const id of Array.isArray(ids) ? (ids as string[]) : []) {
      methods.set(id, [...(methods.get(id) ?? []), method]);
    }
  }
  const ids = listAt(lists, LIST.ids) as unknown as readonly string[];
  return ids
    .filter((id) => !id.endsWith('F0'))
    .map((id) => {
      const found = methods.get(id) ?? [];
      const moves = found.map((method) => ({ method, isOpen: open.get(method) === true }));
      // The protocol of a currency only names the network if there is a single method.
      return { id, moves, pool: found.length === 1 ? (pools.get(id) ?? null) : null };
    });
}

function readMethod(move: RawRow, row: RawRow): RawNetwork {
  const method = requireText(move, 'method');
  const pool = readText(row, 'pool');
  const chain = TETHER_CHAINS[method];
  return {
    // A withdrawal request has the method in small letters.
    id: method.toLowerCase(),
    hints: [...(chain === undefined ? [] : [chain]), ...(pool === null ? [] : [pool])],
    isOpen: move['isOpen'] === true,
  };
}

function movesOf(row: RawRow): readonly RawRow[] {
  return row['moves'] as readonly RawRow[];
}

export const bitfinex: ExchangeTraits = {
  openedIn: 2013,
  // Both bounds filter by the time of the last update.
  start: startsAt('start'),
  end: endsAt('end'),
  windowDays: 365,
  limit: 1000,
  withdrawable: {
    // A withdrawal request may name any of the wallets; deposits arrive in the exchange wallet.
    account: 'exchange',
    source: null,
  },
  coins: {
    rows: listCurrencies,
    coin: (row) => requireText(row, 'id'),
    networkRows: (row) => (movesOf(row).length === 0 ? null : movesOf(row)),
    network: readMethod,
    isFiat: (row) => movesOf(row).some(({ method }) => method === WIRE),
  },
};
