/** Deliveries of one project while receivers of other projects hold theirs. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { runDeliverer } from '../../src/webhooks/deliverer.ts';
import { CREDENTIALS, makeWallet, ORG_ID, T0 } from '../store/contract/fixtures.ts';
import { openEmptyStore, STORE_ENGINES } from '../store/store-engines.ts';
import { DeliveryHarness, listMethods } from '../webhooks/delivery-harness.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';

const WEBHOOKS = 15;
const WALLETS = 8;
const ENGINES = STORE_ENGINES.map(([engine]) => engine);

describe.each(ENGINES)('deliveries of several projects from %s', { timeout: 120_000 }, (engine) => {
  let opened: Awaited<ReturnType<typeof openEmptyStore>>;
  let harness: DeliveryHarness;
  let receivers: Receiver[];

  beforeEach(async () => {
    opened = await openEmptyStore(engine);
    harness = new DeliveryHarness(opened.store);
    receivers = [];
    await harness.addWallets();
  });
  afterEach(async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await opened.close();
  });

  async function startOne(): Promise<Receiver> {
    const receiver = await startReceiver();
    receivers.push(receiver);
    return receiver;
  }

  /** Adds a project whose wallets each have an event, and whose webhooks all send to one receiver. */
  async function addProject(
    name: string,
    receiver: Receiver,
    { webhooks, wallets }: { readonly webhooks: number; readonly wallets: number },
  ): Promise<void> {
    const { store } = opened;
    const projectId = `project_${name}`;
    await store.createProject({ id: projectId, orgId: ORG_ID, name, createdAtMs: T0 });
    const walletIds = Array.from({ length: wallets }, (_each, at) => `wallet_${name}_${at}`);
    for (const id of walletIds) await store.addWallet(makeWallet(id, { projectId }), CREDENTIALS);
    for (let at = 0; at < webhooks; at += 1) {
      await harness.addEndpoint(`webhook_${name}_${at}`, receiver, { projectId });
    }
    for (const id of walletIds) await harness.record(id, ['tx_1']);
  }

  it('reach their receiver while those of ten other projects never respond', async () => {
    const silent = await startOne();
    silent.respond = () => undefined;
    const load = { webhooks: WEBHOOKS, wallets: WALLETS };
    for (let at = 0; at < 10; at += 1) await addProject(`silent_${at}`, silent, load);
    const quick = await startOne();
    const stop = new AbortController();
    const running = runDeliverer({ ...harness.makeOptions(), signal: stop.signal });
    await expect.poll(() => silent.messages.length, { timeout: 5000 }).toBeGreaterThan(20);
    await addProject('quick', quick, { webhooks: 1, wallets: 1 });
    // Less than the time limit of an attempt, so that none of the other deliveries has ended.
    await expect.poll(() => quick.messages.length, { timeout: 5000 }).toBe(1);
    stop.abort();
    await running;
  }, 30_000);

  it('take turns with the backlog of another project', async () => {
    const quick = await startOne();
    await addProject('large', quick, { webhooks: 40, wallets: 1 });
    harness.nowMs += 1000;
    await addProject('small', quick, { webhooks: 1, wallets: 1 });
    const claimed: string[] = [];
    const store = {
      ...listMethods(opened.store),
      claimDelivery: async (...args: Parameters<typeof opened.store.claimDelivery>) => {
        const delivery = await opened.store.claimDelivery(...args);
        if (delivery !== undefined) claimed.push(delivery.projectId);
        return delivery;
      },
    };
    await harness.deliver({ store });
    expect(claimed).toHaveLength(41);
    expect(claimed.indexOf('project_small')).toBeLessThan(2);
  });

  it('of one project leave slots free', async () => {
    const silent = await startOne();
    const held: (() => void)[] = [];
    silent.respond = (response, status) => {
      held.push(() => void response.writeHead(status).end());
    };
    await addProject('silent', silent, { webhooks: WEBHOOKS, wallets: WALLETS });
    const delivered = harness.deliver();
    await expect.poll(() => held.length).toBe(28);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(held).toHaveLength(28);
    silent.respond = (response, status) => void response.writeHead(status).end();
    for (const respond of held) respond();
    await delivered;
    expect(silent.messages).toHaveLength(WEBHOOKS * WALLETS);
  });
});
