import { EVM_ADDRESS_FORM } from '../../client/credential-forms.ts';
import { type Decimal, subtractDecimals } from '../../../domain/decimal.ts';
import { ExchangeError } from '../../exchange.ts';
import {
  isRow,
  type RawRow,
  readText,
  requireDecimal,
  requireText,
} from '../../mapping/raw-row.ts';
import type { RawRequest, ExchangeTraits } from '../exchange-traits.ts';

/** Modes of unified accounts, which have one balance for each coin. */
const UNIFIED: ReadonlySet<string> = new Set(['unifiedAccount', 'portfolioMargin']);
const BRIDGED = 'USDC';

/** Requests the spot state. ccxt first requests the mode of the account, and then one of its two states. */
const SPOT_STATE: RawRequest = {
  method: 'publicPostInfo',
  parameters: { type: 'spotClearinghouseState' },
  wallet: 'user',
};

/**
 * Returns the balances. USDC is withdrawn through the bridge, from the perpetuals account (`withdrawable`),
 * and every other coin from the spot account (`balances`). A unified account has all coins in `balances`.
 */
function listBalances(responses: readonly unknown[]): readonly unknown[] {
  const states = responses.filter((each) => isRow(each));
  const perpetuals = states.find((state) => state['withdrawable'] !== undefined);
  const spot = states.find((state) => Array.isArray(state['balances']));
  if (perpetuals === undefined && spot === undefined) {
    throw new ExchangeError('exchange_unavailable', 'no response has a state of the account');
  }
  const coins = (spot?.['balances'] ?? []) as readonly unknown[];
  const isUnified = responses.some(
    (each) => typeof each === 'string' && UNIFIED.has(each.replaceAll('"', '')),
  );
  if (perpetuals === undefined || isUnified) return coins;
  const others = coins.filter((row) => !isRow(row) || row['coin'] !== BRIDGED);
  return [{ coin: BRIDGED, withdrawable: perpetuals['withdrawable'] }, ...others];
}

function readAmount(row: RawRow): Decimal {
  if (readText(row, 'withdrawable') !== null) return requireDecimal(row, 'withdrawable');
  return subtractDecimals(requireDecimal(row, 'total'), requireDecimal(row, 'hold'));
}

export const hyperliquid: ExchangeTraits = {
  credentialForms: { walletAddress: EVM_ADDRESS_FORM },
  openedIn: 2023,
  windowDays: 365,
  // A response has the oldest 500 rows of its window, of all kinds.
  limit: 500,
  order: 'oldest-first',
  onlyAsset: BRIDGED,
  withdrawable: {
    account: 'perpetuals (USDC) and spot',
    source:
      'https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/info-endpoint/perpetuals#retrieve-users-perpetuals-account-summary',
    reader: {
      further: [SPOT_STATE],
      rows: listBalances,
      coin: (row) => requireText(row, 'coin'),
      amount: readAmount,
    },
  },
  rows: {
    createdAt: ['time'],
    // The ledger has no status. It contains a deposit when it is credited, but a withdrawal when it is
    // deducted, before the bridge pays it out (hyperliquid.gitbook.io/hyperliquid-docs/hypercore/bridge).
    status: { field: 'type', deposits: { deposit: 'completed' }, withdrawals: {} },
  },
  note: 'deposits and withdrawals of USDC, without transfers within Hyperliquid',
  key: 'only the wallet address, never a private key',
};
