/** Compares the webhooks of the OpenAPI document with messages that are really sent. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { parseDecimal } from '../../src/domain/decimal.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../../src/domain/webhook.ts';
import { readServiceApi } from '../../tools/api-documents.ts';
import type { Store } from '../../src/store/store.ts';
import { closeObjects } from '../http/closed-schema.ts';
import {
  claim,
  CREDENTIALS,
  makeTransaction,
  makeWallet,
  makeWindow,
  ORG_ID,
} from '../store/contract/fixtures.ts';
import { importRows } from '../store/contract/import-fixtures.ts';
import { openEmptyStore } from '../store/store-engines.ts';
import { DeliveryHarness } from './delivery-harness.ts';
import { type ReceivedMessage, type Receiver, startReceiver } from './receiver.ts';

interface Row {
  readonly id: string;
  readonly amount: number;
  readonly feeCost: number;
  readonly timestamp: number;
}
interface Message {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly projectId: string;
    readonly walletId: string;
    readonly lastSyncAt: string;
    readonly failure: { readonly code: string; readonly message: string } | null;
    readonly transaction: Row | null;
  };
}
interface Webhook {
  readonly parameters: readonly { readonly name: string; readonly example: string }[];
  readonly requestBody: { readonly content: { 'application/json': { example: Message } } };
}

const document = (await readServiceApi()) as unknown as {
  readonly webhooks: Readonly<Record<WebhookEventName, { readonly post: Webhook }>>;
};
const EXAMPLES = Object.fromEntries(
  WEBHOOK_EVENT_NAMES.map((name) => [name, exampleOf(name)]),
) as Record<WebhookEventName, Message>;
const ROW = EXAMPLES['transaction.created'].data.transaction!;

function exampleOf(name: WebhookEventName): Message {
  return document.webhooks[name].post.requestBody.content['application/json'].example;
}

/** Returns the transaction of the examples as it is stored. */
function makeRow(): Transaction {
  const { timestamp, amount, feeCost, ...row } = ROW;
  return makeTransaction(ROW.id, {
    ...row,
    timestampMs: timestamp,
    amount: parseDecimal(String(amount)),
    feeCost: parseDecimal(String(feeCost)),
  });
}

/** The change of each event. */
const CAUSES: Record<WebhookEventName, (store: Store, walletId: string) => Promise<void>> = {
  'transaction.created': async (store, walletId) => {
    const lease = await claim(store, walletId);
    const readAtMs = Date.parse(EXAMPLES['transaction.created'].timestamp);
    await store.recordWindow(lease, makeWindow({ transactions: [makeRow()], readAtMs }));
  },
  'transaction.updated': async (store, walletId) => {
    await importRows(store, walletId, [makeRow()]);
    const [imported] = await store.listImports(walletId);
    const { timestamp } = EXAMPLES['transaction.updated'];
    await store.undoImport(imported?.id ?? '', Date.parse(timestamp));
  },
  'wallet.synced': async (store, walletId) => {
    const { timestamp, data } = EXAMPLES['wallet.synced'];
    const syncedAtMs = Date.parse(data.lastSyncAt);
    const endedAtMs = Date.parse(timestamp);
    const lease = await claim(store, walletId);
    await store.recordOutcome(lease, { nextRunAtMs: 0, syncedAtMs, endedAtMs });
  },
  'wallet.stopped': async (store, walletId) => {
    const { timestamp, data } = EXAMPLES['wallet.stopped'];
    const failure = { ...data.failure!, atMs: Date.parse(timestamp) };
    const lease = await claim(store, walletId);
    await store.recordOutcome(lease, { nextRunAtMs: null, failure });
  },
  'wallet.connected': async (store, walletId) => {
    const lease = await claim(store, walletId);
    const readAtMs = Date.parse(EXAMPLES['wallet.connected'].timestamp);
    await store.recordWindow(lease, makeWindow({ readAtMs }));
  },
  'wallet.history_complete': async (store, walletId) => {
    await store.makeWalletDue(walletId, 0, 0);
    await recordSuccess(store, walletId, 'wallet.history_complete');
  },
  'wallet.failing': async (store, walletId) => {
    const { timestamp, data } = EXAMPLES['wallet.failing'];
    const failure = { ...data.failure!, atMs: Date.parse(timestamp) };
    await store.recordOutcome(await claim(store, walletId), { nextRunAtMs: 1, failure });
  },
  'wallet.recovered': async (store, walletId) => {
    const lease = await claim(store, walletId);
    const failure = { code: 'exchange_unavailable', message: 'down', atMs: 0 };
    await store.recordOutcome(lease, { nextRunAtMs: 1, failure });
    await store.releaseLease(lease);
    await recordSuccess(store, walletId, 'wallet.recovered');
  },
};

