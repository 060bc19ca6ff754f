import type { DecimalForm } from './amount.ts';
import type { Balance as WithdrawableAmounts } from './schemas.ts';
import { Transactions } from './transactions.ts';
import {
  type CallOptions,
  createWalletGet,
  type WalletGet,
  type WalletResponse,
} from './wallet-get.ts';

/** Default retries. Without `retry-after` the waits take 4 to 8 s in total: enough for a restart. */
const RETRIES = 5;

/** The address of the service, the credentials and wallet, and the settings of a client. */
export interface WalletTellerOptions<Form extends DecimalForm = 'text'> {
  /** The address of the service, `http://127.0.0.1:8080` for example. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly walletId: string;
  /** `text`, the default, keeps every digit; `number` rounds to a binary float. */
  readonly decimals?: Form | undefined;
  /** Maximum attempts after the first if the service is busy or unreachable; 5 if absent. */
  readonly retries?: number | undefined;
  /** Maximum duration of one attempt, in milliseconds; 30 s if absent. */
  readonly timeoutMs?: number | undefined;
  /** Sends the requests; the global `fetch` if absent. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** The withdrawable balances of a wallet, with their networks. */
export interface Balance<Form extends DecimalForm = 'text'>
  extends WithdrawableAmounts<Form>, WalletResponse {}

/** Reads one wallet from the service. */
export class WalletTeller<Form extends DecimalForm = 'text'> {
  readonly transactions: Transactions<Form>;
  readonly #get: WalletGet;

  constructor({
    baseUrl,
    apiKey,
    orgId,
    projectId,
    walletId,
    decimals,
    retries = RETRIES,
    timeoutMs = 30_000,
    fetch = globalThis.fetch,
  }: WalletTellerOptions<Form>) {
    const headers = {
      'x-svc-api-key': apiKey,
      'x-svc-org-id': orgId,
      'x-svc-project-id': projectId,
      'x-svc-wallet-id': walletId,
    };
    this.#get = createWalletGet(baseUrl, decimals ?? 'text', {
      headers,
      fetch,
      retries,
      timeoutMs,
    });
    this.transactions = new Transactions(this.#get);
  }

  /**
   * Returns the withdrawable balances with their networks.
   *
   * @throws {ProblemError} `wallet_not_synced` or `wallet_stopped` if the wallet was never synchronised,
   * `balance_not_available` if it only takes imports.
   * @throws {ConnectionError}
   */
  withdrawableBalance(options: CallOptions<Balance<Form>> = {}): Promise<Balance<Form>> {
    return this.#get('/v0/wallet/withdraw/balance', options, (body) => body as Balance<Form>);
  }
}
