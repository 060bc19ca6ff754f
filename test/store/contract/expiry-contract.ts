import { describe, expect, it } from 'vitest';

import type { AuditEntry } from '../../../src/store/audit.ts';
import { ClaimLostError } from '../../../src/store/errors.ts';
import type { NewConnectSession } from '../../../src/store/manage.ts';
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

const ENTRY: AuditEntry = {
  atMs: T0,
  actor: { kind: 'connect-session', id: 'connect_1' },
  action: 'wallet.create',
  targets: { projectId: PROJECT_ID, walletId: 'wallet_a' },
};
const REQUEST = {
  managementKeyId: 'management_1',
  idempotencyKey: 'k1',
  requestHash: new Uint8Array(32).fill(1),
  nowMs: T0,
  runsUntilMs: T0 + 1000,
  expiresAtMs: T0 + 5000,
};
const RESPONSE = { status: 201, headers: {}, keyId: 'mk_1', sealed: new Uint8Array([1]) };
const SESSION: NewConnectSession = {
  id: 'connect_1',
  projectId: PROJECT_ID,
  tokenHash: new Uint8Array(32).fill(1),
  exchange: 'kraken',
  externalId: null,
  label: null,
  walletId: null,
  returnUrl: null,
  createdAtMs: T0,
  expiresAtMs: T0 + 5000,
};

/** Requests and connect sessions whose time is over, and claims that ended. */
export function describeExpiry(openStore: OpenStore): void {
  describe('expiry', () => {
    const store = useStore(openStore);

    const begin = async (changes: Partial<typeof REQUEST> = {}) => {
      const begun = await store().beginRequest({ ...REQUEST, ...changes });
      if (begun.outcome !== 'run') throw new Error(begun.outcome);
      return begun.claim;
    };

    it('removes the idempotency keys first that expired first, up to the limit', async () => {
      for (const [no, expiresAtMs] of [T0 + 3, T0 + 1, T0 + 2].entries()) {
        await store().completeRequest(
          await begin({ idempotencyKey: `k${no}`, expiresAtMs }),
          RESPONSE,
        );
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
      await store().completeRequest(await begin({ runsUntilMs: T0 + 7000 }), RESPONSE);
      const claim = await begin(expired);
      expect((await store().beginRequest({ ...REQUEST, ...expired })).outcome).toBe('running');
      await store().completeRequest(claim, { ...RESPONSE, status: 204 });
      const repeated = await store().beginRequest({ ...REQUEST, ...expired });
      expect(repeated).toMatchObject({ outcome: 'done', response: { status: 204 } });
    });

    it('runs a request whose key has expired while its first run continues', async () => {
      await begin({ runsUntilMs: T0 + 7000 });
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

    const claimSession = async (nowMs: number) => {
      const claimed = await store().claimConnectSession(SESSION.tokenHash, {
        nowMs,
        untilMs: nowMs + 100,
      });
      if (claimed.outcome !== 'claimed') throw new Error(claimed.outcome);
      return claimed.claim;
    };
    const findStep = async (nowMs: number) =>
      (await store().findConnectSession(SESSION.tokenHash, nowMs))?.checkStep;

    it('connects no session whose claim was released', async () => {
      await addProject(store());
      await store().createConnectSession(SESSION);
      const claim = await claimSession(T0);
      await store().releaseConnectSession(claim);
      const connected = { claim, walletId: 'wallet_a' };
      const adding = store().withAudit(ENTRY, { connected }).addWallet(makeWallet('wallet_a'));
      await expect(adding).rejects.toThrow(ClaimLostError);
    });

    it('shows the step of a check only while the check runs', async () => {
      await addProject(store());
      await store().createConnectSession(SESSION);
      await store().recordConnectStep(await claimSession(T0), 'permissions');
      expect(await findStep(T0 + 99)).toBe('permissions');
      // The process of the first check has ended.
      const claim = await claimSession(T0 + 100);
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
