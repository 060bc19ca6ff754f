import { randomBytes } from 'node:crypto';

import { afterEach, beforeEach } from 'vitest';

import { createWebhookSecret, type WebhookEventName } from '../../src/domain/webhook.ts';
import type { Store } from '../../src/store/store.ts';
import type { WebhookEndpoint, WebhookStore } from '../../src/store/webhooks.ts';
import { deliverDue } from '../../src/webhooks/deliverer.ts';
import type { DelivererOptions } from '../../src/webhooks/deliverer-options.ts';
import { createSender, type SendWebhook } from '../../src/webhooks/webhook-sender.ts';
import {
  addProject,
  claim,
  CREDENTIALS,
  makeTransaction,
  makeWallet,
  makeWindow,
  PROJECT_ID,
  T0,
} from '../store/contract/fixtures.ts';
import { openEmptyStore, type STORE_ENGINES } from '../store/store-engines.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** The secrets of all endpoints, by endpoint. The sealed form is the identifier. */
export const SECRETS = new Map<string, string>();

/** Returns a sender for receivers on this machine. */
function createLocalSender(): SendWebhook {
  const resolveName = (): Promise<never> => Promise.reject(new Error('no names in this test'));
  return createSender({ allowed: { http: true, private: true }, resolveName, nowMs: Date.now });
}

/** The events of refreshes and transactions. */
export const DEFAULT_EVENTS: readonly WebhookEventName[] = [
  'wallet.synced',
  'wallet.stopped',
  'transaction.created',
  'transaction.updated',
];

/** A store with wallets and endpoints, and a clock that the test moves. */
export class DeliveryHarness {
  readonly store: Store;
  /** Log lines of warnings. */
  readonly warnings: object[] = [];
  nowMs = T0;

  constructor(store: Store) {
    this.store = store;
  }

  async addWallets(...ids: readonly string[]): Promise<void> {
    await addProject(this.store);
    for (const id of ids) await this.store.addWallet(makeWallet(id), CREDENTIALS);
  }

  async addEndpoint(
    id: string,
    { url }: Pick<Receiver, 'url'>,
    changes: Partial<WebhookEndpoint> = {},
  ): Promise<string> {
    const secret = createWebhookSecret(randomBytes);
    SECRETS.set(id, secret);
    const endpoint = { id, projectId: PROJECT_ID, url, events: DEFAULT_EVENTS };
    const rest = { walletIds: null, createdAtMs: T0, ...changes };
    await this.store.addWebhook({ ...endpoint, ...rest }, CREDENTIALS);
    return secret;
  }

  /** Writes new rows of a wallet in one window. */
  async record(walletId: string, ids: readonly string[]): Promise<void> {
    const lease = await claim(this.store, walletId, this.nowMs);
    const transactions = ids.map((id) => makeTransaction(id));
    await this.store.recordWindow(lease, makeWindow({ transactions, readAtMs: this.nowMs }));
    await this.store.releaseLease(lease);
  }

  /** Delivers what is due at the clock's time. */
  async deliver(changes: Partial<DelivererOptions> = {}): Promise<void> {
    await deliverDue({ ...this.makeOptions(), ...changes });
  }

  /** Returns the options of a deliverer of the store. */
  makeOptions(): DelivererOptions {
    return {
      store: this.store,
      send: createLocalSender(),
      openSecrets: (_sealed, endpointId) =>
        Promise.resolve({ current: SECRETS.get(endpointId) ?? '', previous: null }),
      sealSecrets: () => Promise.reject(new Error('no secret is replaced in this test')),
      logger: {
        info: () => undefined,
        warn: (fields) => void this.warnings.push(fields),
        error: (fields) => void this.warnings.push(fields),
      },
      nowMs: () => this.nowMs,
      random: () => 0,
      signal: new AbortController().signal,
    };
  }

  /** Delivers until a number of messages was sent, then does nothing more, like a killed process. */
  async deliverAndDie(messagesMax: number): Promise<void> {
    const killed = new AbortController();
    let sent = 0;
    const { store } = this;
    const alive = <Result>(work: () => Promise<Result>): Promise<Result> =>
      killed.signal.aborted ? Promise.reject(new Error('killed')) : work();
    const dying: WebhookStore = {
      listDueEndpoints: (times) => alive(() => store.listDueEndpoints(times)),
      claimDelivery: (claimed) => alive(() => store.claimDelivery(claimed)),
      readPendingEvents: (...args) => alive(() => store.readPendingEvents(...args)),
      hasMorePending: (...args) => alive(() => store.hasMorePending(...args)),
      recordDelivery: (...args) => alive(() => store.recordDelivery(...args)),
      disableWebhook: (...args) => alive(() => store.disableWebhook(...args)),
      listWebhookSecrets: (...args) => alive(() => store.listWebhookSecrets(...args)),
      replaceWebhookSecret: (...args) => alive(() => store.replaceWebhookSecret(...args)),
    };
    const send = createLocalSender();
    await this.deliver({
      store: dying,
      signal: killed.signal,
      send: async (...args) => {
        const result = await send(...args);
        sent += 1;
        if (sent >= messagesMax) killed.abort();
        return result;
      },
    }).catch(() => undefined);
  }

  /** Moves the clock to each next attempt until everything is delivered. */
  async deliverAll(roundsMax = 100): Promise<void> {
    for (let round = 0; round < roundsMax; round += 1) {
      this.nowMs += 3_600_000;
      await this.deliver();
      const webhooks = await this.store.listWebhooks();
      if (webhooks.every(({ pendingCount }) => pendingCount === 0)) return;
    }
    throw new Error('the deliveries do not end');
  }
}

/** Starts a receiver, and opens a store with these wallets, for each test. */
export function useDelivery(
  engine: (typeof STORE_ENGINES)[number][0],
  wallets: readonly string[],
  receive: (made: { readonly harness: DeliveryHarness; readonly receiver: Receiver }) => void,
): void {
  let opened: Awaited<ReturnType<typeof openEmptyStore>>;
  let receiver: Receiver;
  beforeEach(async () => {
    opened = await openEmptyStore(engine);
    const harness = new DeliveryHarness(opened.store);
    receiver = await startReceiver();
    await harness.addWallets(...wallets);
    receive({ harness, receiver });
  });
  afterEach(async () => {
    await receiver.close();
    await opened.close();
  });
}

/** Returns the methods of the deliverer, to replace some of them. */
export function listMethods(store: Store): WebhookStore {
  return {
    listDueEndpoints: (times) => store.listDueEndpoints(times),
    claimDelivery: (claimed) => store.claimDelivery(claimed),
    readPendingEvents: (...args) => store.readPendingEvents(...args),
    hasMorePending: (...args) => store.hasMorePending(...args),
    recordDelivery: (...args) => store.recordDelivery(...args),
    disableWebhook: (...args) => store.disableWebhook(...args),
    listWebhookSecrets: (...args) => store.listWebhookSecrets(...args),
    replaceWebhookSecret: (...args) => store.replaceWebhookSecret(...args),
  };
}

/** Returns the transactions of a wallet that a receiver has accepted, in the order of the first acceptance. */
export function listReceived(receiver: Receiver, walletId: string): readonly string[] {
  return receiver
    .listAccepted()
    .filter(({ data }) => data.walletId === walletId)
    .map(({ data }) => data.transactionId);
}
