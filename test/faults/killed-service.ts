/** A service that is killed while it acknowledges changes. */
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, vi } from 'vitest';

import type { Random } from '../../simulator/random.ts';
import { countTransactions, startService, type TellerService } from '../teller.ts';
import { expectHealthy, type Scene, type Variables } from './kill-scene.ts';

/** The time within which a killed service is ready again. */
const READY_MS_MAX = 3000;
/** On a machine that is busy with other work, the time of a clean start just before counts, times this factor. */
const BUSY_FACTOR = 2;
const READY_TIMEOUT_MS = 60_000;
/** Changes of each kind before a kill, and the longest time from then until the kill. */
const CHANGES_MIN = 2;
const KILL_AFTER_MS_MAX = 400;
const ROWS_OF_IMPORT = 20;
const POLL_MS = 5;

/** What a killed service has shown. */
export interface KilledService {
  /** From its start after the kill until `/readyz` returned 200. */
  readonly readyMs: number;
  /** The same for the start before, after a clean stop. */
  readonly cleanMs: number;
  /** Changes that it acknowledged before the kill. */
  readonly acknowledged: number;
}

/**
 * Kills a service that creates projects and imports rows, and starts it again. Fails unless it has every change that
 * it acknowledged, and of others at most the import that it was executing.
 */
export async function killService(scene: Scene, random: Random): Promise<KilledService> {
  const { variables, addEmptyWallet } = scene;
  const walletId = await addEmptyWallet();
  const first = await startTimed(variables);
  const changes = new Changes(scene, first.service.manageUrl, walletId);
  await changes.untilAcknowledged(CHANGES_MIN);
  await sleep(random.integer(0, KILL_AFTER_MS_MAX));
  await first.service.kill();
  await changes.ended;
  const second = await startTimed(variables);
  try {
    expect(changes.refused).toEqual([]);
    const stored = await listProjects(scene, second.service.manageUrl);
    expect(changes.projects.filter((id) => !stored.includes(id))).toEqual([]);
    const imports = (await countTransactions(walletId, variables)) / ROWS_OF_IMPORT;
    expect([changes.imports, changes.imports + 1]).toContain(imports);
    await expectHealthy(variables);
  } finally {
    await second.service.stop();
  }
  const acknowledged = changes.projects.length + changes.imports;
  return { readyMs: second.readyMs, cleanMs: first.readyMs, acknowledged };
}

/** Returns true if a killed service was ready too late. */
export function isLate({ readyMs, cleanMs }: KilledService): boolean {
  return readyMs > Math.max(READY_MS_MAX, BUSY_FACTOR * cleanMs);
}

/** Starts the service with its sync worker and the management API. Returns the time until it was ready. */
async function startTimed(
  variables: Variables,
): Promise<{ readonly service: TellerService; readonly readyMs: number }> {
  const startedAtMs = performance.now();
  const service = await startService(variables, ['--manage-port', '0']);
  await vi.waitFor(async () => expect((await fetch(`${service.url}/readyz`)).status).toBe(200), {
    timeout: READY_TIMEOUT_MS,
    interval: 10,
  });
  return { service, readyMs: performance.now() - startedAtMs };
}

async function listProjects(
  { manageKey, tenant }: Scene,
  manageUrl: string,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let url: string | undefined = `${manageUrl}/v0/projects?limit=1000&orgId=${tenant.orgId}`;
  while (url !== undefined) {
    const response: Response = await fetch(url, {
      headers: { authorization: `Bearer ${manageKey}` },
    });
    const { items } = (await response.json()) as { items: readonly { id: string }[] };
    ids.push(...items.map(({ id }) => id));
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    url = next === undefined ? undefined : new URL(next, manageUrl).href;
  }
  return ids;
}

/** Sends changes one after the other, of two kinds concurrently, until the service does not respond any more. */
class Changes {
  /** The ids of acknowledged projects. */
  readonly projects: string[] = [];
  /** The number of acknowledged imports. */
  imports = 0;
  /** Responses other than success. */
  readonly refused: string[] = [];
  readonly ended: Promise<unknown>;
  readonly #manageUrl: string;
  readonly #manageKey: string;

  constructor({ manageKey, tenant }: Scene, manageUrl: string, walletId: string) {
    this.#manageUrl = manageUrl;
    this.#manageKey = manageKey;
    const createProject = async (): Promise<void> => {
      const body = JSON.stringify({ orgId: tenant.orgId, name: `project ${this.projects.length}` });
      const project = await this.#send('/v0/projects', 'application/json', body);
      if (project !== undefined) this.projects.push((project as { id: string }).id);
    };
    const importRows = async (): Promise<void> => {
      const path = `/v0/wallets/${walletId}/imports?format=csv`;
      const imported = await this.#send(path, 'text/csv', writeRows(this.imports));
      if (imported !== undefined) this.imports += 1;
    };
    this.ended = Promise.all([this.#repeat(createProject), this.#repeat(importRows)]);
  }

  /** Resolves when this many changes of each kind were acknowledged. @throws {Error} if one was refused. */
  async untilAcknowledged(count: number): Promise<void> {
    while (Math.min(this.projects.length, this.imports) < count) {
      if (this.refused.length > 0) throw new Error(this.refused.join());
      await sleep(POLL_MS);
    }
  }

  async #repeat(change: () => Promise<void>): Promise<void> {
    try {
      while (this.refused.length === 0) await change();
    } catch (error) {
      // The connection of a killed process is closed.
      if (!(error instanceof TypeError)) throw error;
    }
  }

  /** Returns the body of a successful response. @throws {TypeError} if there is none. */
  async #send(path: string, type: string, body: string): Promise<unknown> {
    const response = await fetch(`${this.#manageUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#manageKey}`, 'content-type': type },
      body,
    });
    const text = await response.text();
    if (response.status === 201) return JSON.parse(text);
    this.refused.push(`${response.status} ${text}`);
    return undefined;
  }
}

/** Returns rows that no other import has. */
function writeRows(index: number): string {
  const rows = Array.from(
    { length: ROWS_OF_IMPORT },
    (_, row) => `${1.7e12 + index * 1000 + row},BTC,deposit,1,completed,import-${index}-${row}`,
  );
  return ['timestamp,asset,type,amount,status,txid', ...rows].join('\n');
}
