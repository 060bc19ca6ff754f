import type { DecimalForm } from './amount.ts';
import type { CallOptions } from './http-get.ts';
import type { Balance as WithdrawableAmounts } from './schemas.ts';
import { Transactions } from './transactions.ts';
import { createWalletGet, type WalletGet, type WalletResponse } from './wallet-get.ts';

/** The waits before them take 4 to 8 s if the service does not say how long: it restarts in that time. */
const RETRIES = 5;

/** Where the service is, and the wallet that a client reads. */
export interface WalletTellerOptions<Form extends DecimalForm = 'text'> {
  /** The address of the service, `http://127.0.0.1:8080` for example. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly walletId: string;
  /** `text`, the default, keeps every digit; `number` rounds to a binary float. */
  readonly decimals?: Form | undefined;
  /** Attempts after the first if the service is busy or cannot be reached; 5 if absent. */
  readonly retries?: number | undefined;
  /** Time for one attempt; 30 s if absent. */
  readonly timeoutMs?: number | undefined;
  /** Sends the requests; the platform's own if absent. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** What can be withdrawn from a wallet, and on which networks. */
export interface Balance<Form extends DecimalForm = 'text'>
  extends WithdrawableAmounts<Form>, WalletResponse {}

/** A wallet, as the service reports it. */
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
   * Returns what can be withdrawn.
   *
   * @throws {ProblemError} `wallet_not_synced` or `wallet_stopped` if it was never synchronised.
   * @throws {ConnectionError}
   */
  withdrawableBalance(options: CallOptions<Balance<Form>> = {}): Promise<Balance<Form>> {
    return this.#get('/v0/wallet/withdraw/balance', options, (body) => body as Balance<Form>);
  }
}
