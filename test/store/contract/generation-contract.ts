import { randomUUID } from 'node:crypto';

import { describe, expect, it, vi } from 'vitest';

import type { ServingStore } from '../../../src/store/serving.ts';
import type { Store } from '../../../src/store/store.ts';
import {
  addOneWallet,
  claim,
  CREDENTIALS,
  findServed,
  makeBalance,
  makeBalances,
  makeTransaction,
  makeWallet,
  makeWindow,
  type OpenStore,
  PROJECT_ID,
  T0,
  useOpened,
  listBalances,
} from './fixtures.ts';
import { storeRows } from '../store-rows.ts';
import { importRows } from './import-fixtures.ts';

const KEY_ID = `key_of_${PROJECT_ID}`;
/** After the end of the first claim. */
const LATER = T0 + 1000;
const WAIT = { timeout: 10_000, interval: 5 };

/**
 * Resolves when the store was notified of every earlier change. Notifications may be late, but arrive in
 * order. The key is new, so that the notification cannot belong to another change.
 *
 * @param listening receives notifications of the changes by `store`.
 */
export async function awaitNotifications(
  store: Store,
  listening: ServingStore = store,
): Promise<void> {
  const id = `key_${randomUUID()}`;
  const read = () => listening.generation(id, 'wallet_none');
  await vi.waitFor(() => expect(read()).toBeDefined(), WAIT);
  const before = read();
  const key = { id, projectId: PROJECT_ID, label: null, expiresAtMs: null, createdAtMs: T0 };
  await store.createApiKey({ ...key, hash: new Uint8Array(32) });
  await vi.waitFor(() => expect(read()).not.toBe(before), WAIT);
}

/** Tests the generation, which validates cached authentications. */
export function describeGenerations(openStore: OpenStore): void {
  describe('generations', () => {
    const opened = useOpened(openStore);
    const store = () => opened().store;

    it('remain the same as long as nothing changes', async () => {
      const id = await addOneWallet(store());
      await findServed(store(), id, PROJECT_ID);
      await awaitNotifications(store());
      const before = store().generation(KEY_ID, id);
      expect(before).toBeDefined();
      await findServed(store(), id, PROJECT_ID);
      await listBalances(store(), id);
      expect(store().generation(KEY_ID, id)).toBe(before);
    });

    it("change with all data of a caller's responses", async () => {
      const id = 'wallet_two';
      await addOneWallet(store());
      await findServed(store(), id, PROJECT_ID);
      const expectChange = async (change: () => Promise<unknown>): Promise<void> => {
        await awaitNotifications(store());
        const before = store().generation(KEY_ID, id);
        await change();
        await vi.waitFor(() => expect(store().generation(KEY_ID, id)).not.toBe(before), WAIT);
      };
      await expectChange(() => store().addWallet(makeWallet(id), CREDENTIALS));
      const lease = await claim(store(), id);
      const window = makeWindow({ transactions: [makeTransaction('tx_1')] });
      await expectChange(() => store().recordWindow(lease, window));
      const balances = makeBalances([makeBalance('BTC')]);
      await expectChange(() => store().recordBalances(lease, balances));
      const outcome = { nextRunAtMs: T0 };
      await expectChange(() => store().recordOutcome(lease, { ...outcome, syncedAtMs: T0 }));
      await expectChange(() => store().recordOutcome(lease, { ...outcome, historyComplete: true }));
      const failure = { code: 'exchange_unavailable', message: 'no answer', atMs: T0 };
      await expectChange(() => store().recordOutcome(lease, { ...outcome, failure }));
      const other = { ...failure, message: 'no route' };
      await expectChange(() => store().recordOutcome(lease, { ...outcome, failure: other }));
      const stopped = { nextRunAtMs: null, failure: other };
      await expectChange(() => store().recordOutcome(lease, stopped));
      await expectChange(() => store().recordOutcome(lease, outcome));
      await expectChange(() => storeRows(store(), id, [makeTransaction('tx_2')]));
      await expectChange(() => store().replaceCredentials(id, CREDENTIALS, T0));
      await expectChange(() => store().changeWallet(id, { paused: true }, T0));
      await expectChange(() => store().changeWallet(id, { paused: false }, T0));
      await store().releaseLease(lease);
      await store().recordOutcome(await claim(store(), id), stopped);
      await expectChange(() => store().makeWalletDue(id, T0));
      const third = [makeTransaction('tx_3')];
      await expectChange(() => importRows(store(), id, third));
      // The exchange replaces the row, so that the undoing changes only the state of the wallet.
      await store().recordWindow(
        await claim(store(), id, LATER),
        makeWindow({ transactions: third }),
      );
      await expectChange(() => store().undoImport('import_one', T0));
      await opened().damage('DELETE FROM transaction_count');
      await expectChange(() => store().checkIntegrity({ fix: true, nowMs: T0 }));
      await expectChange(() => store().removeWallet(id));
      await expectChange(() => store().revokeApiKey(KEY_ID, T0));
    });
  });
}
