/** Requests the data of an account at Bybit. */
import { isDeepStrictEqual } from 'node:util';

import { SECOND_MS } from '../../domain/duration.ts';
import type { AccountContext } from '../client/account-context.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import { readClockField } from '../client/exchange-clock.ts';
import { appendTo } from '../client/long-lists.ts';
import { readOptional } from '../client/read-optional.ts';
import { tooManyPages } from '../client/window-rows.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  type HistorySource,
  type KeyPermissions,
  type WindowReading,
  WindowOverflowError,
} from '../exchange.ts';
import { limitAmounts } from '../mapping/limit-amounts.ts';
import {
  expectList,
  expectListIn,
  expectObject,
  type RawRow,
  readText,
} from '../mapping/raw-row.ts';
import { mapBalances, WITHDRAWABLE_FIELDS } from './balances.ts';
import { mapFundingHistory } from './funding-history.ts';
import { mapTransfers } from './ledger.ts';
import { mapPermissions } from './permissions.ts';
import { COINS, DEPOSITS, FUNDING, SOURCES, TRANSFERS } from './profile.ts';
import { mapDeposits, mapInternalDeposits, mapWithdrawals } from './transactions.ts';

const ROWS_MAX = 50;
/** Maximum pages of a window that can be divided, so that rows are stored in steps. */
const WINDOW_PAGES_MAX = 20;
/** Maximum pages of a window that cannot be divided. */
const PAGES_MAX = 200;
/**
 * The value of `withdrawType` for all withdrawals; by default the list omits withdrawals to other customers.
 */
const WITHDRAWALS_OF_ALL_TYPES = 2;

/** Opens an account at Bybit. */
export function openAccount(context: AccountContext): ExchangeAccount {
  return new BybitAccount(context);
}

class BybitAccount implements ExchangeAccount {
  readonly sources = SOURCES;
  readonly #client: CcxtClient;

  constructor({ client }: AccountContext) {
    this.#client = client;
  }

  fetchTimeMs(): Promise<number> {
    return readClockField(this.#client, 'publicGetV5MarketTime', 'time');
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    const { toSymbol } = this.#client;
    switch (source.name) {
      case 'deposits':
        return mapDeposits(await this.#readRows(source, DEPOSITS, {}, fromMs, toMs), toSymbol);
      case 'internal-deposits':
        return mapInternalDeposits(
          await this.#readRows(source, INTERNAL_DEPOSITS, {}, fromMs, toMs),
          toSymbol,
        );
      case 'withdrawals':
        return mapWithdrawals(
          await this.#readRows(
            source,
            WITHDRAWALS,
            { withdrawType: WITHDRAWALS_OF_ALL_TYPES },
            fromMs,
            toMs,
          ),
          toSymbol,
        );
      case 'transfers':
        return mapTransfers(await this.#readRows(source, TRANSFERS, {}, fromMs, toMs), toSymbol);
      case 'funding-history':
        return mapFundingHistory(
          await this.#readRows(source, FUNDING_HISTORY, {}, fromMs, toMs),
          toSymbol,
        );
      default:
        throw new RangeError(`bybit has no source ${source.name}`);
    }
  }

  async readBalances(): Promise<BalanceReading> {
    const coins = await this.#result(COINS, {});
    const { rows, isVerified } = await limitAmounts(
      await this.checkBalances(),
      WITHDRAWABLE_FIELDS,
      (coin) => readOptional(this.#result(WITHDRAWABLE, { coin })),
    );
    const reading = mapBalances(rows, expectList(coins['rows'], COINS), this.#client.toSymbol);
    return isVerified ? reading : { ...reading, withdrawableUnverified: true };
  }

  async checkBalances(): Promise<readonly unknown[]> {
    const account = await this.#result(FUNDING, { accountType: 'FUND' });
    return expectListIn(account, ['balance'], FUNDING);
  }

  async readPermissions(): Promise<KeyPermissions> {
    return mapPermissions(await this.#result('privateGetV5UserQueryApi', {}));
  }

  /**
   * Reads the rows of the whole seconds that contain a window, page by page. The cursor names the record
   * after which a page begins, so new rows do not shift the pages. The last page has no rows or no cursor; a
   * short page may have a cursor. A page that is returned again for its own cursor is also the last one.
   */
  async #readRows(
    source: HistorySource,
    endpoint: string,
    parameters: Record<string, number>,
    fromMs: number,
    toMs: number,
  ): Promise<unknown[]> {
    const rows: unknown[] = [];
    const divisible = toMs - fromMs > source.windowMsMin;
    let cursor: string | null = null;
    let last: readonly unknown[] = [];
    for (let page = 0; page < PAGES_MAX; page += 1) {
      if (divisible && page >= WINDOW_PAGES_MAX) throw new WindowOverflowError(source.name);
      const result = await this.#result(endpoint, {
        ...parameters,
        ...boundsOf(endpoint, Math.floor(fromMs / SECOND_MS), Math.ceil(toMs / SECOND_MS)),
        limit: ROWS_MAX,
        ...(cursor === null ? {} : { cursor }),
      });
      const found = expectListIn(result, ['rows', 'list'], endpoint);
      const next = readText(result, 'nextPageCursor');
      if (next === cursor && isDeepStrictEqual(found, last)) return rows;
      appendTo(rows, found);
      // A full page without a cursor may not be the last one.
      if (next === null && found.length >= ROWS_MAX && divisible) {
        throw new WindowOverflowError(source.name);
      }
      if (next === null || found.length === 0) return rows;
      cursor = next;
      last = found;
    }
    throw tooManyPages(endpoint, PAGES_MAX);
  }

  async #result(endpoint: string, parameters: Record<string, string | number>): Promise<RawRow> {
    const response = expectObject(await this.#client.call(endpoint, parameters), endpoint);
    return expectObject(response['result'], endpoint);
  }
}

/** Returns the parameters for a window in whole seconds, under the names and in the unit of the list. */
function boundsOf(endpoint: string, from: number, to: number): Record<string, number> {
  return endpoint === FUNDING_HISTORY
    ? { createTimeFrom: from, createTimeTo: to }
    : { startTime: from * SECOND_MS, endTime: to * SECOND_MS };
}

const FUNDING_HISTORY = 'privateGetV5AssetFundinghistory';
const INTERNAL_DEPOSITS = 'privateGetV5AssetDepositQueryInternalRecord';
const WITHDRAWALS = 'privateGetV5AssetWithdrawQueryRecord';
const WITHDRAWABLE = 'privateGetV5AssetWithdrawWithdrawableAmount';
