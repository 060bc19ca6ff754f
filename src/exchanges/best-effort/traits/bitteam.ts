import { type RawRow, readObject, readText, requireText } from '../../mapping/raw-row.ts';
import { entriesAt, readLimit, readList, rowsAt } from '../reader-forms.ts';
import { byRows } from '../trait-forms.ts';
import type { ExchangeTraits, RawNetwork } from '../exchange-traits.ts';

/** The chain by the host of its explorer: it identifies the exchange's network `Binance`. */
const EXPLORED: Readonly<Record<string, string>> = { 'bscscan.com': 'BNB Smart Chain' };

/** Returns every currency with its entry in `cmc/assets`, which reports if it can be withdrawn. */
function listCurrencies(responses: readonly unknown[]): readonly unknown[] {
  const currencies = rowsAt('result', 'currencies')(responses) as readonly RawRow[];
  const assets = entriesAt({ keyField: 'key' })(responses.slice(1)) as readonly RawRow[];
  const byId = new Map(assets.map((asset) => [String(asset['unified_cryptoasset_id']), asset]));
  return currencies.map((row) => Object.assign(row, { asset: byId.get(String(row['id'])) }));
}

/** Returns the chains of a coin: its only chain, or the chains in the list of its withdrawal fees. */
function listChains(row: RawRow): readonly string[] {
  const chain = readText(row, 'blockChain');
  if (chain !== null) return [chain];
  const { withdrawCommissionFixed: fees } = readObject(row, 'txLimits');
  return typeof fees === 'object' && fees !== null ? Object.keys(fees) : [];
}

function readNetwork({ id: chainId }: RawRow, row: RawRow): RawNetwork {
  const id = String(chainId);
  const limits = readObject(row, 'txLimits');
  const asset = readObject(row, 'asset');
  const link = readList(row, 'links').find(({ blockChain }) => blockChain === id);
  const host = URL.parse(String(link?.['tx']))?.hostname ?? '';
  const chain = EXPLORED[host];
  return {
    id,
    name: id,
    hints: chain === undefined ? [] : [chain],
    isOpen: row['active'] === true && asset['withdrawStatus'] === true,
    minWithdrawal: readLimit(limits, 'minWithdraw'),
    maxWithdrawal: readLimit(limits, 'maxWithdraw'),
  };
}

export const bitteam: ExchangeTraits = {
  openedIn: 2020,
  limit: 100,
  page: byRows('offset'),
  withdrawable: { account: 'spot', source: null },
  coins: {
    rows: listCurrencies,
    coin: (row) => requireText(row, 'symbol'),
    networkRows: (row) => listChains(row).map((id) => ({ id })),
    network: readNetwork,
    isFiat: (row) => row['type'] === 'fiat',
  },
  rows: {
    createdAt: ['timestamp'],
    sender: ['sender'],
  },
};
