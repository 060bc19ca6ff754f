import { ProblemError, type WalletTeller } from '../../../client/src/index.ts';
import { useResource } from '../state/use-resource.ts';

/** Maximum symbols that are looked up. */
const CANDIDATES_MAX = 3;

/** The properties of {@link AssetSuggestion}. */
export interface AssetSuggestionProps {
  readonly wallet: WalletTeller;
  readonly walletId: string;
  /** The symbol of which no transaction was found. */
  readonly asset: string;
  readonly onChoose: (asset: string) => void;
}

/** Shows buttons for symbols of the wallet that differ from the given one only in upper and lower case. */
export function AssetSuggestion({ wallet, walletId, asset, onChoose }: AssetSuggestionProps) {
  const { value = [] } = useResource<readonly string[]>(
    JSON.stringify([walletId, asset]),
    ({ signal }) => findSymbols(wallet, asset, signal),
  );
  return (
    <div class="suggestions" aria-live="polite">
      {value.map((symbol) => (
        <button key={symbol} type="button" class="button" onClick={() => onChoose(symbol)}>
          Did you mean {symbol}?
        </button>
      ))}
    </div>
  );
}

/** Returns the symbols of transactions that equal the asset in upper case. The service compares exactly. */
async function findSymbols(
  wallet: WalletTeller,
  asset: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const upper = asset.toUpperCase();
  const held = (await listBalances(wallet, signal)).filter((each) => each.toUpperCase() === upper);
  const candidates = [...new Set([upper, ...held])].filter((each) => each !== asset);
  const found: string[] = [];
  for (const candidate of candidates.slice(0, CANDIDATES_MAX)) {
    const query = { asset: candidate, limit: 1, fields: ['asset'] } as const;
    const { pagination } = await wallet.transactions.list(query, { signal });
    if (pagination.totalCount > 0) found.push(candidate);
  }
  return found;
}

/** Returns the assets of the balance; none if the service has no balance of the wallet. */
async function listBalances(wallet: WalletTeller, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const { balances } = await wallet.withdrawableBalance({ signal });
    return balances.map(({ asset }) => asset);
  } catch (error) {
    if (error instanceof ProblemError) return [];
    throw error;
  }
}
