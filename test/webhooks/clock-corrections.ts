/** Tests of the deliveries of a machine whose clock was wrong, for one engine. */
import { beforeEach, describe, expect, it } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import { T0 } from '../store/contract/fixtures.ts';
import type { STORE_ENGINES } from '../store/store-engines.ts';
import { type DeliveryHarness, listReceived, useDelivery } from './delivery-harness.ts';
import type { Receiver } from './receiver.ts';

/** Tests corrected clocks in an engine. */
export function testCorrectedClock(engine: (typeof STORE_ENGINES)[number][0]): void {
  describe(`a corrected clock on ${engine}`, () => {
    let harness: DeliveryHarness;
    let receiver: Receiver;
    useDelivery(engine, ['wallet_a'], (made) => ({ harness, receiver } = made));
    beforeEach(() => harness.addEndpoint('webhook_1', receiver));

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
      receiver.respond = (response) =>
        void response.writeHead(503, { 'retry-after': '3600' }).end();
      await harness.deliver();
      await harness.deliver();
      expect(receiver.messages).toHaveLength(2);
      harness.nowMs = T0 + HOUR_MS;
      await harness.deliver();
      expect(receiver.messages).toHaveLength(3);
    });
  });
}
