/** Deliveries of a machine whose clock was wrong. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import { T0 } from '../store/contract/fixtures.ts';
import { openEmptyStore, STORE_ENGINES } from '../store/store-engines.ts';
import { DeliveryHarness, listReceived } from './delivery-harness.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const ENGINES = STORE_ENGINES.map(([engine]) => engine);

describe.each(ENGINES)('a corrected clock on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openEmptyStore>>;
  let harness: DeliveryHarness;
  let receiver: Receiver;

  beforeEach(async () => {
    opened = await openEmptyStore(engine);
    harness = new DeliveryHarness(opened.store);
    receiver = await startReceiver();
    await harness.addWallets('wallet_a');
    await harness.addEndpoint('webhook_1', receiver);
  });
  afterEach(async () => {
    await receiver.close();
    await opened.close();
  });

  it.each([
    ['an hour', HOUR_MS],
    ['a day', DAY_MS],
  ])('that was %s ahead delays no event after a failed attempt', async (_length, aheadMs) => {
    receiver.judge = () => 500;
    harness.nowMs = T0 + aheadMs;
    await harness.record('wallet_a', ['tx_1']);
    await harness.deliver();
    receiver.judge = () => 200;
    harness.nowMs = T0 + MINUTE_MS;
    await harness.record('wallet_a', ['tx_2']);
    await harness.deliver();
    expect(listReceived(receiver, 'wallet_a')).toEqual(['tx_1', 'tx_2']);
  });

  it('delays no event that was recorded while it was ahead', async () => {
    harness.nowMs = T0 + DAY_MS;
    await harness.record('wallet_a', ['tx_1']);
    harness.nowMs = T0;
    await harness.deliver();
    expect(listReceived(receiver, 'wallet_a')).toEqual(['tx_1']);
  });

  it('that was a day ahead delays no event whose earlier attempts failed under the right clock', async () => {
    receiver.judge = () => 500;
    await harness.record('wallet_a', ['tx_1']);
    await harness.deliver();
    harness.nowMs = T0 + DAY_MS + 2 * MINUTE_MS;
    await harness.deliver();
    receiver.judge = () => 200;
    harness.nowMs = T0 + 30_000;
    await harness.deliver();
    expect(listReceived(receiver, 'wallet_a')).toEqual(['tx_1']);
  });

  it('does not shorten a wait that the receiver requests later', async () => {
    receiver.judge = () => 500;
    harness.nowMs = T0 + DAY_MS;
    await harness.record('wallet_a', ['tx_1']);
    await harness.deliver();
    harness.nowMs = T0;
    receiver.respond = (response) => void response.writeHead(503, { 'retry-after': '3600' }).end();
    await harness.deliver();
    await harness.deliver();
    expect(receiver.messages).toHaveLength(2);
    harness.nowMs = T0 + HOUR_MS;
    await harness.deliver();
    expect(receiver.messages).toHaveLength(3);
  });
});
