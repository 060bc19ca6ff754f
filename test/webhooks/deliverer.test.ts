/** What the deliverer starts, and when, with a store that always has due deliveries. */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

import { expect, it, vi } from 'vitest';

import { StoreUnavailableError } from '../../src/store/errors.ts';
import type { DueEndpoint, WebhookStore } from '../../src/store/webhooks.ts';
import { countSlotsOfProject, deliverDue, runDeliverer } from '../../src/webhooks/deliverer.ts';
import type { DelivererOptions } from '../../src/webhooks/deliverer-options.ts';
import { T0 } from '../store/contract/fixtures.ts';

const unexpected = (): Promise<never> => Promise.reject(new Error('not in this test'));

/** Returns options with a store that has these methods. */
function makeOptions(store: Partial<WebhookStore>, signal: AbortSignal): DelivererOptions {
  const ignore = (): void => undefined;
  return {
    store: {
      listDueEndpoints: async () => [],
      claimDelivery: unexpected,
      readPendingEvents: unexpected,
      hasMorePending: unexpected,
      recordDelivery: unexpected,
      disableWebhook: unexpected,
      listWebhookSecrets: async () => [],
      replaceWebhookSecret: unexpected,
      ...store,
    },
    send: unexpected,
    openSecrets: unexpected,
    sealSecrets: unexpected,
    logger: { info: ignore, warn: ignore, error: ignore },
    nowMs: () => T0,
    random: () => 0,
    signal,
  };
}

/** Returns how many deliveries run if these endpoints always have due ones, and none ends. */
async function countRunning(due: readonly DueEndpoint[]): Promise<number> {
  const stop = new AbortController();
  const ended = Promise.withResolvers<never>();
  let claims = 0;
  const store: Partial<WebhookStore> = {
    listDueEndpoints: async () => {
      const before = claims;
      // Runs when the round has claimed all that it may: nothing in it waits for more than a promise.
      setImmediate(() => {
        if (claims > before) return;
        stop.abort();
        ended.reject(new Error('the process stops'));
      });
      return due;
    },
    claimDelivery: async ({ endpointId }) => {
      claims += 1;
      return {
        endpointId,
        walletId: 'wallet_1',
        walletNo: 1,
        projectId: 'project_1',
        token: claims,
        url: 'https://receiver.test/',
        credentials: { keyId: 'key_1', sealed: new Uint8Array() },
        deliveredNo: 0,
        pendingNo: 1,
        failure: null,
      };
    },
    readPendingEvents: () => ended.promise,
  };
  await deliverDue(makeOptions(store, stop.signal));
  return claims;
}

function listEndpoints(projects: number, endpointsOfEach: number): readonly DueEndpoint[] {
  return Array.from({ length: projects * endpointsOfEach }, (_each, at) => {
    const projectId = `project_${at % projects}`;
    return { projectId, endpointId: `webhook_${at}` };
  });
}

it('leaves a slot for the next project, although 250 projects one after another use all that they may', () => {
  let freeSlots = 512;
  for (let project = 0; project < 250; project += 1) {
    let used = 0;
    while (used < countSlotsOfProject(freeSlots)) {
      used += 1;
      freeSlots -= 1;
    }
    expect(used).toBeGreaterThan(0);
  }
  expect(countSlotsOfProject(freeSlots)).toBeGreaterThan(0);
});

it('uses a part of its slots for a project, however many of its webhooks have slow receivers', async () => {
  expect(await countRunning(listEndpoints(1, 600))).toBe(28);
});

it('runs at most 512 deliveries at the same time', async () => {
  expect(await countRunning(listEndpoints(600, 1))).toBe(512);
});

it('searches expired secrets again, before deliveries, if the store did not respond', async () => {
  const stop = new AbortController();
  const searched: string[] = [];
  const store: Partial<WebhookStore> = {
    listWebhookSecrets: async () => {
      searched.push('secrets');
      if (searched.length === 1) throw new StoreUnavailableError('no response');
      return [];
    },
    listDueEndpoints: async () => {
      searched.push('deliveries');
      stop.abort();
      return [];
    },
  };
  // The pause after the error.
  vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
  syncBuiltinESMExports();
  try {
    await runDeliverer(makeOptions(store, stop.signal));
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
  expect(searched).toEqual(['secrets', 'secrets', 'deliveries']);
});
