import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { FIND_CHANNEL, notifyChanges } from './change-notices.ts';
import type { Session } from '../sql/database.ts';
import { ChangeNumbers } from './change-numbers.ts';
import { type ClientOptions, toClientConfig } from './client-options.ts';

/** Maximum wait for the first notification. Some connection poolers never deliver one. */
const FIRST_NOTIFICATION_MS_MAX = 3000;
const HEARTBEAT_MS = 1000;
const RESPONSE_MS_MAX = 1000;
const RETRY_MS_MIN = 100;
const RETRY_MS_MAX = 5000;

/**
 * Receives notifications of changed keys and wallets on a separate connection, which the first call of
 * {@link ChangeListener.generation} opens. Without a connection, `generation` returns `undefined`. A query
 * every second detects a lost connection, which would otherwise look like a period without changes.
 */
export class ChangeListener {
  readonly #options: ClientOptions;
  readonly #others: Session;
  readonly #numbers = new ChangeNumbers();
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  /** Signal of the listening connection; aborted when the connection ends. */
  #listening: AbortSignal | undefined;

  /** @param others runs statements on other connections. */
  constructor(options: ClientOptions, others: Session) {
    this.#options = options;
    this.#others = others;
  }

  /** See `ServingStore.generation`. */
  generation(keyId: string, walletId: string): number | undefined {
    this.#running ??= this.#run();
    if (this.#listening?.aborted !== false) return undefined;
    return this.#numbers.latestOf(keyId, walletId);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    let delayMs = RETRY_MS_MIN;
    while (!signal.aborted) {
      const hasListened = await this.#listen();
      delayMs = hasListened ? RETRY_MS_MIN : Math.min(2 * delayMs, RETRY_MS_MAX);
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Listens until the connection is lost. Returns true if notifications could be received. */
  async #listen(): Promise<boolean> {
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, this.#stop.signal]);
    try {
      // Inside `try`, because it reads the certificate files that the URL names.
      const client = this.#createClient(signal);
      client.on('error', () => lost.abort());
      client.on('end', () => lost.abort());
      await client.connect();
      await this.#subscribe(client, signal);
      // Changes before the subscription were not received.
      this.#numbers.changeAll();
      this.#listening = signal;
      while (!signal.aborted) {
        await sleep(HEARTBEAT_MS, undefined, { signal, ref: false });
        await client.query('SELECT 1');
      }
    } catch {
      // After any error, `#run` connects again.
    }
    lost.abort();
    return this.#listening === signal;
  }

  /** Returns an unconnected client. The signal closes it, and it does not keep the process running. */
  #createClient(signal: AbortSignal): pg.Client {
    const socket = new Socket().unref();
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    return new pg.Client({
      ...toClientConfig(this.#options),
      application_name: 'wallet-teller listener',
      query_timeout: RESPONSE_MS_MAX,
      stream: () => socket,
    });
  }

  /**
   * Subscribes. Resolves when a notification from another connection has arrived: a connection always receives its own,
   * which would not prove that others arrive.
   */
  async #subscribe(client: pg.Client, signal: AbortSignal): Promise<void> {
    const token = randomUUID();
    const proof = Promise.withResolvers<void>();
    client.on('notification', ({ payload = '' }) => {
      if (payload === token) proof.resolve();
      else this.#numbers.change(payload);
    });
    const { rows } = await client.query<{ channel: string }>(FIND_CHANNEL);
    await client.query(`LISTEN ${rows[0]?.channel}`);
    const proven = Promise.all([proof.promise, this.#others.rows(notifyChanges([token]))]);
    const late = sleep(FIRST_NOTIFICATION_MS_MAX, undefined, { signal, ref: false }).then(() => {
      throw new Error('no notification has arrived');
    });
    await Promise.race([proven, late]);
  }
}
