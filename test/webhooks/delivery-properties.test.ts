/** Order and completeness for any sequence of writes, failures of receivers and killed processes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { openEmptyStore, STORE_ENGINES } from '../store/store-engines.ts';
import { DeliveryHarness, listReceived } from './delivery-harness.ts';
import { type Judge, REPEATED_EVENTS_MAX, startReceiver } from './receiver.ts';

const WALLETS = ['wallet_a', 'wallet_b', 'wallet_c'];
const RECEIVERS = 2;

const arbitraryWallet = fc.integer({ min: 0, max: WALLETS.length - 1 });
const arbitraryStep = fc.oneof(
  fc.record({
    kind: fc.constant('record' as const),
    wallet: arbitraryWallet,
    rows: fc.integer({ min: 1, max: 45 }),
  }),
  fc.record({
    kind: fc.constant('behave' as const),
    receiver: fc.integer({ min: 0, max: RECEIVERS - 1 }),
    how: fc.constantFrom('accept', 'fail', 'close', 'fail one wallet', 'alternate'),
    wallet: arbitraryWallet,
  }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 700_000 }) }),
  fc.record({
    kind: fc.constant('deliver' as const),
    processes: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constant('kill' as const), after: fc.integer({ min: 1, max: 60 }) }),
);
type Step = typeof arbitraryStep extends fc.Arbitrary<infer Value> ? Value : never;

/** Each receiver has accepted about 30 events when the process is killed: more than the batch that it may repeat. */
const KILLED_LATE: Step[] = [
  { kind: 'record', wallet: 0, rows: 45 },
  { kind: 'kill', after: 60 },
];

function makeJudge({ how, wallet }: Extract<Step, { kind: 'behave' }>): Judge {
  let count = 0;
  switch (how) {
    case 'accept':
      return () => 200;
    case 'fail':
      return () => 503;
    case 'close':
      return () => undefined;
    case 'fail one wallet':
      return ({ body }) => (body.includes(`"${WALLETS[wallet]}"`) ? 500 : 204);
    case 'alternate':
      return () => ((count += 1) % 3 === 0 ? 500 : 204);
  }
}

describe.each(STORE_ENGINES)('deliveries from %s', (engine, runs) => {
  it('reach every receiver completely, in the order of each wallet, and repeat at most a batch with a kill', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryStep, { maxLength: 12 }), async (steps) => {
        const opened = await openEmptyStore(engine);
        const harness = new DeliveryHarness(opened.store);
        const receivers = await Promise.all(
          Array.from({ length: RECEIVERS }, () => startReceiver()),
        );
        const written = new Map(WALLETS.map((id) => [id, [] as string[]]));
        const run = async (step: Step): Promise<void> => {
          if (step.kind === 'behave') receivers[step.receiver]!.judge = makeJudge(step);
          else if (step.kind === 'wait') harness.nowMs += step.ms;
          else if (step.kind === 'kill') await harness.deliverAndDie(step.after);
          else if (step.kind === 'deliver') {
            const processes = Array.from({ length: step.processes }, () => harness.deliver());
            await Promise.all(processes);
          } else {
            const walletId = WALLETS[step.wallet] ?? '';
            const ids = written.get(walletId) ?? [];
            const added = Array.from({ length: step.rows }, (_, row) => `tx_${ids.length + row}`);
            ids.push(...added);
            await harness.record(walletId, added);
          }
        };
        try {
          await harness.addWallets(...WALLETS);
          for (const [index, receiver] of receivers.entries()) {
            await harness.addEndpoint(`webhook_${index}`, receiver);
          }
          for (const step of steps) await run(step);
          for (const receiver of receivers) receiver.judge = () => 204;
          await harness.deliverAll();
          const kills = steps.filter(({ kind }) => kind === 'kill').length;
          for (const receiver of receivers) {
            for (const [walletId, ids] of written) {
              expect(listReceived(receiver, walletId)).toEqual(ids);
              const repeated = receiver.countRepetitions().get(walletId) ?? 0;
              expect(repeated).toBeLessThanOrEqual(REPEATED_EVENTS_MAX * kills);
            }
          }
        } finally {
          await Promise.all(receivers.map((receiver) => receiver.close()));
          await opened.close();
        }
      }),
      { numRuns: Math.ceil(runs / 4), examples: [[KILLED_LATE]] },
    );
  }, 300_000);
});
