import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { Webhook } from 'standardwebhooks';

/** A message that the receiver has accepted or refused. */
export interface ReceivedMessage {
  readonly id: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
  /** True if the receiver returned a status of success. */
  readonly accepted: boolean;
}

/** The documented number of events of a wallet that a receiver gets again after a kill (docs/webhooks.md). */
export const REPEATED_EVENTS_MAX = 20;

/** Returns the status of a response; `undefined` closes the connection without one. */
export type Judge = (message: Omit<ReceivedMessage, 'accepted'>) => number | undefined;

/** A server that receives webhooks. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** Every message, in the order of arrival. */
  readonly messages: readonly ReceivedMessage[];
  /** Decides about each message; by default, all are accepted. */
  judge: Judge;
  /** Sends another response; by default the status of `judge`. */
  respond: (response: ServerResponse, status: number) => void;
  /** Returns the accepted messages without repetitions, parsed. */
  listAccepted(): readonly AcceptedMessage[];
  /** Returns how many accepted messages repeat an accepted one, by wallet. */
  countRepetitions(): ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** The parsed body of an accepted message. */
export interface AcceptedMessage {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>> & {
    readonly walletId: string;
    readonly transactionId: string;
  };
}

/**
 * Starts a receiver on this machine.
 *
 * @param tls makes it use https.
 */
export async function startReceiver(tls?: {
  readonly key: string;
  readonly cert: string;
}): Promise<Receiver> {
  const messages: ReceivedMessage[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    void receive(request).then((message) => {
      const status = receiver.judge(message);
      const accepted = status !== undefined && status < 300;
      messages.push({ ...message, accepted });
      if (status === undefined) request.socket.destroy();
      else receiver.respond(response, status);
      return undefined;
    });
  };
  const server = tls === undefined ? createServer(handle) : createTlsServer(tls, handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    messages,
    judge: () => 204,
    respond: (response, status) => void response.writeHead(status).end(),
    listAccepted: () => {
      const accepted = messages.filter((message) => message.accepted);
      const first = new Map(accepted.toReversed().map((message) => [message.id, message]));
      return accepted
        .filter((message) => first.get(message.id) === message)
        .map(({ id, body }) => Object.assign(JSON.parse(body) as AcceptedMessage, { id }));
    },
    countRepetitions: () => {
      const seen = new Set<string>();
      const counts = new Map<string, number>();
      for (const { id, body } of messages.filter((message) => message.accepted)) {
        const { walletId } = (JSON.parse(body) as AcceptedMessage).data;
        if (seen.has(id)) counts.set(walletId, (counts.get(walletId) ?? 0) + 1);
        seen.add(id);
      }
      return counts;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

async function receive(request: IncomingMessage): Promise<Omit<ReceivedMessage, 'accepted'>> {
  const { headers } = request;
  return { id: String(headers['webhook-id']), body: await text(request), headers };
}

/** Verifies a message by the reference library of Standard Webhooks. @throws if it is not authentic. */
export function verify(secret: string, { body, headers }: ReceivedMessage): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}
