/** Requests the data of an account at OKX. */
import type { AccountContext } from '../client/account-context.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import { readExchangeClock } from '../client/exchange-clock.ts';
import { readOptional } from '../client/read-optional.ts';
import { readUnpagedWindow } from '../client/window-rows.ts';
import type {
  BalanceReading,
  ExchangeAccount,
  HistorySource,
  KeyPermissions,
  WindowReading,
} from '../exchange.ts';
import { type HeldDeposit, withoutHeldDeposits } from '../mapping/held-deposits.ts';
import { expectList, expectObject, type RawRow } from '../mapping/raw-row.ts';
import { mapBalances } from './balances.ts';
import { mapBills } from './ledger.ts';
import { mapPermissions } from './permissions.ts';
import { BILLS, CONFIG, FIAT_DEPOSITS, FIAT_WITHDRAWALS, SOURCES } from './profile.ts';
import { CREDITED } from './statuses.ts';
import { mapDeposits, mapFiatOrders, mapHeldDeposit, mapWithdrawals } from './transactions.ts';

const ROWS_MAX = 100;

/** Opens an account at OKX. */
export function openAccount(context: AccountContext): ExchangeAccount {
  return new OkxAccount(context);
}

class OkxAccount implements ExchangeAccount {
  readonly sources = SOURCES;
  readonly #client: CcxtClient;

  constructor({ client }: AccountContext) {
    this.#client = client;
  }

  fetchTimeMs(): Promise<number> {
    return readExchangeClock(this.#client, async () => {
      const [row] = await this.#list('publicGetPublicTime');
      return Number(expectObject(row, 'public/time')['ts']);
    });
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    const { toSymbol } = this.#client;
    // For fiat orders, `after` is the begin, `before` the end, and both are inclusive.
    const orders = { after: fromMs, before: toMs - 1 };
    switch (source.name) {
      case 'deposits':
        return mapDeposits(await this.#readRows(source, DEPOSITS, fromMs, toMs), toSymbol);
      case 'withdrawals':
        return mapWithdrawals(await this.#readRows(source, WITHDRAWALS, fromMs, toMs), toSymbol);
      case 'fiat-deposits': {
        const rows = await this.#readRows(source, FIAT_DEPOSITS, fromMs, toMs, orders);
        return mapFiatOrders('deposit', rows, toSymbol);
      }
      case 'fiat-withdrawals': {
        const rows = await this.#readRows(source, FIAT_WITHDRAWALS, fromMs, toMs, orders);
        return mapFiatOrders('withdrawal', rows, toSymbol);
      }
      case 'bills':
        return mapBills(await this.#readRows(source, BILLS, fromMs, toMs), toSymbol);
      default:
        throw new RangeError(`okx has no source ${source.name}`);
    }
  }

  async readBalances(): Promise<BalanceReading> {
    const currencies = await this.#list('privateGetAssetCurrencies');
    const balances = await this.#list('privateGetAssetBalances');
    // Requested after the balances, so that a deposit that is credited between the two requests is
    // subtracted.
    const held = await readOptional(this.#list(DEPOSITS, { state: CREDITED, limit: ROWS_MAX }));
    const reading = mapBalances(balances, currencies, this.#client.toSymbol);
    const toHeld = (row: RawRow): HeldDeposit | undefined =>
      mapHeldDeposit(row, this.#client.toSymbol);
    return withoutHeldDeposits(reading, held, toHeld, ROWS_MAX);
  }

  async readPermissions(): Promise<KeyPermissions> {
    const [config] = await this.#list(CONFIG);
    return mapPermissions(expectObject(config, CONFIG));
  }

  /**
   * Reads the rows of a window in one response. A further page would begin after the time of the last row,
   * and skip other rows of that time.
   */
  async #readRows(
    source: HistorySource,
    endpoint: string,
    fromMs: number,
    toMs: number,
    bounds = { before: fromMs - 1, after: toMs },
  ): Promise<readonly unknown[]> {
    return readUnpagedWindow({ source, fromMs, toMs, rowsMax: ROWS_MAX }, () =>
      this.#list(endpoint, { ...bounds, limit: ROWS_MAX }),
    );
  }

  async #list(
    endpoint: string,
    parameters: Record<string, string | number> = {},
  ): Promise<readonly unknown[]> {
    const response = expectObject(await this.#client.call(endpoint, parameters), endpoint);
    return expectList(response['data'], endpoint);
  }
}

const DEPOSITS = 'privateGetAssetDepositHistory';
const WITHDRAWALS = 'privateGetAssetWithdrawalHistory';