async function recordSuccess(
  store: Store,
  walletId: string,
  name: WebhookEventName,
): Promise<void> {
  const { timestamp, data } = EXAMPLES[name];
  const syncedAtMs = Date.parse(data.lastSyncAt);
  const endedAtMs = Date.parse(timestamp);
  const lease = await claim(store, walletId);
  await store.recordOutcome(lease, {
    nextRunAtMs: 0,
    syncedAtMs,
    endedAtMs,
    historyComplete: true,
  });
}

describe('the webhooks of the OpenAPI document', () => {
  let opened: Awaited<ReturnType<typeof openEmptyStore>>;
  let receiver: Receiver;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(closeObjects(document) as object, 'api');

  beforeEach(async () => {
    opened = await openEmptyStore('SQLite');
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await receiver.close();
    await opened.close();
  });

  /** Causes an event of a synchronised wallet, and returns its message. */
  async function send(name: WebhookEventName): Promise<ReceivedMessage> {
    const { store } = opened;
    const { projectId, walletId: id, lastSyncAt } = EXAMPLES[name].data;
    await store.createOrganization({ id: ORG_ID, name: 'o', createdAtMs: 0 });
    await store.createProject({ id: projectId, orgId: ORG_ID, name: 'p', createdAtMs: 0 });
    await store.addWallet(makeWallet(id, { projectId }), CREDENTIALS);
    const lease = await claim(store, id);
    const syncedAtMs = Date.parse(lastSyncAt ?? EXAMPLES['wallet.synced'].data.lastSyncAt);
    const synced = { nextRunAtMs: 0, syncedAtMs, historyComplete: true };
    if (name !== 'wallet.connected') await store.recordOutcome(lease, synced);
    await store.releaseLease(lease);
    const harness = new DeliveryHarness(store);
    await harness.addEndpoint('webhook_1', receiver, { projectId, events: [name] });
    await CAUSES[name](store, id);
    harness.nowMs = Date.parse(EXAMPLES[name].timestamp);
    await harness.deliverAll();
    const message = receiver.messages.at(-1);
    if (message === undefined) throw new Error('nothing was sent');
    return message;
  }

  /** Fails if the document does not describe a value, or only with further members. */
  function expectDescribed(pointer: string, value: unknown): void {
    const validate = ajv.getSchema(`api#/webhooks/${pointer}/schema`);
    expect([pointer, validate === undefined]).toEqual([pointer, false]);
    expect([value, validate!(value), validate!.errors]).toEqual([value, true, null]);
  }

  it('are all events', () => {
    expect(Object.keys(document.webhooks)).toEqual(WEBHOOK_EVENT_NAMES);
  });

  it.each(WEBHOOK_EVENT_NAMES)('describe what is sent for %s', async (name) => {
    const { body } = await send(name);
    expect(Object.keys(JSON.parse(body))).toEqual(Object.keys(EXAMPLES[name]));
    expectDescribed(`${name}/post/requestBody/content/application~1json`, EXAMPLES[name]);
    expectDescribed(`${name}/post/requestBody/content/application~1json`, JSON.parse(body));
  });

  it('describe the headers', async () => {
    const { headers } = await send('wallet.synced');
    const { parameters } = document.webhooks['wallet.synced'].post;
    const sent = Object.keys(headers).filter((name) => name.startsWith('webhook-'));
    expect(parameters.map(({ name }) => name).toSorted()).toEqual(sent.toSorted());
    for (const [index, { name, example }] of parameters.entries()) {
      const pointer = `wallet.synced/post/parameters/${index}`;
      expectDescribed(pointer, headers[name]);
      expectDescribed(pointer, example);
    }
    const two = `${String(headers['webhook-signature'])} ${String(headers['webhook-signature'])}`;
    expectDescribed('wallet.synced/post/parameters/2', two);
  });
});
