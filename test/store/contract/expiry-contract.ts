import { describe, expect, it } from 'vitest';

import { ClaimLostError } from '../../../src/store/errors.ts';
import {
  addProject,
  makeTransaction,
  makeWallet,
  type OpenStore,
  PROJECT_ID,
  T0,
  useStore,
} from './fixtures.ts';
import { importRows } from './import-fixtures.ts';
import { begin, claimSession, ENTRY, HASH, REQUEST, RESPONSE, SESSION } from './manage-fixtures.ts';

/** Requests and connect sessions whose time is over, and claims that ended. */
export function describeExpiry(openStore: OpenStore): void {
  describe('expiry', () => {
    const store = useStore(openStore);

    it('removes the idempotency keys first that expired first, up to the limit', async () => {
      for (const [no, expiresAtMs] of [T0 + 3, T0 + 1, T0 + 2].entries()) {
        const claim = await begin(store(), { idempotencyKey: `k${no}`, expiresAtMs });
        await store().completeRequest(claim, RESPONSE);
      }
      expect(await store().pruneRequests(T0 + 9, 2)).toBe(2);
      const start = { managementKeyId: '', idempotencyKey: '' };
      expect(await store().listResponsesOfOtherKeys('mk_2', start, 9)).toMatchObject([
        { idempotencyKey: 'k0' },
      ]);
    });

    it('runs a request whose key has expired, and stores its response in place of the former one', async () => {
      const expired = {
        nowMs: REQUEST.expiresAtMs,
        runsUntilMs: T0 + 6000,
        expiresAtMs: T0 + 9000,
      };
      await store().completeRequest(await begin(store(), { runsUntilMs: T0 + 7000 }), RESPONSE);
      const early = { ...REQUEST, nowMs: REQUEST.expiresAtMs - 1 };
      expect((await store().beginRequest(early)).outcome).toBe('done');
      const claim = await begin(store(), expired);
      expect((await store().beginRequest({ ...REQUEST, ...expired })).outcome).toBe('running');
      await store().completeRequest(claim, { ...RESPONSE, status: 204 });
      const repeated = await store().beginRequest({ ...REQUEST, ...expired });
      expect(repeated).toMatchObject({ outcome: 'done', response: { status: 204 } });
    });

    it('runs a request whose key has expired while its first run continues', async () => {
      await begin(store(), { runsUntilMs: T0 + 7000 });
      const again = { ...REQUEST, nowMs: REQUEST.expiresAtMs, expiresAtMs: T0 + 9000 };
      expect(await store().beginRequest(again)).toMatchObject({ outcome: 'run' });
    });

    it('removes the connect sessions first that expired first, up to the limit', async () => {
      await addProject(store());
      for (const [no, expiresAtMs] of [T0 + 3, T0 + 1, T0 + 2].entries()) {
        const own = { id: `connect_${no}`, tokenHash: new Uint8Array(32).fill(no), expiresAtMs };
        await store().createConnectSession({ ...SESSION, ...own });
      }
      expect(await store().pruneConnectSessions(T0 + 9, 2)).toBe(2);
      const query = { projectId: PROJECT_ID, nowMs: T0, limit: 9 };
      expect(await store().listConnectSessions(query)).toMatchObject([{ id: 'connect_0' }]);
    });

    const findStep = async (nowMs: number) =>
      (await store().findConnectSession(HASH, nowMs))?.checkStep;

    it('connects no session whose claim was released', async () => {
      await addProject(store());
      await store().createConnectSession(SESSION);
      const { claim } = await claimSession(store());
      await store().releaseConnectSession(claim);
      const connected = { claim, walletId: 'wallet_a' };
      const adding = store().withAudit(ENTRY, { connected }).addWallet(makeWallet('wallet_a'));
      await expect(adding).rejects.toThrow(ClaimLostError);
    });

    it('does not release the claim of another request when a check ends late', async () => {
      await addProject(store());
      await store().createConnectSession(SESSION);
      const late = await claimSession(store());
      await claimSession(store(), T0 + 100);
      await store().releaseConnectSession(late.claim);
      const times = { nowMs: T0 + 150, untilMs: T0 + 250 };
      expect(await store().claimConnectSession(HASH, times)).toEqual({ outcome: 'busy' });
    });

    it('shows the step of a check only while the check runs', async () => {
      await addProject(store());
      await store().createConnectSession(SESSION);
      const first = await claimSession(store());
      await store().recordConnectStep(first.claim, 'permissions');
      expect(await findStep(T0 + 99)).toBe('permissions');
      // The process of the first check has ended.
      const { claim } = await claimSession(store(), T0 + 100);
      expect(await findStep(T0 + 100)).toBeNull();
      await store().recordConnectStep(claim, 'balances');
      const connected = { claim, walletId: 'wallet_a' };
      await store().withAudit(ENTRY, { connected }).addWallet(makeWallet('wallet_a'));
      expect(await findStep(T0 + 100)).toBeNull();
    });

    it('audits no import that is only tried', async () => {
      await addProject(store());
      await store().addWallet(makeWallet('wallet_a'));
      const audited = { ...store(), importFile: store().withAudit(ENTRY).importFile };
      const rows = [makeTransaction('tx_1')];
      const outcome = await importRows(audited, 'wallet_a', rows, { isDryRun: true });
      expect(outcome).toMatchObject({ added: 1 });
      expect(await store().listImports()).toEqual([]);
      expect(await store().listAudit({ limit: 9 })).toEqual([]);
    });
  });
}
