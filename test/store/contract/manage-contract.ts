import { describe, expect, it } from 'vitest';

import {
  AccountTakenError,
  ClaimLostError,
  ExternalIdTakenError,
  MasterKeyReplacedError,
  RecordNotFoundError,
} from '../../../src/store/errors.ts';
import {
  addOneWallet,
  addProject,
  CREDENTIALS,
  makeWallet,
  type OpenStore,
  ORG_ID,
  PROJECT_ID,
  T0,
  useStore,
} from './fixtures.ts';
import { begin, claimSession, ENTRY, HASH, REQUEST, RESPONSE, SESSION } from './manage-fixtures.ts';
import { makeEndpoint, SECRET } from './webhook-fixtures.ts';

const OTHER_HASH = new Uint8Array(32).fill(2);

/** Keys, idempotent requests, connect sessions and the audit log of the management API. */
export function describeManagement(openStore: OpenStore): void {
  describe('management', () => {
    const store = useStore(openStore);

    it('finds a management key by its id and hash, and revokes it once', async () => {
      await addProject(store());
      const key = {
        id: 'management_1',
        projectId: PROJECT_ID,
        label: 'ops',
        hash: HASH,
        createdAtMs: T0,
        expiresAtMs: null,
      };
      await store().createManagementKey(key);
      await store().createManagementKey({ ...key, id: 'management_2', projectId: null });
      await expect(store().createManagementKey(key)).rejects.toThrow(/unique constraint/i);
      const unknown = { ...key, id: 'management_3', projectId: 'project_x' };
      await expect(store().createManagementKey(unknown)).rejects.toThrow(RecordNotFoundError);
      await store().revokeManagementKey(key.id, T0 + 1);
      await store().revokeManagementKey(key.id, T0 + 2);
      const found = await store().findManagementKey({ id: key.id, hash: HASH });
      expect({ ...found, hash: [...found!.hash] }).toEqual({
        ...key,
        hash: [...HASH],
        revokedAtMs: T0 + 1,
      });
      expect(await store().findManagementKey({ id: key.id, hash: OTHER_HASH })).toBeUndefined();
      expect((await store().listManagementKeys()).map(({ id }) => id)).toEqual([
        'management_1',
        'management_2',
      ]);
      expect(await store().listManagementKeys(PROJECT_ID)).toHaveLength(1);
    });

    it('lists tenants page by page', async () => {
      await addProject(store());
      for (const id of ['project_b', 'project_a']) {
        const orgId = (await store().listOrganizations())[0]!.id;
        await store().createProject({ id, orgId, name: id, createdAtMs: T0 + 1 });
      }
      const first = await store().listProjects({ limit: 2 });
      expect(first.map(({ id }) => id)).toEqual([PROJECT_ID, 'project_a']);
      const after = { atMs: T0 + 1, id: 'project_a' };
      const second = await store().listProjects({ limit: 2, after });
      expect(second.map(({ id }) => id)).toEqual(['project_b']);
      expect(await store().listProjects({ limit: 2, orgId: 'org_x' })).toEqual([]);
    });

    it('stores an audited change together with its entry and response, or nothing', async () => {
      await addProject(store());
      const response = { claim: await begin(store()), response: RESPONSE };
      await store().withAudit(ENTRY, { response }).addWallet(makeWallet('wallet_a'), CREDENTIALS);
      const [entry, ...others] = await store().listAudit({ limit: 10 });
      expect(entry).toMatchObject(ENTRY);
      expect(others).toEqual([]);
      const repeated = await store().beginRequest({ ...REQUEST, nowMs: T0 + 1 });
      if (repeated.outcome !== 'done') throw new Error(repeated.outcome);
      expect([...repeated.response.sealed]).toEqual([0, 255]);
      expect(repeated.response).toMatchObject({ ...RESPONSE, sealed: expect.anything() });

      const again = store().withAudit(ENTRY).addWallet(makeWallet('wallet_a'), CREDENTIALS);
      await expect(again).rejects.toThrow(/unique constraint/i);
      const lost = store().withAudit(ENTRY, { response }).addWallet(makeWallet('wallet_b'));
      await expect(lost).rejects.toThrow(ClaimLostError);
      expect(await store().listAudit({ limit: 10 })).toHaveLength(1);
      expect(await store().listWallets()).toHaveLength(1);
    });

    it('audits no change that was refused, or that changed nothing', async () => {
      await addProject(store());
      await store().addWebhook(makeEndpoint('webhook_a'), SECRET);
      const audited = store().withAudit(ENTRY);
      const stale = { endpointId: 'webhook_a', ...SECRET, sealed: HASH };
      expect(await audited.replaceWebhookSecret(stale, SECRET)).toBe(false);
      expect(await audited.enableWebhook('webhook_a')).toBeNull();
      expect(await store().listAudit({ limit: 10 })).toEqual([]);
    });

    it('lists the audit log newest first, by project and wallet', async () => {
      await addProject(store());
      for (const [index, walletId] of ['wallet_a', 'wallet_b', 'wallet_a'].entries()) {
        const entry = { ...ENTRY, atMs: T0 + index, targets: { ...ENTRY.targets, walletId } };
        const name = `org ${index}`;
        await store()
          .withAudit(entry)
          .createOrganization({ id: `org_${index}`, name, createdAtMs: T0 });
      }
      const times = async (query: object): Promise<readonly number[]> =>
        (await store().listAudit({ limit: 2, ...query })).map(({ atMs }) => atMs - T0);
      expect(await times({})).toEqual([2, 1]);
      const [, second] = await store().listAudit({ limit: 2 });
      expect(await times({ after: second })).toEqual([0]);
      expect(await times({ walletId: 'wallet_a' })).toEqual([2, 0]);
      expect(await times({ projectId: PROJECT_ID, walletId: 'wallet_b' })).toEqual([1]);
      expect(await times({ projectId: 'project_x' })).toEqual([]);
    });

    it('lists every entry of a millisecond once, page after page', async () => {
      for (const id of ['org_0', 'org_1', 'org_2']) {
        await store().withAudit(ENTRY).createOrganization({ id, name: id, createdAtMs: T0 });
      }
      const all = (await store().listAudit({ limit: 10 })).map(({ id }) => id);
      expect(all).toEqual(all.toSorted().toReversed());
      const [first, second] = await store().listAudit({ limit: 2 });
      const [third] = await store().listAudit({ limit: 2, after: second! });
      expect([first?.id, second?.id, third?.id]).toEqual(all);
    });

    it('runs one of two concurrent requests with the same key', async () => {
      const outcomes = await Promise.all([1, 2, 3].map(() => store().beginRequest(REQUEST)));
      const names = outcomes.map(({ outcome }) => outcome).toSorted();
      expect(names).toEqual(['run', 'running', 'running']);
      const other = { ...REQUEST, requestHash: OTHER_HASH };
      expect(await store().beginRequest(other)).toEqual({ outcome: 'conflict' });
      const ofOthers = { ...other, managementKeyId: 'management_2' };
      expect((await store().beginRequest(ofOthers)).outcome).toBe('run');
    });

    it('runs one of several concurrent repetitions of a request that has not ended in time', async () => {
      const { runsUntilMs } = REQUEST;
      await store().beginRequest(REQUEST);
      const again = { ...REQUEST, nowMs: runsUntilMs, runsUntilMs: runsUntilMs + 1000 };
      const repeat = () => store().beginRequest(again);
      const outcomes = await Promise.all(Array.from({ length: 12 }, repeat));
      expect(outcomes.filter(({ outcome }) => outcome === 'run')).toHaveLength(1);
    });

    it('does not run a request again while its time is extended', async () => {
      const { runsUntilMs } = REQUEST;
      const first = await begin(store());
      await store().extendRequest(first, runsUntilMs + 1000);
      const repeat = (nowMs: number) =>
        store().beginRequest({ ...REQUEST, nowMs, runsUntilMs: nowMs + 1000 });
      expect((await repeat(runsUntilMs + 999)).outcome).toBe('running');
      expect((await repeat(runsUntilMs + 1000)).outcome).toBe('run');
      // The first one has lost its claim.
      await store().extendRequest(first, runsUntilMs + 5000);
      expect((await repeat(runsUntilMs + 2000)).outcome).toBe('run');
    });

    it('runs a request again that was abandoned, and forgets keys', async () => {
      await store().abandonRequest(await begin(store()));
      const second = await begin(store());
      const late = await store().beginRequest({ ...REQUEST, nowMs: REQUEST.runsUntilMs });
      expect(late.outcome).toBe('run');
      const stale = store().completeRequest(second, RESPONSE);
      await expect(stale).rejects.toThrow(ClaimLostError);
      const expired = { ...REQUEST, requestHash: OTHER_HASH, nowMs: REQUEST.expiresAtMs };
      expect((await store().beginRequest(expired)).outcome).toBe('run');
      expect(await store().pruneRequests(REQUEST.expiresAtMs - 1, 10)).toBe(0);
      expect(await store().pruneRequests(REQUEST.expiresAtMs, 10)).toBe(1);
    });

    it('does not run a request again because an earlier attempt, which took too long, is abandoned', async () => {
      const { runsUntilMs } = REQUEST;
      const first = await begin(store());
      const again = { ...REQUEST, nowMs: runsUntilMs, runsUntilMs: runsUntilMs + 1000 };
      expect((await store().beginRequest(again)).outcome).toBe('run');
      await store().abandonRequest(first);
      expect((await store().beginRequest(again)).outcome).toBe('running');
    });

    it('reseals the responses to requests that are sealed under another master key', async () => {
      for (const idempotencyKey of ['k1', 'k2', 'k3']) {
        const claim = await begin(store(), { idempotencyKey });
        if (idempotencyKey !== 'k2') await store().completeRequest(claim, RESPONSE);
      }
      const start = { managementKeyId: '', idempotencyKey: '' };
      const list = (keyId: string, after = start) =>
        store().listResponsesOfOtherKeys(keyId, after, 10);
      expect(await list('mk_1')).toEqual([]);
      const [first, second, ...others] = await list('mk_2');
      expect([first?.idempotencyKey, second?.idempotencyKey, others]).toEqual(['k1', 'k3', []]);
      expect(await list('mk_2', first)).toHaveLength(1);
      const next = { keyId: 'mk_2', sealed: new Uint8Array([1]) };
      await store().resealResponse(first!, next);
      await store().resealResponse({ ...second!, sealed: HASH }, next);
      expect(await list('mk_2')).toMatchObject([{ idempotencyKey: 'k3' }]);
      const repeated = await store().beginRequest({ ...REQUEST, nowMs: T0 + 1 });
      if (repeated.outcome !== 'done') throw new Error(repeated.outcome);
      expect(repeated.response).toMatchObject({
        ...RESPONSE,
        keyId: 'mk_2',
        sealed: expect.anything(),
      });
      expect([...repeated.response.sealed]).toEqual([1]);
    });

    it('stores no response that is sealed under a replaced master key', async () => {
      await store().recordMasterKey({ id: 'mk_2', servingKeys: null });
      const completing = store().completeRequest(await begin(store()), RESPONSE);
      await expect(completing).rejects.toThrow(MasterKeyReplacedError);
    });

    it('lets one of several requests use a connect session, once', async () => {
      await addProject(store());
      await store().createConnectSession(SESSION);
      const times = { nowMs: T0, untilMs: T0 + 100 };
      const outcomes = await Promise.all(
        [1, 2, 3].map(() => store().claimConnectSession(HASH, times)),
      );
      expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
        'busy',
        'busy',
        'claimed',
      ]);
      const claimed = outcomes.find((each) => each.outcome === 'claimed')!;
      await store().releaseConnectSession(claimed.claim);
      await store().recordConnectStep(claimed.claim, 'permissions');
      expect((await store().findConnectSession(HASH, times.nowMs))?.checkStep).toBeNull();
      const next = await claimSession(store());
      const { tokenHash: _hash, ...shown } = SESSION;
      const open = { ...shown, state: 'open', checkStep: null, connectedWalletId: null };
      expect(next.session).toEqual(open);
      await store().recordConnectStep(next.claim, 'balances');
      expect(await store().findConnectSession(HASH, times.nowMs)).toMatchObject({
        checkStep: 'balances',
      });
      expect(await store().findConnectSession(HASH, times.untilMs)).toMatchObject({
        checkStep: null,
      });
      const connect = (claim: typeof next.claim, id: string): Promise<void> =>
        store()
          .withAudit(ENTRY, { connected: { claim, walletId: id } })
          .addWallet(makeWallet(id), CREDENTIALS);
      await expect(connect(claimed.claim, 'wallet_x')).rejects.toThrow(ClaimLostError);
      await connect(next.claim, 'wallet_a');
      await expect(connect(next.claim, 'wallet_b')).rejects.toThrow(ClaimLostError);
      expect((await store().listWallets()).map(({ id }) => id)).toEqual(['wallet_a']);
      expect(await store().findConnectSession(HASH, T0 + 9000)).toMatchObject({
        state: 'connected',
        connectedWalletId: 'wallet_a',
      });
      await store().cancelConnectSession(SESSION.id, T0);
      expect((await store().readConnectSession(SESSION.id, T0)).state).toBe('connected');
      expect((await store().claimConnectSession(HASH, times)).outcome).toBe('closed');
      expect((await store().claimConnectSession(OTHER_HASH, times)).outcome).toBe('unknown');
    });

    it('cancels, expires, lists and prunes connect sessions', async () => {
      await addProject(store());
      await store().createConnectSession(SESSION);
      const second = { ...SESSION, id: 'connect_2', tokenHash: OTHER_HASH, createdAtMs: T0 + 1 };
      await store().createConnectSession(second);
      const ofOther = { id: 'project_x', orgId: ORG_ID, name: 'x', createdAtMs: T0 };
      await store().createProject(ofOther);
      await store().addWallet(makeWallet('wallet_of_other', { projectId: ofOther.id }));
      for (const walletId of ['wallet_x', 'wallet_of_other']) {
        const unknown = { ...second, id: 'connect_3', walletId };
        await expect(store().createConnectSession(unknown)).rejects.toThrow(RecordNotFoundError);
      }
      const { claim } = await claimSession(store());
      await store().cancelConnectSession(SESSION.id, T0);
      await expect(store().cancelConnectSession('connect_x', T0)).rejects.toThrow(
        RecordNotFoundError,
      );
      const late = store().withAudit(ENTRY, {
        connected: { claim, walletId: 'wallet_a' },
      });
      await expect(late.addWallet(makeWallet('wallet_a'))).rejects.toThrow(ClaimLostError);
      // It was not open any more.
      expect(await store().withAudit(ENTRY).cancelConnectSession(SESSION.id, T0)).toBeNull();
      expect(await store().listAudit({ limit: 10 })).toEqual([]);
      const list = (nowMs: number): ReturnType<ReturnType<typeof store>['listConnectSessions']> =>
        store().listConnectSessions({ projectId: PROJECT_ID, nowMs, limit: 10 });
      const states = (await list(T0 + 5000)).map(({ id, state }) => `${id} ${state}`);
      expect(states).toEqual(['connect_2 expired', 'connect_1 canceled']);
      expect((await store().readConnectSession('connect_2', T0 + 4999)).state).toBe('open');
      expect(await store().pruneConnectSessions(T0 + 5000, 10)).toBe(0);
      expect(await store().pruneConnectSessions(T0 + 5001, 1)).toBe(1);
    });

    it('cancels no connect session whose time is over, unless a key is being checked', async () => {
      await addProject(store());
      await store().createConnectSession(SESSION);
      const { expiresAtMs } = SESSION;
      const cancel = (nowMs: number): Promise<true | null> =>
        store().withAudit(ENTRY).cancelConnectSession(SESSION.id, nowMs);
      expect(await cancel(expiresAtMs)).toBeNull();
      const { state } = await store().readConnectSession(SESSION.id, expiresAtMs);
      expect([state, await store().listAudit({ limit: 10 })]).toEqual(['expired', []]);
      const times = { nowMs: expiresAtMs - 1, untilMs: expiresAtMs + 100 };
      expect((await store().claimConnectSession(HASH, times)).outcome).toBe('claimed');
      expect(await cancel(expiresAtMs + 100)).toBeNull();
      expect(await cancel(expiresAtMs + 99)).toBe(true);
      const after = await store().readConnectSession(SESSION.id, expiresAtMs + 99);
      expect([after.state, await store().listAudit({ limit: 10 })]).toMatchObject([
        'canceled',
        [{ action: ENTRY.action }],
      ]);
    });

    it('lists every connect session of a millisecond and a project once, page after page', async () => {
      await addProject(store());
      await store().createProject({ id: 'project_x', orgId: ORG_ID, name: 'x', createdAtMs: T0 });
      const ofOther = { ...SESSION, id: 'connect_x', projectId: 'project_x' };
      await store().createConnectSession({ ...ofOther, tokenHash: new Uint8Array(32) });
      for (const [index, id] of ['connect_2', 'connect_3', 'connect_1'].entries()) {
        const tokenHash = new Uint8Array(32).fill(index + 1);
        await store().createConnectSession({ ...SESSION, id, tokenHash });
      }
      const query = { projectId: PROJECT_ID, nowMs: T0, limit: 2 };
      const first = await store().listConnectSessions(query);
      const after = { atMs: T0, id: first[1]!.id };
      const second = await store().listConnectSessions({ ...query, after });
      expect([...first, ...second].map(({ id }) => id)).toEqual([
        'connect_3',
        'connect_2',
        'connect_1',
      ]);
    });

    it('refuses an account that the project already has, and names its wallet', async () => {
      const account = { hash: HASH, isUnique: true };
      const other = { hash: OTHER_HASH, isUnique: true };
      const id = await addOneWallet(store());
      await store().replaceCredentials(id, CREDENTIALS, T0, account);
      const again = store().addWallet(makeWallet('wallet_two'), CREDENTIALS, account);
      await expect(again).rejects.toThrow(AccountTakenError);
      await expect(again).rejects.toMatchObject({ walletId: id });
      await store().addWallet(makeWallet('wallet_two'), CREDENTIALS, other);
      const same = store().replaceCredentials('wallet_two', CREDENTIALS, T0, account);
      await expect(same).rejects.toThrow(AccountTakenError);
      await store().replaceCredentials(id, CREDENTIALS, T0, account);
    });

    it('changes the label and the external id of a wallet, unless another one of its project has it', async () => {
      const id = await addOneWallet(store());
      await store().addWallet(makeWallet('wallet_two', { externalId: 'e2' }), CREDENTIALS);
      await store().changeWallet(id, { label: 'new', externalId: 'e1' }, T0);
      await store().changeWallet(id, { externalId: 'e1' }, T0);
      expect(await store().findWallet(id)).toMatchObject({ label: 'new', externalId: 'e1' });
      const taken = store().changeWallet(id, { externalId: 'e2', label: 'x' }, T0);
      await expect(taken).rejects.toThrow(ExternalIdTakenError);
      await store().createProject({ id: 'project_x', orgId: ORG_ID, name: 'x', createdAtMs: T0 });
      await store().addWallet(makeWallet('wallet_x', { projectId: 'project_x' }));
      await store().changeWallet('wallet_x', { externalId: 'e2' }, T0);
      expect(await store().findWallet('wallet_x')).toMatchObject({ externalId: 'e2' });
      await store().changeWallet(id, { label: null, externalId: null }, T0);
      expect(await store().findWallet(id)).toMatchObject({ label: null, externalId: null });
      await expect(store().changeWallet('wallet_none', {}, T0)).rejects.toThrow(
        RecordNotFoundError,
      );
    });
  });
}
