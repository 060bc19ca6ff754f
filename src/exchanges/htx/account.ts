/** Requests the data of an account at HTX. */
import { DAY_MS } from '../../domain/duration.ts';
import type { AccountContext } from '../client/account-context.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import { readExchangeClock } from '../client/exchange-clock.ts';
import {
  type ListScan,
  rereadWindow,
  type RereadWindow,
  selectWindow,
} from '../client/list-scan.ts';
import { readOptional } from '../client/read-optional.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  ExchangeError,
  type HistorySource,
  type KeyPermissions,
  type WindowReading,
} from '../exchange.ts';
import { withoutHeldDeposits } from '../mapping/held-deposits.ts';
import { expectList, expectObject, type RawRow, readText } from '../mapping/raw-row.ts';
import { withStart } from '../profile.ts';
import { mapBalances } from './balances.ts';
import { readResponse } from './errors.ts';
import { LEDGER_REACH_MS, readTransfers } from './ledger.ts';
import { mapPermissions } from './permissions.ts';
import { TRANSFERS, SOURCES } from './profile.ts';
import { createdAtOf, PAGE_ROWS_MAX, readRecordsById } from './records-by-id.ts';
import { mapHeldDeposit, mapRecords, type RecordKind } from './transactions.ts';

/** Maximum time until a credited deposit can be withdrawn. */
const HELD_MS_MAX = 7 * DAY_MS;

const KINDS: ReadonlyMap<string, RecordKind> = new Map([
  ['deposits', 'deposit'],
  ['withdrawals', 'withdraw'],
]);

/** Opens an account at HTX. */
export function openAccount(context: AccountContext): ExchangeAccount {
  return new HtxAccount(context);
}

class HtxAccount implements ExchangeAccount {
  readonly #client: CcxtClient;
  /** The last scans since the clock was read; windows up to that time need no further scan. */
  readonly #scans = new Map<RecordKind, ListScan>();
  #spotAccountId: Promise<string> | undefined;

  constructor({ client }: AccountContext) {
    this.#client = client;
  }

  get sources(): readonly HistorySource[] {
    const startMs = this.#client.exchangeNowMs() - LEDGER_REACH_MS;
    return withStart(SOURCES, TRANSFERS.name, startMs);
  }

  async fetchTimeMs(): Promise<number> {
    this.#scans.clear();
    this.#spotAccountId = undefined;
    return readExchangeClock(this.#client, async () => Number((await this.#read(TIME))['data']));
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    if (source.name === TRANSFERS.name) return this.#readTransfers(fromMs, toMs);
    const kind = KINDS.get(source.name);
    if (kind === undefined) throw new RangeError(`htx has no source ${source.name}`);
    return selectWindow(await this.#scanFrom(source, kind, fromMs), fromMs, toMs);
  }

  async readBalances(): Promise<BalanceReading> {
    const currencies = await readOptional(this.#list(CURRENCIES));
    const parameters = { 'account-id': await this.#readSpotAccountId() };
    const account = expectObject((await this.#read(BALANCE, parameters))['data'], BALANCE);
    const balances = expectList(account['list'], BALANCE);
    // Requested after the balances, so that a deposit that is credited between the two requests is
    // subtracted.
    const heldFromMs = this.#client.exchangeNowMs() - HELD_MS_MAX;
    const deposits = await readOptional(this.#readRecords('deposit', heldFromMs));
    return withoutHeldDeposits(
      mapBalances(balances, currencies, this.#client.toSymbol),
      deposits,
      (row) => mapHeldDeposit(row, heldFromMs, this.#client.toSymbol),
    );
  }

  async readPermissions(): Promise<KeyPermissions> {
    const { apiKey } = this.#client.ccxt;
    const uid = String((await this.#read(UID))['data']);
    return mapPermissions(await this.#list(API_KEY, { uid, accessKey: apiKey }), apiKey);
  }

  async #scanFrom(source: HistorySource, kind: RecordKind, fromMs: number): Promise<ListScan> {
    const last = this.#scans.get(kind);
    if (last !== undefined && last.fromMs <= fromMs) return last;
    const rows = await this.#readRecords(kind, fromMs);
    const nowMs = this.#client.exchangeNowMs();
    const windowOf = (row: unknown): RereadWindow => rereadWindow(createdAtOf(row), source, nowMs);
    const scan = { fromMs, reading: mapRecords(kind, rows, this.#client.toSymbol, windowOf) };
    this.#scans.set(kind, scan);
    return scan;
  }

  #readRecords(kind: RecordKind, fromMs: number): Promise<readonly unknown[]> {
    return readRecordsById(async (from) => {
      const cursor = from === undefined ? {} : { from };
      const parameters = { type: kind, direct: 'next', size: PAGE_ROWS_MAX, ...cursor };
      return this.#list(RECORDS, parameters);
    }, fromMs);
  }

  async #readTransfers(fromMs: number, toMs: number): Promise<WindowReading> {
    const accountId = await this.#readSpotAccountId();
    return readTransfers(
      (parameters) => this.#read(LEDGER, { accountId, ...parameters }),
      { fromMs, toMs },
      this.#client.toSymbol,
    );
  }

  /** Returns the identifier of the spot account, which is requested once until the clock is read again. */
  async #readSpotAccountId(): Promise<string> {
    this.#spotAccountId ??= this.#list(ACCOUNTS).then(findSpotAccount);
    return await this.#spotAccountId;
  }

  async #list(
    endpoint: string,
    parameters: Record<string, string | number> = {},
  ): Promise<readonly unknown[]> {
    return expectList((await this.#read(endpoint, parameters))['data'], endpoint);
  }

  async #read(endpoint: string, parameters: Record<string, string | number> = {}): Promise<RawRow> {
    return readResponse(endpoint, () => this.#client.call(endpoint, parameters));
  }
}

const TIME = 'spotPublicGetV1CommonTimestamp';
const CURRENCIES = 'spotPublicGetV2ReferenceCurrencies';
const ACCOUNTS = 'spotPrivateGetV1AccountAccounts';
const BALANCE = 'spotPrivateGetV1AccountAccountsAccountIdBalance';
const LEDGER = 'spotPrivateGetV2AccountLedger';
const RECORDS = 'spotPrivateGetV1QueryDepositWithdraw';
const UID = 'spotPrivateGetV2UserUid';
const API_KEY = 'spotPrivateGetV2UserApiKey';

/**
 * Returns the identifier of the account from which withdrawals are made.
 *
 * @throws {ExchangeError} if it is missing.
 */
function findSpotAccount(accounts: readonly unknown[]): string {
  const spot = (accounts as readonly (RawRow | null)[]).find((row) => row?.['type'] === 'spot');
  const id = spot ? readText(spot, 'id') : null;
  if (id !== null) return id;
  throw new ExchangeError('exchange_unavailable', `${ACCOUNTS}: the response has no spot account`);
}
